/** The table of Rock Paper Scissors Extreme, composed of its parts. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t, tn, tparts } from "../../density/words.js";
import { verdictView } from "../../games/table/views/verdict.js";
import {
  slabView,
  backView,
  iconView,
  pointsView,
  rankOf,
  slotView,
} from "../../games/table/parts/parts.js";
import { reactButton, seatChat } from "../../games/table/chat/view.js";
import { seatWords } from "../../games/table/seats/presence.js";
import { faceOf } from "../../games/table/seats/seats.js";
import { nameOf } from "../../games/table/text/sentences.js";
import { isAsked, nearSeatOf } from "../../games/table/seats/order.js";
import { sideView } from "../../games/table/views/side.js";
import { aboutNote, aboutPanel } from "./about.js";
import { itemChip, itemView, signDrawing } from "./card.js";
import { BEATS, SIGN_NAMES } from "./items.js";
import { dockView, promptView } from "./dock.js";

import { choicePlace, tableCard } from "./row.js";
import { effectOf } from "./log_lines.js";
import { statusWords } from "./text.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./effects.js").Beats} Beats
 * @typedef {import("./protocol.js").View} View
 */

/** @param {App} app */
export function rpsTable(app) {
  const { model } = app;
  const view = model.view;
  if (!view) return nothing;
  const near = nearSeatOf(model);
  const far = 1 - near;
  return html`<div class="table rps" data-phase=${view.phase} data-watching=${model.you === null ? "" : nothing}>
      <div class="stage-wrap"><div class="stage" dir="ltr" data-seats="2">
        ${slabView()} <h1 class="sr-only">${headingWords(view)}</h1> ${promptView(app)}
        <section class="opponent" data-spot="across" aria-label=${model.seats[far]?.name}>${plateView(app, far)}${inventoryView(app, far, "theirs")}</section>
        ${pilesView(app, view)} ${centerView(app, view)} ${throwsView(app, view, near)} ${captionView(app, view)}
        ${trackView(app, far, "theirs")} ${trackView(app, near, "own")}
        ${nearView(app, near)} ${reactButton(app)} ${inventoryView(app, near, "own")} ${dockView(app)} ${aboutNote(app)}
      </div></div>
      ${sideView(app, aboutPanel)}
    </div>${verdictView(app)}`;
}

/** @param {View} view */
const headingWords = ({ phase, match, round }) =>
  phase === "over"
    ? t("The game is over")
    : t("Challenge {match}, throw {round}", { match, round });

/** The points on a plate. @param {App} app @param {number} seat */
const pointsOf = ({ model }, seat) =>
  html`<span class="points" data-points=${seat}>${pointsView(model.view?.seats[seat].score ?? 0)}</span>`;

/**
 * The plate of the other player.
 * @param {App} app
 * @param {number} seat
 */
function plateView(app, seat) {
  const { model } = app;
  const info = model.seats[seat];
  if (!info) return nothing;
  const state = seatWords(model, seat, app.ui.now, statusWords);
  return html`<div class="plate" data-status="standing" data-turn=${isAsked(model, seat) ? "" : nothing}
    data-tone=${state.tone || nothing} data-sign=${state.sign || nothing} data-noted=${state.words ? "" : nothing} data-seat=${seat}>
    ${faceOf(app, seat, state)}
    <p class="seat-name" data-long=${info.name.length > 11 ? "" : nothing}>${info.name}</p>
    <p class="seat-kind">${info.kind === "ai" ? iconView("ai") : nothing}<span>${rankOf(model, info)}</span></p>
    ${pointsOf(app, seat)}
    <p class="seat-status">${state.words}</p>${seatChat(app, seat)}</div>`;
}

/**
 * The plate of the near seat: the reader's own, or the one a spectator follows.
 * @param {App} app
 * @param {number} seat
 */
function nearView(app, seat) {
  const { model } = app;
  const info = model.seats[seat];
  if (!info) return nothing;
  const state = seatWords(model, seat, app.ui.now, statusWords);
  const own = model.you === seat;
  const speaks = state.sign === "ai" || state.sign === "away" || !own;
  return html`<div class="near" data-status="standing" data-tone=${state.tone || nothing} data-sign=${state.sign || nothing}
    data-noted=${speaks && state.words ? "" : nothing} data-seat=${seat}>
    ${faceOf(app, seat, state)}
    <p class="seat-name" data-long=${info.name.length > 11 ? "" : nothing}><span>${info.name}</span>${own ? html` <span class="me">${t("you")}</span>` : nothing}</p>
    <p class="seat-kind">${speaks && state.words ? state.words : rankOf(model, info)}</p>
    ${pointsOf(app, seat)}${seatChat(app, seat)}</div>`;
}

