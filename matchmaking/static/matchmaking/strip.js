/** The queue on every page: the docked strip, and the dialog of a call. */

import { html, nothing } from "../density/vendor/lit-html/lit-html.js";
import { t } from "../density/words.js";
import { timeToAnswer, offerOf, timeLeft, stageOf, timeWaited } from "./state.js";
import {
  offerLine,
  offerWords,
  hereWords,
  isShared,
  lookingWords,
  noteWords,
  playerWords,
  timeWords,
  typicalWords,
  waitingWords,
} from "./words.js";

/**
 * @typedef {import("./state.js").Model} Model
 * @typedef {{suits: string, icons: string, home: string, table: boolean, page: boolean, lost: boolean,
 *   now: number, leave: () => void, forget: () => void, sit: () => void, decline: () => void,
 *   answer: (yes: boolean) => void}} Desk suits, icons, home: addresses; table, page: whether this is the
 *   page of the table or of the queue; lost: whether the connection is lost; then the buttons' actions
 */

/**
 * The strip, or nothing.
 * @param {Model} model
 * @param {Desk} desk
 */
export function stripView(model, desk) {
  switch (stageOf(model.frame)) {
    case "waiting":
      return desk.page ? nothing : waitingStrip(model, desk);
    case "found":
      return desk.page ? nothing : foundStrip(model, desk);
    case "playing":
      return desk.table || desk.page
        ? nothing
        : stripOf(html`<p class="strip-words"><b>${t("Your game is in progress")}</b></p>
        <a class="button go" href=${model.frame?.table?.url ?? desk.home}>${t("Go to the table")}</a>`);
    default:
      return model.note && !desk.page ? noteStrip(model, desk) : nothing;
  }
}

/** @param {unknown} content */
const stripOf = (content) => html`<div class="queue-strip-in">${content}</div>`;

/** @param {Model} model @param {Desk} desk */
function waitingStrip(model, desk) {
  const frame = /** @type {import("./state.js").QueueFrame} */ (model.frame);
  if (desk.lost) return lostStrip(desk);
  const offer = offerOf(model);
  if (offer && isShared(offer)) return offerStrip(offer, desk);
  const words =
    model.note === "void"
      ? t("A player didn’t show up. You keep your place.")
      : model.note === "unsent"
        ? noteWords(model, desk.now)
        : waitView(frame);
  return stripOf(html`<a class="strip-words" href=${desk.home}><b class="num strip-time">${timeWords(timeWaited(model, desk.now))}</b>
      <span><b>${lookingWords(frame)}</b><small>${words}</small></span></a>
    <button type="button" class="button" data-do="leave-queue" aria-label=${t("Leave queue")} @click=${desk.leave}><span class="strip-more">${t("Leave queue")}</span><span class="strip-less">${t("Leave")}</span></button>`);
}

/** How long it usually takes; on a phone, without how many others there are. @param {import("./state.js").QueueFrame} frame */
function waitView(frame) {
  const typical = typicalWords(frame.estimate_ms);
  return html`${typical}<span class="strip-more">${waitingWords(frame).slice(typical.length)}</span>`;
}

/** The strip while it is unknown whether the reader is still queued. @param {Desk} desk */
export const lostStrip = (desk) =>
  stripOf(html`<a class="strip-words says-lost" href=${desk.home}>
      <span><b>${t("Connection lost. Reconnecting…")}</b><small>${t("You may have lost your place in the queue.")}</small></span></a>`);

/** @param {import("./state.js").Offer} offer @param {Desk} desk */
const offerStrip = (offer, desk) =>
  stripOf(html`<a class="strip-words" href=${desk.home}>
      <span><b>${offerLine(offer)}</b><small>${t("Play a casual game together and keep your place")}</small></span></a>
    <button type="button" class="button go" data-do="sit" @click=${desk.sit}>${t("Join")}</button>
    <button type="button" class="button quiet square" data-do="decline" @click=${desk.decline}>${iconView(desk, "close")}<span class="sr-only">${t("Not now")}</span></button>`);

/**
 * The shared table on the page of the queue: its players, and that it costs nothing.
 * @param {Model} model
 * @param {Desk} desk
 */
