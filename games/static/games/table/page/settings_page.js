/** The settings of this browser on the settings page; without this module they are not shown. */

import "../../../density/notifications.js";
import { saySaved } from "../../../density/saving.js";
import { renderLive } from "../../live.js";
import { deviceView } from "../views/settings_list.js";
import { onSetting } from "../settings/settings.js";
import { wakeByTouch } from "../senses/sound.js";

const place = /** @type {HTMLElement} */ (document.getElementById("device-settings"));
const draw = () => renderLive(deviceView(draw), place);

onSetting(() => {
  draw();
  saySaved();
});
wakeByTouch();
// the button for the theme in the bar changes it, too; a choice in the list is drawn once it is made
document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-theme-toggle]")) draw();
});
draw();
