/** Challenges on every page of a registered user, and the page of friends kept up to date. */

import { CALM, Connection } from "../connection/connection.js";
import { BACK, NEWS } from "../connection/page.js";

const POLL = 15_000;
/** How long the page waits for the answer to a press, in ms. */
const PATIENCE = 10_000;
/** Where a tab keeps the numbers of the challenges whose notices were closed. */
const CLOSED = "challenges-closed";
const notices = document.getElementById("challenges");
const friends = document.querySelector("#friends[data-live]");
/** The own challenge whose answer is shown. */
let answered = "";
let asked = 0;

/**
 * The part of a page as the server draws it now; null where it cannot be had.
 * @param {string} url
 * @param {string} id
 */
async function fetched(url, id) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(url, { headers: { Accept: "text/html" }, signal });
    if (!answer.ok || answer.redirected) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
  } catch {
    return null;
  }
}

/** Puts the fresh children in the place of the old ones. @param {Element | null} place @param {Element | null} fresh */
const replace = (place, fresh) => {
  if (place && fresh) place.replaceChildren(...fresh.childNodes);
};

/** Says how many challenges wait, wherever the page counts them. @param {Element | null} fresh */
function count(fresh) {
  if (!fresh) return;
  const shown = /** @type {HTMLElement | null} */ (fresh.querySelector("[data-waiting]"));
  const waiting = Number(shown?.dataset.waiting ?? 0);
  for (const number of document.querySelectorAll("b[data-challenges]")) {
    number.textContent = `${waiting}`;
    number.toggleAttribute("hidden", !waiting);
  }
}

/** Draws the notices as they are now; what was asked for before that is too old. */
async function drawNotices() {
  const back = encodeURIComponent(location.pathname);
  asked += 1;
  const mine = asked;
  const fresh = await fetched(`/challenges/?answered=${answered}&back=${back}`, "challenges");
  if (mine !== asked) return;
  count(fresh);
  replace(notices, fresh);
  hideClosed();
  openBeside();
}

/** A notice that the reader has closed stays away on all pages; it waits on the page of friends. */
function hideClosed() {
  const closed = (sessionStorage.getItem(CLOSED) ?? "").split(" ");
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (
    notices?.querySelectorAll("[data-challenge]") ?? []
  ))
    if (closed.includes(shown.dataset.challenge ?? "")) shown.remove();
}

/** On the page of a game a notice leads to another window: the game is not left by a press there. */
function openBeside() {
  if (!document.body.hasAttribute("data-game")) return;
  for (const way of notices?.querySelectorAll('a, form[action$="/accept/"]') ?? [])
    if (way.getAttribute("href") !== location.pathname) way.setAttribute("target", "_blank");
}

/** Redraws the lists, unless the reader is using them. */
async function drawFriends() {
  const place = document.getElementById("friends-now");
  if (!place || document.hidden) return;
  const fresh = await fetched(location.pathname, "friends-now");
  if (!place.contains(document.activeElement) && !place.querySelector("details[open]"))
    replace(place, fresh);
}

/** @param {Event} event with the frame of a challenge */
function hear(event) {
  const { id, sent, status, url } = /** @type {CustomEvent} */ (event).detail;
  // the table shows its own seats and needs the room
  if (status === "accepted" && url === location.pathname) return;
  if (sent && !["open", "withdrawn"].includes(status)) answered = `${id}`;
  drawNotices();
  if (friends) drawFriends();
}

document.addEventListener(NEWS, hear);
// challenges that ended while the connection was lost are not sent again
document.addEventListener(BACK, () => {
  if (notices?.childElementCount) drawNotices();
  drawFriends();
});
notices?.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-dismiss]");
  const shown = /** @type {HTMLElement | null | undefined} */ (button?.closest(".invitation"));
  if (shown) {
    const closed = sessionStorage.getItem(CLOSED) ?? "";
    sessionStorage.setItem(CLOSED, `${closed} ${shown.dataset.challenge}`);
    shown.remove();
  }
});
hideClosed();
openBeside();
// a challenge is declined without leaving the page
notices?.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.classList.contains("decline")) return;
  event.preventDefault();
  if (await isSent(form)) await drawNotices();
  else sayUnsent(form);
});

/**
 * Sends a form without leaving the page. The answer is a redirect, which is not followed.
 * @param {HTMLFormElement} form
 * @returns {Promise<boolean>} whether the server has taken it
 */
async function isSent(form) {
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new FormData(form),
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
    return answer.ok || answer.type === "opaqueredirect";
  } catch {
    return false;
  }
}

/** Says beside a form that it was not sent. @param {HTMLFormElement} form */
function sayUnsent(form) {
  const words = notices?.dataset.unsent ?? "";
  const place = form.closest(".invitation");
  if (place?.querySelector(".unsent")) return;
  const said = document.createElement("p");
  said.className = "unsent";
  said.textContent = words;
  place?.append(said);
}
// pages with a socket of their own hear of challenges there
if (!document.querySelector("#table, #lobby"))
  new Connection("/ws/notices/", () => {}, { pingEvery: CALM }).open();
if (friends) {
  setInterval(drawFriends, POLL);
  document.addEventListener("visibilitychange", drawFriends);
}
