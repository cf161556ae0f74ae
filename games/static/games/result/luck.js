/** Luck and decisions: polls until a worker has calculated them, and until the coach has reviewed the game. */

const FIRST = 3_000;
const LONGEST = 15_000;

/** Calls `update` after a wait, then less and less often, until it succeeds. */
const tryAfter = (/** @type {number} */ wait, /** @type {() => Promise<boolean>} */ update) =>
  setTimeout(async () => {
    const isDone = !document.hidden && (await update().catch(() => false));
    if (!isDone) tryAfter(Math.min(LONGEST, wait * 1.5), update);
  }, wait);

const fetchHere = (/** @type {string} */ url) => fetch(url, { credentials: "same-origin" });

/** An element of this page as the server renders it now, or null. */
async function fetchPart(/** @type {string} */ selector) {
  const answer = await fetchHere(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return answer.ok ? page.querySelector(selector) : null;
}

/** Shows the numbers once they are there. */
async function updateLuck() {
  const shown = document.getElementById("luck");
  const counted = await fetchPart("#luck:not([data-coming])");
  if (!shown || !counted) return !shown;
  counted.toggleAttribute("open", shown.hasAttribute("open"));
  shown.replaceWith(document.adoptNode(counted));
  followCoach();
  return true;
}

/** Shows what cost the reader most once the coach has reviewed every match. */
async function updateHabit() {
  const shown = document.getElementById("habit");
  if (!shown) return true;
  const answer = await fetchHere(shown.dataset.mistakes ?? "");
  const { made, of } = await answer.json();
  const luck = made < of ? null : await fetchPart("#luck:not([data-coming])");
  if (!luck) return false;
  shown.classList.remove("quiet");
  shown.textContent = luck.querySelector("#habit")?.textContent ?? "";
  return true;
}

const followCoach = () => {
  if (document.querySelector("#habit[data-mistakes]")) tryAfter(FIRST, updateHabit);
};

if (document.querySelector("#luck[data-coming]")) tryAfter(FIRST, updateLuck);
else followCoach();
