/** Connects a page to the queue: the socket, the strip, the dialog of a call, and the queue's own page. */

import { renderLive } from "../games/live.js";
import { nothing } from "../density/vendor/lit-html/lit-html.js";
import { BLINK, Connection, isLost } from "../games/connection/connection.js";
import { actionOfPress, keyOf } from "../games/table/parts/keymap.js";
import * as settings from "../games/table/settings/settings.js";
import { wakeByTouch, wakeSound } from "../games/table/senses/sound.js";
import { Call } from "./call.js";
import { drawPage, offerInvitation, offerNotice, showParts } from "./page.js";
import {
  NOTHING,
  timeToAnswer,
  goesTo,
  updateModel,
  isLastCall,
  keyOf as offerKey,
  timeLeft,
  stageOf,
} from "./state.js";
import { askView, checkView, lostStrip, stripView } from "./strip.js";
import { callWords, spokenWords } from "./words.js";
import { t } from "../density/words.js";

const BEAT = 5000;
const TICK = 250;
const host = /** @type {HTMLElement} */ (document.getElementById("queue-strip"));
const statusLine = /** @type {HTMLElement} */ (document.getElementById("queue-said"));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("queue-check"));
const page = document.getElementById("queue-page");
const home = host.dataset.home ?? "/queue/";
const about = page?.dataset.about ?? host.dataset.about ?? "";
const call = new Call(host.dataset.dotted ?? "");
const others = new BroadcastChannel("density-queue");

/** @type {import("./state.js").Model} */
let model = {
  ...NOTHING,
  note: /** @type {import("./state.js").Note} */ (
    document.getElementById("queue-note")?.dataset.why ?? ""
  ),
};
/** @typedef {import("./state.js").QueueFrame | {type: "refused" | "pong" | "ack"}} Heard */
/** @type {Connection<Heard> | null} */
let connection = null;
let online = false;
/** When the connection was lost; 0 once the server has sent the reader's status again. */
let lostAt = 0;
let gone = false;
let drawn = false;
/** @type {HTMLFormElement | null} */
let joining = null;

/**
 * Whether this is the page of the found table.
 * @param {import("./state.js").QueueFrame | null} frame
 */
const isTableOf = (frame) => frame?.table?.url === location.pathname;

/**
 * Whether the reader does something else on this page.
 * @param {import("./state.js").QueueFrame | null} frame
 */
const isElsewhere = (frame) => !page && !isTableOf(frame);

/** @returns {import("./strip.js").Desk} */
const readDesk = () => ({
  suits: host.dataset.suits ?? "",
  icons: host.dataset.icons ?? "",
  home,
  table: isTableOf(model.frame),
  page: page !== null,
  lost: lostAt > 0 && performance.now() - lostAt > BLINK,
  now: performance.now(),
  leave: leaveQueue,
  forget: forgetNote,
  sit: joinShared,
  decline: declineOffer,
  answer: answerQuestion,
});

const isOnline = () => connection?.link.state === "live" || connection?.link.state === "slow";

const sendBeat = () => connection?.send({ type: "beat", hidden: document.hidden });

/**
 * Sends a request to the queue, and shows a note if that fails.
 * @param {import("./state.js").Request} request
 */
function askQueue(request) {
  const sent = connection?.ask(request) ?? false;
  model = { ...model, note: sent ? model.note : "unsent" };
  if (!sent) drawQueue();
  return sent;
}

function leaveQueue() {
  if (askQueue({ type: "leave" })) model = { ...model, left: true };
}

/** Asks for a seat at the shared table; the page goes there once the server confirms it. */
function joinShared() {
  wakeSound();
  if (askQueue({ type: "sit" })) model = { ...model, sits: true };
}

function declineOffer() {
  const offer = model.frame?.offer;
  model = { ...model, declined: offer ? offerKey(offer) : null };
  drawQueue();
}

/** @param {boolean} yes */
function answerQuestion(yes) {
  if (!askQueue({ type: "answer", yes })) return;
  if (model.frame) model = { ...model, agrees: yes, frame: { ...model.frame, ask: null } };
  drawQueue();
}

function forgetNote() {
  model = { ...model, note: "" };
  drawQueue();
}

/** Opens another page, but only once. @param {string} url */
function openPage(url) {
  if (gone || location.pathname === url) return;
  gone = true;
  location.assign(url);
}

/** @param {unknown} strip */
function drawStrip(strip) {
  if (!drawn) host.replaceChildren();
  drawn = true;
  host.hidden = strip === nothing;
  renderLive(strip, host);
}

/** Hides a place in the queue that the server drew, while the connection fails before its first frame. */
function drawUnconfirmed() {
  const desk = readDesk();
  if (!desk.lost || host.dataset.claims !== "waiting") return;
  if (page) showParts(page, "stage", "lost");
  else drawStrip(lostStrip(desk));
  showParts(document, "when", "lost");
}

