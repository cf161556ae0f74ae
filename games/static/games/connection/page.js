/** Page-wide connection events: challenges, and the sign of a lost connection. */

/** Document event for a challenge; its detail is the frame. */
export const NEWS = "density-challenge";
/** Document event after a lost connection is back: the page may have missed something. */
export const BACK = "density-back";

/** The lost connections of this page. @type {Set<object>} */
const lost = new Set();

/**
 * Handles the frames that matter on every page.
 * @param {{type: string, on?: boolean}} frame
 */
export function hearNews(frame) {
  if (frame.type === "challenge") document.dispatchEvent(new CustomEvent(NEWS, { detail: frame }));
  if (frame.type === "draining")
    document.querySelector("[data-draining]")?.toggleAttribute("hidden", !frame.on);
}

/**
 * Shows the page's sign while one of its connections is lost; the live table has its own sign.
 * @param {object} connection
 * @param {boolean} isLost
 */
export function showLoss(connection, isLost) {
  if (isLost === lost.has(connection)) return;
  if (isLost) lost.add(connection);
  else lost.delete(connection);
  const sign = document.getElementById("connection-lost");
  if (sign) sign.textContent = lost.size ? (sign.dataset.words ?? "") : "";
}

/** Tells the page that a lost connection is back. */
export const tellReturn = () => document.dispatchEvent(new CustomEvent(BACK));
