/** Reloads a page whose reader was logged out, so that the server shows it for the current session. */

export const SIGNED_OUT = 4401;
const SETTLES = 1500;
const RELOADED = "density-reloaded";

/**
 * Reloads the page, but at most once a minute. It waits a moment: a new password brings a new
 * cookie, and a request with the old one would log the reader out.
 * @returns {boolean} whether it reloads
 */
export function reloadOnce() {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  // the absolute value: a clock that was set back must not prevent the reload
  if (Math.abs(Date.now() - last) < 60000) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  setTimeout(() => location.reload(), SETTLES);
  return true;
}
