/** Which results this browser has shown already: a moment is played once. */

const KEY = "density-results-seen";
/** How many are remembered; older ones are no longer new. */
const MOST = 30;

/**
 * Whether this browser shows the result of a game for the first time; from now on it does not.
 * Where nothing can be kept, it never says so twice on one page.
 * @param {string} game
 */
export function firstTime(game) {
  try {
    /** @type {string[]} */
    const seen = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (seen.includes(game)) return false;
    localStorage.setItem(KEY, JSON.stringify([...seen, game].slice(-MOST)));
    return true;
  } catch {
    return false;
  }
}
