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

/** This page as the server renders it now. */
async function fetchPage() {
  const answer = await fetchHere(location.href);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Shows the numbers once they are there, and what cost the reader most if that is known. */
async function updateLuck() {
  const shown = document.getElementById("luck");
  const page = await fetchPage();
  const counted = page.querySelector("#luck:not([data-coming])");
  if (!shown || !counted) return !shown;
  counted.toggleAttribute("open", shown.hasAttribute("open"));
  shown.replaceWith(document.adoptNode(counted));
  const habit = page.getElementById("habit");
  if (habit) document.querySelector(".mattered")?.after(document.adoptNode(habit));
  followCoach();
  return true;
}

/** Shows what cost the reader most once the coach has reviewed every match. */
async function updateHabit() {
  const shown = document.getElementById("habit");
  if (!shown) return true;
  const answer = await fetchHere(shown.dataset.mistakes ?? "");
  const { made, of } = await answer.json();
  const page = made < of ? null : await fetchPage();
  if (!page?.getElementById("luck")) return false;
  const habit = page.querySelector("#habit:not([data-mistakes])");
  if (habit) shown.replaceWith(document.adoptNode(habit));
  else shown.remove();
  return true;
}

const followCoach = () => {
  if (document.querySelector("#habit[data-mistakes]")) tryAfter(FIRST, updateHabit);
};

if (document.querySelector("#luck[data-coming]")) tryAfter(FIRST, updateLuck);
else followCoach();
