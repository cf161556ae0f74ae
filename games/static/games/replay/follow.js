/** Keeps the line of the step in sight, unless the reader looks at other moves while the replay plays. */

import { t } from "../../density/words.js";

/**
 * The state of each list: its step, its height, and whether the reader has scrolled the step out of sight.
 * @type {WeakMap<Element, {step: string, height: number, away: boolean}>}
 */
const places = new WeakMap();

/** @param {HTMLElement} root @param {import("./player.js").Player} player */
export function followStep(root, { shown, playing }) {
  const list = /** @type {HTMLElement | null} */ (root.querySelector("ol.moves-list"));
  if (!list || !currentOf(list)) return;
  if (!places.has(list)) watchList(list);
  const before = places.get(list);
  const step = `${shown?.match} ${shown?.view} ${shown?.step}`;
  const height = list.clientHeight;
  const away = !!before?.away && (playing || before.step === step);
  places.set(list, { step, height, away });
  if (!away && (before?.step !== step || before.height !== height)) scrollToStep(list);
  checkSight(list);
}

/** @param {HTMLElement} list */
const currentOf = (list) => list.querySelector("[aria-current]");

/** @param {HTMLElement} list */
const hintOf = (list) =>
  /** @type {HTMLButtonElement | null | undefined} */ (
    list.nextElementSibling?.querySelector("[data-do=latest]")
  );

/** @param {HTMLElement} list */
function watchList(list) {
  list.addEventListener("scroll", () => checkSight(list), { passive: true });
  hintOf(list)?.addEventListener("click", () => {
    scrollToStep(list);
    checkSight(list);
    list.focus({ preventScroll: true });
  });
}

/** Checks whether the reader sees the line of the step, and offers a button to it if not. @param {HTMLElement} list */
function checkSight(list) {
  const place = places.get(list);
  const line = currentOf(list);
  if (!place || !line || !list.clientHeight) return;
  const box = list.getBoundingClientRect();
  const at = line.getBoundingClientRect();
  place.away = at.bottom <= box.top || at.top >= box.bottom;
  const hint = hintOf(list);
  if (!hint) return;
  hint.hidden = !place.away;
  if (place.away && !hint.textContent) hint.textContent = t("Go to the current move");
}

/** Scrolls the list, and not the page. @param {HTMLElement} list */
function scrollToStep(list) {
  const line = currentOf(list);
  if (!line) return;
  const box = list.getBoundingClientRect();
  const at = line.getBoundingClientRect();
  if (at.top < box.top + 40 || at.bottom > box.bottom - 40)
    list.scrollTop += at.top - box.top - box.height / 2 + at.height / 2;
}
