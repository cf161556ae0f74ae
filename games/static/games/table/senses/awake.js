/** Keeps the screen on while the reader's own game runs, in browsers that can. */

/** The browser releases it when the page is hidden. @type {WakeLockSentinel | null} */
let wakeLock = null;
let isWanted = false;
let isAsking = false;

/**
 * Keeps the screen on during a running game of a seated player, and releases it at the end.
 * @param {Pick<import("../state/model.js").Model, "you" | "game">} model
 */
export function keepAwake({ you, game }) {
  isWanted = you !== null && game?.status === "playing";
  holdLock();
}

/** Requests the lock again when the page becomes visible again. */
export const keepAwakeWhenShown = () => document.addEventListener("visibilitychange", holdLock);

/** Requests or releases the lock. A browser may refuse it, for example on a low battery. */
async function holdLock() {
  if (isAsking) return;
  isAsking = true;
  if (isWanted && !document.hidden && (wakeLock?.released ?? true))
    wakeLock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  isAsking = false;
  if (isWanted) return;
  wakeLock?.release();
  wakeLock = null;
}
