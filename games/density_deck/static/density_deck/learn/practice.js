/** Score practice without reloading the page, with the keys 1 to 4 and N, and the best row. */

import { turnPages } from "./turn.js";

const BEST = "density-practice-best";
const PLACE = "#practice";

/** @returns {number} the most correct answers in a row in this browser */
function readBest() {
  try {
    return Number(localStorage.getItem(BEST)) || 0;
  } catch {
    return 0;
  }
}

/** Shows this browser's best row, and saves a better one. */
function showBest() {
  const element = document.querySelector(`${PLACE} [data-best-of]`);
  const row = Number(document.querySelector(PLACE)?.getAttribute("data-row"));
  const most = Math.max(readBest(), row || 0);
  try {
    localStorage.setItem(BEST, String(most));
  } catch {
    // private windows may refuse storage; the best row is then the current one
  }
  if (!(element instanceof HTMLElement) || most === 0) return;
  element.hidden = false;
  /** @type {HTMLElement} */ (element.querySelector("[data-best]")).textContent = String(most);
}

turnPages(PLACE, `${PLACE} [data-next], ${PLACE} #answer, ${PLACE} #question`, showBest);
