/** On the page without a connection: looks again and again, and loads the page that was wanted. */

/** Seconds between two looks; the last one stays. */
const WAITS = [1, 2, 4, 8];

/** Loads the page again once anything answers. */
async function look() {
  try {
    await fetch(location.href, { method: "HEAD", cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(look, 1000 * (WAITS.shift() ?? 8));
  }
}

addEventListener("online", () => location.reload());
setTimeout(look, 1000);