/**
 * The open cards of a player; free places are dashed.
 * @param {App} app
 * @param {number} seat
 * @param {"own" | "theirs"} side
 */
function inventoryView(app, seat, side) {
  const view = app.model.view;
  const items = view?.seats[seat].items ?? [];
  const free = Math.max(0, (view?.hand_limit ?? 3) - items.length);
  const whose =
    side === "own" && app.model.you === seat
      ? t("Your cards")
      : t("{name}’s cards", { name: nameOf(app.model, seat) });
  return html`<div class="items" data-side=${side} data-row data-count=${Math.max(items.length, view?.hand_limit ?? 3)} role="group" aria-label=${whose} data-choose=${choicePlace(app) === side ? "" : nothing}>${items.map(
    (code, index) =>
      tableCard(app, code, {
        size: side === "own" ? "hand" : "discard",
        whose: "",
        first: index === 0,
      }),
  )}${Array.from(
    { length: free },
    () => html`<span class="card slot" aria-hidden="true"></span>`,
  )}</div>`;
}

/** @param {App} app @param {View} view */
function centerView(app, view) {
  const first = view.center.findIndex(Boolean);
  return html`<div class="center" data-row role="group" aria-label=${t("Center")} data-choose=${choicePlace(app) === "center" ? "" : nothing}>${view.center.map(
    (code, index) =>
      code
        ? tableCard(app, code, { size: "centre", whose: "", first: index === first })
        : slotView(app.model.game?.status === "sealing" ? "" : t("picked"), "centre"),
  )}</div>`;
}

/** The supply and the discard pile. @param {App} app @param {View} view */
function pilesView(app, { supply, discard, black }) {
  const top = discard.at(-1);
  return html`<div class="pile supply" data-pile="supply" role="img" aria-label=${tn("Supply, {count} card", "Supply, {count} cards", supply)}>
      <span class="pile-label" aria-hidden="true">${t("Supply")}</span>${backView({ size: "discard", stack: supply > 1, count: supply })}</div>
    <button type="button" class="pile gone" data-pile="gone" aria-haspopup="dialog" @click=${() => app.toggle("discards")}>
      <span class="sr-only">${tn("Discard pile, {count} card", "Discard pile, {count} cards", discard.length)}</span>
      <span class="pile-label" aria-hidden="true">${t("Discard")} <b>${discard.length}</b></span>
      ${top ? itemView(top, { size: "discard", stack: discard.length > 1 }) : html`<span class="card slot" data-size="discard" aria-hidden="true">${t("Empty")}</span>`}</button>
    ${black ? html`<p class="black-note">${itemChip("black-potion", { small: true })}<span>${t("totems, scrolls and athames do nothing until this challenge ends")}</span></p>` : nothing}`;
}

/**
 * Both throws: chosen in secret, revealed together, and what beats what.
 * @param {App} app
 * @param {View} view
 * @param {number} near
 */
function throwsView(app, view, near) {
  const last =
    view.last && view.last.match === view.match && view.last.round === view.round
      ? view.last
      : null;
  // the better sign is shown with the outcome
  const slams = app.scene?.current?.events.some(({ e }) => e === "thrown");
  return html`<div class="throws">${discView(app, view, 1 - near, "theirs")}<p class="verdict">${slams ? "" : verdictWords(view, near, last?.winner)}</p>${discView(app, view, near, "own")}</div>`;
}

/**
 * @param {View} view
 * @param {number} near
 * @param {number | null | undefined} winner undefined: not known yet
 */
function verdictWords({ seats }, near, winner) {
  const own = seats[near].sign;
  const theirs = seats[1 - near].sign;
  if (!own || !theirs) return t("against");
  if (own === theirs)
    return winner === undefined || winner === null ? t("the same sign") : t("decided by a card");
  const [better, worse] = BEATS[own] === theirs ? [own, theirs] : [theirs, own];
  return t("{better} beats {worse}", { better: SIGN_NAMES[better], worse: SIGN_NAMES[worse] });
}

/**
 * The throw of a seat: missing, chosen in secret, or revealed.
 * @param {App} app
 * @param {View} view
 * @param {number} seat
 * @param {"own" | "theirs"} side
 */
