/** Joins a page to the queue: the socket, the strip, the dialog of a call, and the queue's own page. */

import { renderLive } from "../games/live.js";
import { nothing } from "../density/vendor/lit-html/lit-html.js";
import { BLINK, Connection, isLost } from "../games/connection/connection.js";
import { actionOfPress, keyOf } from "../games/table/parts/keymap.js";
import * as settings from "../games/table/settings/settings.js";
import { wakeByTouch, wakeSound } from "../games/table/senses/sound.js";
import { Call } from "./call.js";
import { drawPage, offerInvitation, offerNotice } from "./page.js";
import {
  NOTHING,
  asked,
  goesTo,
  hear,
  isLastCall,
  keyOf as offerKey,
  left,
  stageOf,
} from "./state.js";
import { askView, checkView, stripView } from "./strip.js";
import { callWords, spokenWords } from "./words.js";
import { t } from "../density/words.js";

const BEAT = 5000;
const TICK = 250;
const host = /** @type {HTMLElement} */ (document.getElementById("queue-strip"));
const said = /** @type {HTMLElement} */ (document.getElementById("queue-said"));
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
/** When the connection was lost, until the server says again where the reader stands. */
let lostAt = 0;
let gone = false;
let drawn = false;
/** @type {HTMLFormElement | null} */
let joining = null;

/** @param {import("./state.js").QueueFrame | null} frame whether this is the page of the table that is found */
const isTableOf = (frame) => frame?.table?.url === location.pathname;

/** @param {import("./state.js").QueueFrame | null} frame whether the reader does something else here than to wait for it */
const isElsewhere = (frame) => !page && !isTableOf(frame);

/** @returns {import("./strip.js").Desk} */
const desk = () => ({
  suits: host.dataset.suits ?? "",
  icons: host.dataset.icons ?? "",
  home,
  table: isTableOf(model.frame),
  page: page !== null,
  lost: lostAt > 0 && performance.now() - lostAt > BLINK,
  now: performance.now(),
  leave,
  forget,
  sit,
  decline,
  answer,
});

const isOnline = () => connection?.link.state === "live" || connection?.link.state === "slow";

const beat = () => connection?.send({ type: "beat", hidden: document.hidden });

/**
 * Asks something of the queue, and says so where it cannot be sent.
 * @param {import("./state.js").Request} request
 */
function ask(request) {
  const sent = connection?.ask(request) ?? false;
  model = { ...model, note: sent ? model.note : "unsent" };
  if (!sent) draw();
  return sent;
}

function leave() {
  if (ask({ type: "leave" })) model = { ...model, left: true };
}

/** Sits down at the shared table, and goes there when the server has done it. */
function sit() {
  wakeSound();
  if (ask({ type: "sit" })) model = { ...model, sits: true };
}

function decline() {
  const offer = model.frame?.offer;
  model = { ...model, declined: offer ? offerKey(offer) : null };
  draw();
}

/** @param {boolean} yes */
function answer(yes) {
  if (!ask({ type: "answer", yes })) return;
  if (model.frame) model = { ...model, agrees: yes, frame: { ...model.frame, ask: null } };
  draw();
}

function forget() {
  model = { ...model, note: "" };
  draw();
}

/** Goes somewhere, once: the page stays as it is until the other one is here. @param {string} url */
function go(url) {
  if (gone || location.pathname === url) return;
  gone = true;
  location.assign(url);
}

