/** The results that this browser has shown, so that their animation plays once. */

const KEY = "density-results-seen";
/** How many are remembered. */
const MOST = 30;

/**
 * Whether this browser shows the result of a game for the first time; remembers that it did.
 * Without storage the answer is always no.
 * @param {string} game
 */
export function firstTime(game) {
  try {
    /** @type {string[]} */
    const seenIds = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (seenIds.includes(game)) return false;
    localStorage.setItem(KEY, JSON.stringify([...seenIds, game].slice(-MOST)));
    return true;
  } catch {
    return false;
  }
}
