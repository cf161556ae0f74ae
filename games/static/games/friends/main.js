/** Challenges on every page of a registered user, and the page of friends kept up to date. */

import { CALM, Connection } from "../connection/connection.js";
import { BACK, NEWS } from "../connection/page.js";

const POLL = 15_000;
/** How long the page waits for an answer, in ms. */
const PATIENCE = 10_000;
/** Session storage key: the ids of the challenges whose notices were closed. */
const CLOSED = "challenges-closed";
const notices = document.getElementById("challenges");
const friends = document.querySelector("#friends[data-live]");
/** The id of the reader's own challenge whose answer is shown. */
let answeredId = "";
let requestCount = 0;

/**
 * Fetches an element of a page as it is now; null if that fails.
 * @param {string} url
 * @param {string} id
 */
async function fetchPart(url, id) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(url, { headers: { Accept: "text/html" }, signal });
    if (!answer.ok || answer.redirected) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
  } catch {
    return null;
  }
}

/** Replaces the children of an element with those of a fresh copy. @param {Element | null} place @param {Element | null} fresh */
const replaceChildren = (place, fresh) => {
  if (place && fresh) place.replaceChildren(...fresh.childNodes);
};

/** Updates the number of waiting challenges wherever the page shows it. @param {Element | null} fresh */
function showCount(fresh) {
  if (!fresh) return;
  const notice = /** @type {HTMLElement | null} */ (fresh.querySelector("[data-waiting]"));
  const waiting = Number(notice?.dataset.waiting ?? 0);
  for (const number of document.querySelectorAll("b[data-challenges]")) {
    number.textContent = `${waiting}`;
    number.toggleAttribute("hidden", !waiting);
  }
}

/** Fetches and draws the notices; answers to older requests are ignored. */
async function drawNotices() {
  const back = encodeURIComponent(location.pathname);
  requestCount += 1;
  const requestNumber = requestCount;
  const fresh = await fetchPart(`/challenges/?answered=${answeredId}&back=${back}`, "challenges");
  if (requestNumber !== requestCount) return;
  showCount(fresh);
  replaceChildren(notices, fresh);
  hideClosed();
  openBeside();
}

/** Hides the notices that the reader has closed, and lets the others be closed; the friends page still shows the challenges. */
function hideClosed() {
  for (const button of notices?.querySelectorAll("[data-dismiss]") ?? [])
    button.removeAttribute("disabled");
  const closed = (sessionStorage.getItem(CLOSED) ?? "").split(" ");
  for (const notice of /** @type {NodeListOf<HTMLElement>} */ (
    notices?.querySelectorAll("[data-challenge]") ?? []
  ))
    if (closed.includes(notice.dataset.challenge ?? "")) notice.remove();
}

/** Opens the links of notices in another window on a game's page, so that the reader stays there. */
function openBeside() {
  if (!document.body.hasAttribute("data-game")) return;
  for (const link of notices?.querySelectorAll('a, form[action$="/accept/"]') ?? [])
    if (link.getAttribute("href") !== location.pathname) link.setAttribute("target", "_blank");
}

/** Redraws the lists above and below the search, unless the reader is using one of the three. */
async function drawFriends() {
  const lists = [...(friends?.querySelectorAll("#friends-now, #friends-others") ?? [])];
  if (!lists.length || document.hidden) return;
  const fresh = await fetchPart(location.pathname, "friends");
  if (!fresh || friends?.contains(document.activeElement)) return;
  if (friends?.querySelector("details[open]")) return;
  for (const list of lists) replaceChildren(list, fresh.querySelector(`#${list.id}`));
}

/** @param {Event} event with the frame of a challenge */
function handleChallenge(event) {
  const { id, sent, status, url } = /** @type {CustomEvent} */ (event).detail;
  // the table shows its own seats and needs the room
  if (status === "accepted" && url === location.pathname) return;
  if (sent && !["open", "withdrawn"].includes(status)) answeredId = `${id}`;
  drawNotices();
  if (friends) drawFriends();
}

document.addEventListener(NEWS, handleChallenge);
// challenges that ended while the connection was lost are not sent again
document.addEventListener(BACK, () => {
  if (notices?.childElementCount) drawNotices();
  drawFriends();
});
notices?.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-dismiss]");
  const invitation = /** @type {HTMLElement | null | undefined} */ (button?.closest(".invitation"));
  if (invitation) {
    const closed = sessionStorage.getItem(CLOSED) ?? "";
    sessionStorage.setItem(CLOSED, `${closed} ${invitation.dataset.challenge}`);
    invitation.remove();
  }
});
hideClosed();
openBeside();
// a challenge is declined without leaving the page
notices?.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.classList.contains("decline")) return;
  event.preventDefault();
  if (await sendForm(form)) await drawNotices();
  else sayUnsent(form);
});

/**
 * Sends a form without leaving the page. The answer is a redirect, which is not followed.
 * @param {HTMLFormElement} form
 * @returns {Promise<boolean>} whether the server accepted it
 */
async function sendForm(form) {
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
  const message = document.createElement("p");
  message.className = "unsent";
  message.textContent = words;
  place?.append(message);
}
// pages with their own socket receive challenges there
if (!document.querySelector("#table, #lobby"))
  new Connection("/ws/notices/", () => {}, { pingEvery: CALM }).open();
if (friends) {
  setInterval(drawFriends, POLL);
  document.addEventListener("visibilitychange", drawFriends);
}