function discView({ model }, view, seat, side) {
  const { sign, answered, choice } = view.seats[seat];
  const sent = seat === model.you ? (model.pending?.action ?? choice) : null;
  const own = sent?.do === "throw" ? sent.sign : null;
  const hidden = !sign && (own !== null || (answered && view.phase === "throw"));
  const name = nameOf(model, seat);
  const words = sign
    ? SIGN_NAMES[sign]
    : hidden
      ? seat === model.you
        ? t("Hidden")
        : t("Has thrown")
      : seat === model.you
        ? t("You")
        : name;
  const label = sign
    ? t("{name}: {sign}", { name, sign: SIGN_NAMES[sign] })
    : hidden
      ? t("{who} has thrown.", { who: name })
      : t("{name} hasn’t thrown yet", { name });
  return html`<div class="disc" data-side=${side} data-state=${sign ? "shown" : hidden ? "hidden" : "none"} data-won=${view.winner === seat ? "" : nothing}
    role="img" aria-label=${label}><span class="disc-face">${sign ? signDrawing(sign) : own ? signDrawing(own) : hidden ? iconView("check") : nothing}</span><span class="disc-words">${words}${
      view.winner === seat ? html` <b class="badge" data-kind="go">${t("Winner")}</b>` : nothing
    }</span></div>`;
}

/**
 * The current moment with the card that caused it, else the phase of the game.
 * @param {App} app
 * @param {View} view
 */
function captionView(app, view) {
  const beat = app.scene?.current ?? null;
  const events = beat?.events.filter(({ e }) => e !== "refilled") ?? [];
  const lines = events
    .map((event) => effectOf(app.model, event))
    .filter(({ parts }) => parts.length);
  if (!beat || !lines.length) {
    return html`<div class="caption" data-quiet><p class="caps">${t("Challenge {match}", { match: view.match })}</p><p class="caption-line">${
      view.round > 1
        ? t("Throw {round}", { round: view.round })
        : t("First to {target} points", { target: view.target })
    }</p></div>`;
  }
  const card = causeOf(events);
  return html`<div class="caption" data-e=${events[0].e}>${card ? itemView(card, { size: "small", label: "" }) : nothing}<div>${lines.map(
    ({ cause, parts }) =>
      html`${cause ? html`<p class="caption-cause">${cause}</p>` : nothing}<p class="caption-line">${partViews(parts)}</p>`,
  )}</div></div>`;
}

/** @param {import("../../games/table/text/sentences.js").Part[]} parts */
const partViews = (parts) =>
  parts.map((part) =>
    typeof part === "string"
      ? part
      : "card" in part
        ? itemChip(part.card)
        : html`<b>${part.who}</b>`,
  );

/** The card that is shown large. @param {import("./protocol.js").GameEvent[]} events */
function causeOf(events) {
  for (const event of events) {
    if (event.e === "drank") return event.as ?? event.card;
    if (event.e === "outcome" && event.winner !== null)
      return event.claims.find(({ seat }) => seat === event.winner)?.card ?? null;
    if ("cause" in event && event.cause) return event.cause.card;
  }
  return null;
}

/**
 * The points of a seat on the track to the target.
 * @param {App} app
 * @param {number} seat
 * @param {"own" | "theirs"} side
 */
function trackView({ model }, seat, side) {
  const view = model.view;
  if (!view) return nothing;
  const { score } = view.seats[seat];
  const { target } = view;
  return html`<div class="track" data-side=${side} data-near=${target - score <= 3 ? "" : nothing} role="img"
    aria-label=${t("{name}: {score} of {target} points", { name: nameOf(model, seat), score, target })}>
    <span class="track-name" aria-hidden="true">${nameOf(model, seat, t("You"))}</span>
    <b class="num track-target" aria-hidden="true">${target}</b>
    <span class="track-core" aria-hidden="true">${Array.from({ length: target }, (_, index) => html`<i data-on=${target - index <= score ? "" : nothing} data-five=${(target - index) % 5 === 0 ? "" : nothing}></i>`)}</span>
    <b class="num track-score" aria-hidden="true">${score}</b></div>`;
}

/** The progress of the game, for the bar. @param {View} view @param {unknown} kind */
export const progressOf = (view, kind) => ({
  long:
    view.phase === "over"
      ? tparts("{kind}, ended in challenge {match}", { kind, match: view.match })
      : tparts("{kind}, challenge {match}", { kind, match: view.match }),
  short: html`<span><b>${t("Challenge {match}", { match: view.match })}</b><br>${t("Throw {round}", { round: view.round })}</span>`,
});