export function offerView(model, desk) {
  const offer = offerOf(model);
  if (!offer) return nothing;
  return html`<div class="offer-text"><h2>${t("Play together while you wait")}</h2>
      <p>${offerWords(offer)}</p>
      <p class="hint">${t("This game is casual, and you keep your place in the queue.")}</p></div>
    <div class="buttons"><button type="button" class="button go" data-do="sit" @click=${desk.sit}>${t("Join")}</button>
    <button type="button" class="button quiet" data-do="decline" @click=${desk.decline}>${t("Not now")}</button></div>`;
}

/** @param {Model} model @param {Desk} desk */
function foundStrip(model, desk) {
  const frame = /** @type {import("./state.js").QueueFrame} */ (model.frame);
  return stripOf(html`<p class="strip-words"><b class="num strip-time gain">${secondsWords(model, desk)}</b>
      <span><b>${t("Game found")}</b><small>${hereWords(frame)}</small></span></p>
    ${desk.table ? nothing : html`<a class="button go" href=${frame.table?.url ?? desk.home}>${t("Go to the table")}</a>`}`);
}

/** @param {Model} model @param {Desk} desk */
const noteStrip = (model, desk) =>
  stripOf(html`<p class="strip-words strip-note"><span><b>${noteWords(model, desk.now)}</b></span></p>
  <a class="button" href=${desk.home}>${t("Go to the queue")}</a>
  <button type="button" class="button quiet square" data-do="forget" @click=${desk.forget}>${iconView(desk, "close")}<span class="sr-only">${t("Close")}</span></button>`);

/** @param {Model} model @param {Desk} desk */
const secondsWords = (model, desk) =>
  t("{seconds}\u00a0s", { seconds: Math.ceil(timeLeft(model, desk.now) / 1000) });

/**
 * The ready check for a reader who looked elsewhere: who is there, the time left, one button.
 * @param {Model} model
 * @param {Desk} desk
 */
export function checkView(model, desk) {
  const table = model.frame?.table;
  if (!table) return nothing;
  return html`<header><h2 id="ready-check">${t("Game found")}</h2><b class="num gain">${secondsWords(model, desk)}</b></header>
    <div class="check-seats">${table.seats.map(
      ({
        name,
        avatar,
        here,
      }) => html`<span class="check-seat" data-here=${here ? "" : nothing} role="img"
      aria-label=${here ? t("{name}, here", { name: playerWords(name) }) : t("{name}, not here yet", { name: playerWords(name) })}>${faceView(name, avatar, desk)}</span>`,
    )}<p class="quiet">${hereWords(/** @type {import("./state.js").QueueFrame} */ (model.frame))}</p></div>
    <a class="button go big" href=${table.url} data-do="ready" autofocus>${iconView(desk, "check")}${t("Ready")}</a>
    <p class="hint">${t("If you don’t join, you get a strike and the others keep waiting.")}</p>`;
}

/**
 * The question to a reader in a casual game, when a ranked table is possible.
 * @param {Model} model
 * @param {Desk} desk
 */
export const askView = (model, desk) =>
  html`<header><h2 id="ready-check">${t("Join a ranked table?")}</h2><b class="num gain">${t("{seconds}\u00a0s", { seconds: Math.ceil(timeToAnswer(model, desk.now) / 1000) })}</b></header>
    <p>${t("This game is casual. If you say yes, an AI player takes your seat as soon as a ranked table is found. Neither answer costs you anything.")}</p>
    <button type="button" class="button go big" data-do="go" autofocus @click=${() => desk.answer(true)}>${iconView(desk, "check")}${t("Yes, take me there")}</button>
    <button type="button" class="button" data-do="stay" @click=${() => desk.answer(false)}>${t("Stay here")}</button>`;

/** @param {string} name @param {string} avatar the chosen one, or "" @param {Desk} desk */
export function faceView(name, avatar, desk) {
  const letters = [...(name || "?")];
  const sum = letters.reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const [drawing, tone] = (avatar || `letter-${sum % 8}`).split("-");
  return html`<span class="avatar" data-tone=${tone} aria-hidden="true"><svg><use href="${desk.suits}#avatar-${sum % 3}"></use></svg>${
    drawing === "letter"
      ? html`<b>${letters[0].toUpperCase()}</b>`
      : html`<svg><use href="${desk.suits}#${drawing}"></use></svg>`
  }</span>`;
}

/** @param {Desk} desk @param {string} name */
const iconView = (desk, name) =>
  html`<svg class="icon" aria-hidden="true"><use href="${desk.icons}#${name}"></use></svg>`;