function draw() {
  if (!model.frame) return;
  if (!drawn) host.replaceChildren();
  drawn = true;
  const now = performance.now();
  const strip = stripView(model, desk());
  host.hidden = strip === nothing;
  renderLive(strip, host);
  const called = model.called && stageOf(model.frame) === "found" && left(model, now) > 0;
  const question = asked(model, now) > 0;
  if (called) renderLive(checkView(model, desk()), dialog);
  else if (question) renderLive(askView(model, desk()), dialog);
  const shown = called || question;
  if (shown !== dialog.open) shown ? dialog.showModal() : dialog.close();
  if (called) call.go(callWords(model, now), now);
  else if (question) call.go(t("Join a ranked table?"), now);
  else call.stop();
  const url = isLastCall(model, now, document.hidden) && model.frame.table?.url;
  if (url) go(url);
  if (page) drawPage(page, model, desk());
  // what a page of the server says to those who wait, and to those who do not
  const stage = stageOf(model.frame) === "waiting" ? "waiting" : "free";
  const unsure = stage === "waiting" && desk().lost;
  for (const part of document.querySelectorAll("[data-when]"))
    part.toggleAttribute("hidden", part.getAttribute("data-when") !== (unsure ? "lost" : stage));
  const words = unsure ? "" : spokenWords(model);
  if (said.textContent !== words) said.textContent = words;
}

/** Goes where the queue leads; the page of the found table leaves it when there is none any more. @param {import("./state.js").Model} before */
function follow(before) {
  // who is at the table and is out has left it
  if (isTableOf(before.frame) && stageOf(before.frame) === "found" && model.note)
    return go(`${home}?why=${model.note === "missed" ? "left" : model.note}`);
  if (isTableOf(model.frame)) {
    if (stageOf(model.frame) === "playing") end();
    return;
  }
  const url = goesTo(model, before, document.hidden, isElsewhere(model.frame));
  if (url) go(url);
}

/** @param {Heard} frame */
function take(frame) {
  // who is refused asks by the form, whose answer says why
  if (frame.type === "refused") joining?.submit();
  if (frame.type !== "queue") return;
  joining = null;
  lostAt = 0;
  const before = model;
  model = hear(before, frame, performance.now(), document.hidden, isElsewhere(frame));
  if (model.frame?.state === "waiting" && before.frame?.state !== "waiting")
    others.postMessage("waiting");
  draw();
  follow(before);
  if (stageOf(frame) === "idle" && !page) end();
}

function start() {
  if (connection) return;
  wakeByTouch();
  connection = new Connection("/ws/queue/", take, {
    query: () => ({ queue: about }),
    onLink: (link) => {
      if (isLost(link)) lostAt ||= performance.now();
      if (isOnline() && !online) beat();
      online = isOnline();
      if (!online) joining = null;
      draw();
    },
    onUnsent: (requests) => {
      const unsent = /** @type {import("./state.js").Wish[]} */ (requests.map(({ type }) => type));
      model = { ...model, unsent };
    },
  });
  connection.open();
}

function end() {
  connection?.close();
  connection = null;
  lostAt = 0;
}

setInterval(beat, BEAT);
setInterval(draw, TICK);
addEventListener("pageshow", () => (gone = false));
dialog.addEventListener("cancel", (event) => event.preventDefault());
document.addEventListener("visibilitychange", () => {
  beat();
  follow(model);
});
// another page of this reader joined the queue
others.addEventListener("message", start);
if (page) {
  offerNotice(page, settings);
  offerInvitation(page);
}
if (page || host.dataset.live === "yes") start();

// the page's own forms, without loading it again
document.addEventListener("submit", (event) => {
  const form = event.target;
  // where there never was a connection the form does it
  if (!(form instanceof HTMLFormElement) || !page || !connection?.hasOpened) return;
  const { queueDo } = form.dataset;
  if (queueDo === "join") {
    const queue = `${new FormData(form).get("queue") ?? ""}`;
    joining = ask({ type: "join", queue }) ? form : null;
  } else if (queueDo === "leave") leave();
  else if (queueDo === "sit") sit();
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

/** The hints on the page's buttons name the key that the reader has. */
function hintKeys() {
  for (const hint of document.querySelectorAll("kbd.key-hint")) {
    hint.textContent = keyOf("ranked").toUpperCase();
    hint.toggleAttribute("hidden", !settings.isOn("shortcuts"));
  }
}

settings.onSetting(hintKeys);
hintKeys();
