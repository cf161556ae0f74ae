/** On the offline page: retries until the site answers, then loads the page. */

/** Seconds between two tries; the last one repeats. */
const WAITS = [1, 2, 4, 8];

/** Reloads the page once the site answers. */
async function tryReload() {
  try {
    await fetch(location.href, { method: "HEAD", cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(tryReload, 1000 * (WAITS.shift() ?? 8));
  }
}

addEventListener("online", () => location.reload());
setTimeout(tryReload, 1000);
