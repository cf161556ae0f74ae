/** The settings of this browser on the settings page; without this module they are not shown. */

import "../../../density/notifications.js";
import { saySaved } from "../../../density/saving.js";
import { renderLive } from "../../live.js";
import { deviceView } from "../views/settings_list.js";
import { onSetting } from "../settings/settings.js";
import { wakeByTouch } from "../senses/sound.js";

const place = /** @type {HTMLElement} */ (document.getElementById("device-settings"));
const drawSettings = () => renderLive(deviceView(drawSettings), place);

onSetting(() => {
  drawSettings();
  saySaved();
});
wakeByTouch();

const avatarForm = /** @type {HTMLFormElement} */ (document.querySelector(".avatar-form"));
avatarForm.addEventListener("change", showAvatar);

/** Shows the chosen avatar wherever the page has one of the reader, and its color on all drawings. */
function showAvatar() {
  const color = `${new FormData(avatarForm).get("color")}`;
  const chosen = avatarForm.querySelector("input[name=drawing]:checked + .avatar");
  const others = ".avatar-now .avatar, .menu > summary .avatar";
  for (const avatar of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll(`.drawings .avatar:not(:empty), ${others}`)
  )) {
    avatar.dataset.tone = color;
    if (avatar.matches(others))
      avatar.replaceChildren(...(chosen?.cloneNode(true).childNodes ?? []));
  }
}

// the theme button in the bar changes a setting, too
document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-theme-toggle]")) drawSettings();
});
drawSettings();
