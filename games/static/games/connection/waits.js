/** How long a page waits before it opens a lost connection again. Pure. */

const LOST = [1000, 2000, 4000, 8000];
/** After a restart the site is back within seconds, and its port already accepts connections. */
const RESTARTED = [400, 1000, 1000, 1000, 1000, 1000, 2000, 4000, 8000];

/**
 * The delays between tries, depending on whether the server announced a restart.
 * @param {boolean} restart
 */
const delaysAfterLoss = (restart) => (restart ? RESTARTED : LOST);

/**
 * Whether the server closed the connection for a restart.
 * @param {number} code the close code
 */
export const isRestart = (code) => code === 1001 || code === 1012;

/**
 * How many failed tries mean that the server is probably down.
 * @param {boolean} restart
 */
export const triesUntilDown = (restart) => delaysAfterLoss(restart).length;

/**
 * Milliseconds until the next try, spread so that clients do not all return at once.
 * @param {number} tries failed so far
 * @param {boolean} restart whether the server announced a restart
 * @param {number} chance from 0 to 1
 */
export function tryAgainIn(tries, restart, chance) {
  const wait = delaysAfterLoss(restart)[Math.min(tries, triesUntilDown(restart) - 1)];
  const spread = restart ? 1 : 0.4;
  return wait * (1 - spread / 2 + spread * chance);
}
