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
// the theme button in the bar changes a setting, too
document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-theme-toggle]")) drawSettings();
});
drawSettings();
