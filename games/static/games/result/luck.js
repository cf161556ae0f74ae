/** Luck and decisions: polls the page until a worker has calculated them. */

const FIRST = 3_000;
const LONGEST = 60_000;

/** @param {number} wait in ms */
const askAfter = (wait) =>
  setTimeout(async () => {
    const shown = document.getElementById("luck");
    const counted = document.hidden ? null : await fetchCounted();
    if (shown && counted) {
      counted.toggleAttribute("open", shown.hasAttribute("open"));
      shown.replaceWith(document.adoptNode(counted));
    } else askAfter(Math.min(LONGEST, wait * 1.5));
  }, wait);

/** The section with its numbers, or null as long as they are missing. */
async function fetchCounted() {
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("#luck:not([data-coming])");
  } catch {
    return null;
  }
}

if (document.querySelector("#luck[data-coming]")) askAfter(FIRST);
