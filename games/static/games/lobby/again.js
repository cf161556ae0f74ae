/** The rematch on the result page: who is ready and how long it is open; for all others the way there. */

import { t } from "../../density/words.js";
import { Connection, isLost } from "../connection/connection.js";
import { againWords, buttonWords, heard, openWords, readyWords } from "./rematch.js";

const place = /** @type {HTMLElement} */ (document.getElementById("rematch-offer"));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("rematch"));
const way = place.querySelector("[data-way]");

/** @type {import("./rematch.js").Rematch} */
let rematch = {
  names: [],
  of: Number(place.dataset.of),
  until: performance.now() + Number(place.dataset.ms),
  table: place.dataset.table || null,
  open: place.dataset.open === "yes",
};
/** Whether a frame has come: what the page brought stands until then. */
let hasHeard = false;

/** Draws the offer. @returns {boolean} whether there is more to hear of it */
function draw() {
  const now = performance.now();
  if (form) drawForm(form, now);
  if (hasHeard && way) drawWay(way);
  // while the connection is lost a rematch may begin that this page has not heard of
  if (rematch.until > now || rematch.table || isLost(connection.link)) return true;
  connection.close();
  clearInterval(ticking);
  if (form) close(form);
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
  // it begins without this reader: all who have a seat were led to it
  form.hidden = !rematch.open;
}

/** @param {Element} way */
function drawWay(way) {
  const [words] = way.querySelectorAll("span");
  words.textContent = againWords(rematch.names);
  way.toggleAttribute("hidden", !rematch.table || (form !== null && rematch.open));
}

/** Nothing takes its place: a press that was meant for it must not do anything else. @param {HTMLFormElement} form */
function close(form) {
  const [, open] = form.querySelectorAll("p");
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  button.disabled = true;
  button.classList.remove("go");
  open.textContent = t("closed");
  // one first button a page: after a ranked game it is the next one
  if (!document.querySelector(".dock .go"))
    document.querySelector(".dock .play-ai .button")?.classList.add("go");
}

const connection = new Connection(`${place.dataset.socket}?watch=1`, (frame) => {
  const before = rematch;
  rematch = heard(rematch, frame, performance.now());
  hasHeard ||= rematch !== before;
  draw();
});
const ticking = setInterval(draw, 250);
if (draw()) connection.open();
