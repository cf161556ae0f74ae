/** The address of a page that follows what the page shows. */

/** Milliseconds between two changes: Safari allows 100 in 10 seconds, and throws then. */
const APART = 150;
let wanted = "";
let changed = -Infinity;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Has the address name what the page shows, at once or a moment later.
 * @param {string} address
 */
export function showAddress(address) {
  wanted = address;
  const wait = changed + APART - performance.now();
  if (wait > 0) timer ??= setTimeout(write, wait);
  else write();
}

function write() {
  clearTimeout(timer);
  timer = undefined;
  changed = performance.now();
  history.replaceState(null, "", wanted);
}
