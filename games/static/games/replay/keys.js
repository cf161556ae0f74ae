/** The keys of a replay, where no field wants them. */

import { setting } from "../table/settings/settings.js";
import { intentOf } from "./state.js";

/** @typedef {import("./player.js").Player} Player */

/** @param {Player} player @param {HTMLElement} root */
export function listen(player, root) {
  root.addEventListener("pointerover", (event) => mean(root, event.target));
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || player.checked !== null) return;
    if (isTaken(event.target, event.key)) return;
    if (event.key.length === 1 && (event.repeat || !setting("shortcuts"))) return;
    if (player.learning) return void (player.learning.press(event) && event.preventDefault());
    const intent = intentOf(event, player.bounds.seats);
    if (!intent) return;
    event.preventDefault();
    player.act(intent);
  });
  addEventListener("popstate", () => player.follow());
  document.addEventListener("visibilitychange", () => document.hidden && player.play(false));
}

/**
 * A chip under the pointer marks its card on the table.
 * @param {HTMLElement} root
 * @param {EventTarget | null} target
 */
function mean(root, target) {
  const code =
    target instanceof Element ? target.closest("[data-means]")?.getAttribute("data-means") : null;
  for (const card of root.querySelectorAll(".rs .card[data-code]")) {
    card.toggleAttribute("data-meant", card.getAttribute("data-code") === code);
  }
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
