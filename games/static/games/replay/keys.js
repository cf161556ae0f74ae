/** The keys of a replay, unless a field uses them. */

import { isOn } from "../table/settings/settings.js";
import { intentOf } from "./state.js";

/** @typedef {import("./player.js").Player} Player */

/** @param {Player} player @param {HTMLElement} root */
export function listenToKeys(player, root) {
  root.addEventListener("pointerover", (event) => markMeantCard(root, event.target));
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || player.checked !== null) return;
    if (isTaken(event.target, event.key)) return;
    if (event.key.length === 1 && (event.repeat || !isOn("shortcuts"))) return;
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
 * Marks the card on the table whose chip is under the pointer.
 * @param {HTMLElement} root
 * @param {EventTarget | null} target
 */
function markMeantCard(root, target) {
  const code =
    target instanceof Element ? target.closest("[data-means]")?.getAttribute("data-means") : null;
  for (const card of root.querySelectorAll(".rs .card[data-code]")) {
    card.toggleAttribute("data-meant", card.getAttribute("data-code") === code);
  }
}

/**
 * Whether the focused element uses this key itself; the slider leaves all keys to the replay.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function isTaken(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest("select, textarea, input:not([type=range])")) return true;
  return key === " " && !!target.closest("button, a, summary");
}
