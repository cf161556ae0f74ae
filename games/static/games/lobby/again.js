/** The rematch on the result page: who is ready, how long the offer is open, and a link for spectators. */

import { t } from "../../density/words.js";
import { Connection, isLost } from "../connection/connection.js";
import { againWords, buttonWords, updateRematch, openWords, readyWords } from "./rematch.js";

const place = /** @type {HTMLElement} */ (document.getElementById("rematch-offer"));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("rematch"));
const offer = place.querySelector("[data-way]");

/** @type {import("./rematch.js").Rematch} */
let rematch = {
  names: [],
  of: Number(place.dataset.of),
  until: performance.now() + Number(place.dataset.ms),
  table: place.dataset.table || null,
  open: place.dataset.open === "yes",
};
/** Whether a frame has arrived; until then the page keeps the server's words. */
let hasHeard = false;

/** Draws the offer. @returns {boolean} whether updates may still arrive */
function drawOffer() {
  const now = performance.now();
  if (form) drawForm(form, now);
  if (hasHeard && offer) drawWay(offer);
  // while the connection is lost, a rematch may begin without this page knowing
  if (rematch.until > now || rematch.table || isLost(connection.link)) return true;
  connection.close();
  clearInterval(drawTimer);
  if (form) closeOffer(form);
  return false;
}

/** @param {HTMLFormElement} form @param {number} now */
function drawForm(form, now) {
  const [ready, open] = form.querySelectorAll("p");
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  open.textContent = openWords(rematch, now);
  if (!hasHeard) return;
  button.textContent = buttonWords(rematch);
  ready.textContent = readyWords(rematch.names);
  // players with a seat were taken to the rematch; for others it may be full
  form.hidden = !rematch.open;
}

/** @param {Element} link */
function drawWay(link) {
  const [words] = link.querySelectorAll("span");
  words.textContent = againWords(rematch.names);
  link.toggleAttribute("hidden", !rematch.table || (form !== null && rematch.open));
}

/** Disables the offer but keeps it in place, so that a late press hits nothing else. @param {HTMLFormElement} form */
function closeOffer(form) {
  const [, open] = form.querySelectorAll("p");
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  button.disabled = true;
  button.classList.remove("go");
  open.textContent = t("closed");
  // one highlighted button per page: now it is the one to play the AI
  if (!document.querySelector(".dock .go"))
    document.querySelector(".dock .play-ai .button")?.classList.add("go");
}

const connection = new Connection(`${place.dataset.socket}?watch=1`, (frame) => {
  const before = rematch;
  rematch = updateRematch(rematch, frame, performance.now());
  hasHeard ||= rematch !== before;
  drawOffer();
});
const drawTimer = setInterval(drawOffer, 250);
if (drawOffer()) connection.open();
