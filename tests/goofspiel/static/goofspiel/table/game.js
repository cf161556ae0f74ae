/** Goofspiel's table, with everything that games/table/state/game.js requires of a game. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { verdictView } from "../../games/table/views/verdict.js";
import { offersView } from "../../games/table/views/banners.js";
import { sideView } from "../../games/table/views/side.js";
import { seatWords } from "../../games/table/seats/presence.js";
import "./keys.js";
import { sentencesOf } from "./text.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").View} View
 */

/** @param {Model} model */
const namesOf = ({ seats }) => seats.map(({ name }) => name);

/** @param {Model} model @param {number} seat */
const statusWords = ({ view }, seat) => (view?.seats[seat].answered ? "Has bid" : "Thinks");

/** The sentence of a question. @param {Model} model */
const turnSentence = ({ view }) => `Bid for the prize ${view?.prize}.`;

/** Sends a bid if it is legal. @param {App} app @param {number} card */
function sendBid(app, card) {
  const action = app.model.view?.legal.find((each) => each.card === card);
  return !!action && app.moves.send(action);
}

/** @param {App} app */
function promptWords({ model, paused }) {
  const view = model.view;
  if (view?.phase === "over") return "The game is over";
  if (paused) return "Look at the bids";
  return view?.legal.length && !model.pending ? "Your bid" : "Waiting for the others";
}

/** @param {App} app @param {number} seat @param {View} view */
function seatView({ model, ui }, seat, view) {
  const { score, hand, choice } = view.seats[seat];
  return html`<li class="plate" data-seat=${seat}><b class="seat-name">${model.seats[seat]?.name}</b>
    <span class="points"><b class="num">${score}</b> points</span>
    <span class="seat-status">${seatWords(model, seat, ui.now, statusWords).words}</span>
    <span class="hint">holds ${hand.join(" ")}${choice ? html`, bids ${choice}` : nothing}</span></li>`;
}

/** @param {App} app */
function tableView(app) {
  const view = app.model.view;
  if (!view) return nothing;
  const { you } = app.model;
  const cards = you === null ? [] : view.seats[you].hand;
  return html`<div class="table goofspiel" data-phase=${view.phase}><div class="goof">
      <h1 class="sr-only">Goofspiel, round ${view.round}</h1>
      <p class="prompt"><b>${promptWords(app)}</b></p>
      <p class="prize">Prize <b class="num" data-prize>${view.prize}</b></p>
      <ul class="goof-seats">${view.seats.map((_, seat) => seatView(app, seat, view))}</ul>
      ${offersView(app) ?? nothing}
      <div class="moves" role="group" aria-label="Your cards">${cards.map(
        (card) => html`<button type="button" class="button"
        data-bid=${card} ?disabled=${!app.mayAct} @click=${() => sendBid(app, card)}>${card}</button>`,
      )}</div>
    </div>${sideView(app, () => nothing)}</div>${verdictView(app)}`;
}

/** @type {import("./protocol.js").Game} */
export const goofspiel = {
  fold: {
    matches: 1,
    start: null,
    own: () => null,
    lapse: ({ you }, events) =>
      events.some((event) => event.e === "bid" && event.seat === you && event.by === "clock")
        ? "Time ran out, so the table bid for you."
        : "",
    missed: (_model, before, _log, view) => Math.max(0, view.round - before.round),
  },
  ui: () => ({}),
  name: "Goofspiel",
  table: tableView,
  place: ({ round }, kind) => ({
    long: html`${kind}, round ${round}`,
    short: html`Round ${round}`,
  }),
  lines: (model) =>
    sentencesOf(model.log, namesOf(model)).map((words) => ({
      kind: "line",
      parts: [words],
      at: null,
    })),
  chip: (code) => html`<b>${code}</b>`,
  spoken: ({ model }) => ({
    assertive: model.question === null ? [] : [turnSentence(model)],
    polite: sentencesOf(model.fresh, namesOf(model)),
  }),
  opens: () => true,
  turn: turnSentence,
  facts: turnSentence,
  keys: () => [[["lowest", "next", "highest"], "Bid the lowest card, the next one, the highest"]],
  press: (app, _root, _event, action) => {
    const place =
      action === "lowest" ? 0 : action === "next" ? 1 : action === "highest" ? -1 : null;
    return place !== null && app.mayAct && sendBid(app, app.model.view?.legal.at(place)?.card ?? 0);
  },
  wanted: () => ".moves .button:not(:disabled)",
  cards: {
    label: "Cards",
    view: ({ model }) =>
      html`<p class="hint">${model.view?.seats.map(({ hand }) => hand.length).join(", ")} cards are left.</p>`,
  },
  dialog: () => null,
  sound: (model, before) => (model.fresh !== before.fresh && model.fresh.length ? "card" : null),
  words: {
    missed: (count) => `You missed ${count} bids.`,
    missedAll: () => "You missed the game.",
    patience: "the others wait",
  },
  refusals: {},
  options: (_ruleset, clock) => ({ rules: [], clock: clock ? `${clock.free} s a bid` : "" }),
  standing: () => "Places are then decided by everyone’s points.",
  past: ({ events }, names) => sentencesOf(events, names).join(" "),
  points: ({ view }, seat) => view?.seats[seat].score ?? 0,
  motion: () => ({ look() {}, play() {} }),
};
