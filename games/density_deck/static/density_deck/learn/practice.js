/** Score practice without loading the page anew: the server's own page, the keys 1 to 4 and N, the best. */

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

/**
 * Shows another page of the practice in place of this one; where that fails, the browser goes there.
 * @param {URL} url
 */
async function turnTo(url) {
  try {
    const answer = await fetch(url);
    const page = new DOMParser()
      .parseFromString(await answer.text(), "text/html")
      .querySelector(PLACE);
    if (!page) throw new Error("not the practice");
    document.querySelector(PLACE)?.replaceWith(page);
  } catch {
    location.assign(url);
    return;
  }
  history.replaceState(null, "", url);
  tally();
  const wanted = document.querySelector(
    `${PLACE} [data-next], ${PLACE} #answer, ${PLACE} #question`,
  );
  /** @type {HTMLElement | null} */ (wanted)?.focus();
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.closest(PLACE)) return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  turnTo(
    new URL(`?${new URLSearchParams(/** @type {[string, string][]} */ ([...data]))}`, form.action),
  );
});

addEventListener("click", (event) => {
  const link =
    event.target instanceof Element ? event.target.closest(`${PLACE} [data-next]`) : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
  event.preventDefault();
  turnTo(new URL(link.href));
});

addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
  const pressed = /^[1-4]$/.test(event.key)
    ? document.querySelectorAll(`${PLACE} .choices button`)[Number(event.key) - 1]
    : event.key.toLowerCase() === "n"
      ? document.querySelector(`${PLACE} [data-next]`)
      : null;
  if (!(pressed instanceof HTMLElement)) return;
  event.preventDefault();
  pressed.click();
});

tally();
