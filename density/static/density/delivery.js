/** Shows how a test of a webhook went, once that is known. Without this script, the reader reloads. */

const EVERY_MS = 1000;
/** How often the page is read at most, since workers may be down. */
const MOST_READS = 60;

const place = /** @type {HTMLElement} */ (document.getElementById("last-message"));
let reads = 0;

async function readOutcome() {
  reads += 1;
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById(place.id);
  if (fresh && !("waits" in fresh.dataset)) place.replaceChildren(...fresh.childNodes);
  else if (fresh && reads < MOST_READS) readLater();
}

const readLater = () =>
  setTimeout(() => {
    // the connection was lost: the next read may work
    readOutcome().catch(() => reads < MOST_READS && readLater());
  }, EVERY_MS);

readLater();