function drawQueue() {
  if (!model.frame) return drawUnconfirmed();
  const now = performance.now();
  drawStrip(stripView(model, readDesk()));
  const isCalled = model.called && stageOf(model.frame) === "found" && timeLeft(model, now) > 0;
  const question = timeToAnswer(model, now) > 0;
  if (isCalled) renderLive(checkView(model, readDesk()), dialog);
  else if (question) renderLive(askView(model, readDesk()), dialog);
  const isShown = isCalled || question;
  if (isShown !== dialog.open) isShown ? dialog.showModal() : dialog.close();
  if (isCalled) call.go(callWords(model, now), now);
  else if (question) call.go(t("Join a ranked table?"), now);
  else call.stop();
  const url = isLastCall(model, now, document.hidden) && model.frame.table?.url;
  if (url) openPage(url);
  if (page) drawPage(page, model, readDesk());
  // parts of the server's pages that depend on whether the reader is queued
  const stage = stageOf(model.frame) === "waiting" ? "waiting" : "free";
  const unsure = stage === "waiting" && readDesk().lost;
  showParts(document, "when", unsure ? "lost" : stage);
  const words = unsure ? "" : spokenWords(model);
  if (statusLine.textContent !== words) statusLine.textContent = words;
}

/** Goes where the queue leads; the page of a found table is left when the table is gone. @param {import("./state.js").Model} before */
function followQueue(before) {
  // a reader at the table who is out of the queue has left it
  if (isTableOf(before.frame) && stageOf(before.frame) === "found" && model.note)
    return openPage(`${home}?why=${model.note === "missed" ? "left" : model.note}`);
  if (isTableOf(model.frame)) {
    if (stageOf(model.frame) === "playing") endQueue();
    return;
  }
  const url = goesTo(model, before, document.hidden, isElsewhere(model.frame));
  if (url) openPage(url);
}

/** @param {Heard} frame */
function takeFrame(frame) {
  // a refused request is sent again by its form, whose answer says why
  if (frame.type === "refused") joining?.submit();
  if (frame.type !== "queue") return;
  joining = null;
  lostAt = 0;
  const before = model;
  model = updateModel(before, frame, performance.now(), document.hidden, isElsewhere(frame));
  if (model.frame?.state === "waiting" && before.frame?.state !== "waiting")
    others.postMessage("waiting");
  drawQueue();
  followQueue(before);
  if (stageOf(frame) === "idle" && !page) endQueue();
}

function startQueue() {
  if (connection) return;
  wakeByTouch();
  connection = new Connection("/ws/queue/", takeFrame, {
    query: () => ({ queue: about }),
    onLink: (link) => {
      if (isLost(link)) lostAt ||= performance.now();
      if (isOnline() && !online) sendBeat();
      online = isOnline();
      if (!online) joining = null;
      drawQueue();
    },
    onUnsent: (requests) => {
      const unsent = /** @type {import("./state.js").Wish[]} */ (requests.map(({ type }) => type));
      model = { ...model, unsent };
    },
  });
  connection.open();
}

function endQueue() {
  connection?.close();
  connection = null;
  lostAt = 0;
}

setInterval(sendBeat, BEAT);
setInterval(drawQueue, TICK);
addEventListener("pageshow", () => (gone = false));
dialog.addEventListener("cancel", (event) => event.preventDefault());
document.addEventListener("visibilitychange", () => {
  sendBeat();
  followQueue(model);
});
// another page of this reader joined the queue
others.addEventListener("message", startQueue);
if (page) {
  offerNotice(page, settings);
  offerInvitation(page);
}
if (page || host.dataset.claims) startQueue();

// the page's own forms, without reloading the page
document.addEventListener("submit", (event) => {
  const form = event.target;
  // without a connection the form is sent normally
  if (!(form instanceof HTMLFormElement) || !page || !connection?.hasOpened) return;
  const { queueDo } = form.dataset;
  if (queueDo === "join") {
    const queue = `${new FormData(form).get("queue") ?? ""}`;
    joining = askQueue({ type: "join", queue }) ? form : null;
  } else if (queueDo === "leave") leaveQueue();
  else if (queueDo === "sit") joinShared();
  else return;
  event.preventDefault();
});

addEventListener("keydown", (event) => {
  const typing =
    event.target instanceof Element &&
    event.target.closest("input, textarea, select, [contenteditable]");
  if (
    actionOfPress(event) !== "ranked" ||
    event.repeat ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    typing ||
    !settings.isOn("shortcuts")
  )
    return;
  /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll('form[data-queue-do="join"]')])
    .find((form) => form.getClientRects().length)
    ?.requestSubmit();
});

/** Shows the reader's key in the hints on the page's buttons. */
function hintKeys() {
  for (const hint of document.querySelectorAll("kbd.key-hint")) {
    hint.textContent = keyOf("ranked").toUpperCase();
    hint.toggleAttribute("hidden", !settings.isOn("shortcuts"));
  }
}

settings.onSetting(hintKeys);
hintKeys();
