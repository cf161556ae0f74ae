/** The connections of a page: news for its reader, and the sign of a lost one. */

/** The event of a document by which a page learns of a challenge; its detail is the frame. */
export const NEWS = "density-challenge";
/** The event of a document after a lost connection is back: the page may have missed something. */
export const BACK = "density-back";

/** The connections of this page that are lost now. @type {Set<object>} */
const lost = new Set();

/**
 * Passes on what concerns the reader on every page.
 * @param {{type: string, on?: boolean}} frame
 */
export function hearNews(frame) {
  if (frame.type === "challenge") document.dispatchEvent(new CustomEvent(NEWS, { detail: frame }));
  if (frame.type === "draining")
    document.querySelector("[data-draining]")?.toggleAttribute("hidden", !frame.on);
}

/**
 * Shows the sign of the page while one of its connections is lost; the live table has its own.
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
