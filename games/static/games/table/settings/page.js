/** The settings of this browser on the settings page; without this module they are not shown. */

import "../../../density/notifications.js";
import { renderLive } from "../../live.js";
import { deviceView } from "./list.js";
import { onSetting } from "./settings.js";
import { wakeSound } from "../core/sound.js";

const place = /** @type {HTMLElement} */ (document.getElementById("device-settings"));
const draw = () => renderLive(deviceView(draw), place);

onSetting(draw);
addEventListener("pointerdown", wakeSound, { once: true });
// the button for the theme in the bar changes it, too
document.addEventListener("click", () => queueMicrotask(draw));
draw();
