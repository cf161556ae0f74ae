/** The keys of a replay, where no field wants them. */

import { setting } from "../table/settings.js";
import { intentOf } from "./state.js";

/** @typedef {import("./player.js").Player} Player */

/** @param {Player} player */
export function listen(player) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || player.checked !== null) return;
    if (isTaken(event.target, event.key)) return;
    if (event.key.length === 1 && (event.repeat || !setting("shortcuts"))) return;
    const intent = intentOf(event, player.bounds.seats);
    if (!intent) return;
    event.preventDefault();
    player.act(intent);
  });
  addEventListener("popstate", () => player.follow());
  document.addEventListener("visibilitychange", () => document.hidden && player.play(false));
}

/**
 * Whether what has the focus does something else with this key; the slider leaves all to the replay.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function isTaken(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest("select, textarea, input:not([type=range])")) return true;
  return key === " " && !!target.closest("button, a, summary");
}
