/** Score practice without reloading the page: the server's own page, the keys 1 to 4 and N, the best. */

import { turnPages } from "./turn.js";

const BEST = "density-practice-best";
const PLACE = "#practice";

/** @returns {number} the most right answers in a row that this browser has seen */
function best() {
  try {
    return Number(localStorage.getItem(BEST)) || 0;
  } catch {
    return 0;
  }
}

/** Shows the best of this browser, and keeps a better one. */
function tally() {
  const shown = document.querySelector(`${PLACE} [data-best-of]`);
  const row = Number(document.querySelector(PLACE)?.getAttribute("data-row"));
  const most = Math.max(best(), row || 0);
  try {
    localStorage.setItem(BEST, String(most));
  } catch {
    // Private windows may refuse storage; the best is then that of the question.
  }
  if (!(shown instanceof HTMLElement) || most === 0) return;
  shown.hidden = false;
  /** @type {HTMLElement} */ (shown.querySelector("[data-best]")).textContent = String(most);
}

turnPages(PLACE, `${PLACE} [data-next], ${PLACE} #answer, ${PLACE} #question`, tally);
