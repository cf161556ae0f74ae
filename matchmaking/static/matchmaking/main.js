/** Joins a page to the queue: the socket, the strip, the dialog of a call, and the queue's own page. */

import { nothing, render } from "../density/vendor/lit-html/lit-html.js";
import { listen } from "../games/lobby/line.js";
import { actionOf, keyOf } from "../games/table/core/keymap.js";
import * as settings from "../games/table/settings/settings.js";
import { wakeSound } from "../games/table/core/sound.js";
import { Call } from "./call.js";
import { drawPage, offerInvitation, offerNotice } from "./page.js";
import {
  NOTHING,
  asked,
  goesTo,
  hear,
  isLastCall,
  isRefusal,
  keyOf as offerKey,
  left,
  readFrame,
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
/** @type {((message: object) => void) | null} */
let send = null;
/** @type {(() => void) | null} */
let stop = null;
let gone = false;
let drawn = false;
/** @type {HTMLFormElement | null} */
let joining = null;

/** @param {import("./state.js").Frame | null} frame whether this is the page of the table that is found */
const isTableOf = (frame) => frame?.table?.url === location.pathname;

/** @param {import("./state.js").Frame | null} frame whether the reader does something else here than to wait for it */
const isElsewhere = (frame) => !page && !isTableOf(frame);

/** @returns {import("./strip.js").Desk} */
const desk = () => ({
  suits: host.dataset.suits ?? "",
  icons: host.dataset.icons ?? "",
  home,
  table: isTableOf(model.frame),
  page: page !== null,
  online: send !== null,
  now: performance.now(),
  leave,
  forget,
  sit,
  decline,
  answer,
});

const beat = () => send?.({ type: "beat", hidden: document.hidden });

function leave() {
  model = { ...model, left: true };
  send?.({ type: "leave" });
}

/** Sits down at the shared table, and goes there when the server has done it. */
function sit() {
  model = { ...model, sits: true };
  wakeSound();
  send?.({ type: "sit" });
}

function decline() {
  const offer = model.frame?.offer;
  model = { ...model, declined: offer ? offerKey(offer) : null };
  draw();
}

/** @param {boolean} yes */
function answer(yes) {
  send?.({ type: "answer", yes });
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
  render(strip, host);
  const called = model.called && stageOf(model.frame) === "found" && left(model, now) > 0;
  const question = asked(model, now) > 0;
  if (called) render(checkView(model, desk()), dialog);
  else if (question) render(askView(model, desk()), dialog);
  const shown = called || question;
  if (shown !== dialog.open) shown ? dialog.showModal() : dialog.close();
  if (called) call.go(callWords(model, now), now);
  else if (question) call.go(t("A ranked table is possible"), now);
  else call.stop();
  const url = isLastCall(model, now, document.hidden) && model.frame.table?.url;
  if (url) go(url);
  if (page) drawPage(page, model, desk());
  // what a page of the server says to those who wait, and to those who do not
  const waits = stageOf(model.frame) === "waiting" ? "waiting" : "free";
  for (const part of document.querySelectorAll("[data-when]"))
    part.toggleAttribute("hidden", part.getAttribute("data-when") !== waits);
  const words = spokenWords(model);
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

/** @param {unknown} text */
function take(text) {
  const frame = readFrame(text);
  // who is refused asks by the form, whose answer says why
  if (isRefusal(text)) joining?.submit();
  if (!frame) return;
  joining = null;
  const before = model;
  model = hear(before, frame, performance.now(), document.hidden, isElsewhere(frame));
  if (model.frame?.state === "waiting" && before.frame?.state !== "waiting")
    others.postMessage("waiting");
  draw();
  follow(before);
  if (stageOf(frame) === "idle" && !page) end();
}

function start() {
  if (stop) return;
  for (const touch of ["pointerdown", "keydown"])
    addEventListener(touch, wakeSound, { once: true });
  stop = listen(`/ws/queue/?queue=${encodeURIComponent(about)}`, take, (line) => {
    send = line;
    beat();
    draw();
  });
}

function end() {
  stop?.();
  stop = null;
  send = null;
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
  if (!(form instanceof HTMLFormElement) || !send || !page) return;
  const { queueDo } = form.dataset;
  if (queueDo === "join") {
    joining = form;
    send({ type: "join", queue: `${new FormData(form).get("queue") ?? ""}` });
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
    actionOf(event.key) !== "ranked" ||
    event.repeat ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    typing ||
    !settings.setting("shortcuts")
  )
    return;
  /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll('form[data-queue-do="join"]')])
    .find((form) => form.checkVisibility())
    ?.requestSubmit();
});

/** The hints on the page's buttons name the key that the reader has. */
function hintKeys() {
  for (const hint of document.querySelectorAll("kbd.key-hint")) {
    hint.textContent = keyOf("ranked").toUpperCase();
    hint.toggleAttribute("hidden", !settings.setting("shortcuts"));
  }
}

settings.onSetting(hintKeys);
hintKeys();
