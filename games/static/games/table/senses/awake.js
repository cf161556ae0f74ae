/** Keeps the screen on while the reader's own game runs, in browsers that can. */

/** @type {WakeLockSentinel | null} the browser ends it when the page is hidden */
let held = null;
let wanted = false;
let asking = false;

/**
 * Asks for the screen to stay on in the running game of a seated player, and gives it back at the end.
 * @param {Pick<import("../state/model.js").Model, "you" | "game">} model
 */
export function keepAwake({ you, game }) {
  wanted = you !== null && game?.status === "playing";
  hold();
}

/** A page that becomes visible again has to ask again. */
export const keepAwakeWhenShown = () => document.addEventListener("visibilitychange", hold);

/** A browser may refuse, when the battery is low for example: the game goes on without it. */
async function hold() {
  if (asking) return;
  asking = true;
  if (wanted && !document.hidden && (held?.released ?? true))
    held = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  asking = false;
  if (wanted) return;
  held?.release();
  held = null;
}
