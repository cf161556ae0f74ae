/** Keeps the address of a page in step with what the page shows. */

/** Milliseconds between two changes: Safari throws after 100 in 10 seconds. */
const APART = 150;
let wanted = "";
let changed = -Infinity;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Shows an address, at once or a moment later.
 * @param {string} address
 */
export function showAddress(address) {
  wanted = address;
  const wait = changed + APART - performance.now();
  if (wait > 0) timer ??= setTimeout(writeAddress, wait);
  else writeAddress();
}

function writeAddress() {
  clearTimeout(timer);
  timer = undefined;
  changed = performance.now();
  history.replaceState(null, "", wanted);
}
