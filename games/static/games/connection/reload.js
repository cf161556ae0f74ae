/** A page whose reader was signed out loads itself again, so that the server can say who reads it now. */

export const SIGNED_OUT = 4401;
const SETTLES = 1500;
const RELOADED = "density-reloaded";

/**
 * Reloads the page, but not a second time within a minute. It waits a moment: with a new password
 * comes a new cookie, and a page that asks with the old one before it has arrived would sign the
 * reader out.
 * @returns {boolean} whether it reloads
 */
export function reloadOnce() {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  // a clock that was set back must not keep it from loading
  if (Math.abs(Date.now() - last) < 60000) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  setTimeout(() => location.reload(), SETTLES);
  return true;
}
