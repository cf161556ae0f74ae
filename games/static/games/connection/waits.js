/** How long a page waits before it opens a lost connection again. Pure. */

const LOST = [1000, 2000, 4000, 8000];
/** The house is there again within seconds, and what listens for it already takes connections. */
const RESTARTED = [400, 1000, 1000, 1000, 1000, 1000, 2000, 4000, 8000];

/** @param {boolean} restart whether the server said that it comes back */
const waits = (restart) => (restart ? RESTARTED : LOST);

/**
 * Whether the server says that it goes and comes back.
 * @param {number} code with which it closed
 */
export const isRestart = (code) => code === 1001 || code === 1012;

/**
 * After how many failed tries the server is probably down.
 * @param {boolean} restart
 */
export const patience = (restart) => waits(restart).length;

/**
 * Milliseconds until the next try, spread so that clients do not all return at once.
 * @param {number} tries how many there were in vain
 * @param {boolean} restart whether the server said that it comes back
 * @param {number} chance from 0 to 1
 */
export function tryAgainIn(tries, restart, chance) {
  const wait = waits(restart)[Math.min(tries, patience(restart) - 1)];
  const spread = restart ? 1 : 0.4;
  return wait * (1 - spread / 2 + spread * chance);
}
