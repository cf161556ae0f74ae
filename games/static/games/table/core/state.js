/** The table as one browser knows it: a pure fold of messages, selections and sent moves. */

import { startClocks } from "./clock.js";
import { lapseIn } from "./lapse.js";
import { missedTurns } from "./missed.js";
import { empty } from "./model.js";

export { empty } from "./model.js";

/**
 * @typedef {import("./protocol.js").Message} Message
 * @typedef {import("./protocol.js").Told} Told
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("./model.js").Pending} Pending
 */

const TALK = 50;

/**
 * The table after one message. A snapshot replaces everything; an event message one version
 * ahead is folded, one already known is ignored, and a hole asks for a resync (`gap`).
 * @param {Model} model
 * @param {Message} message
 * @param {number} now the browser's clock, in ms
 * @returns {Model}
 */
export function fold(model, message, now) {
  switch (message.type) {
    case "snapshot":
      return foldSnapshot(model, message, now);
    case "events":
      if (model.game === null || model.gap || message.version <= model.version) return model;
      if (message.version > model.version + 1) return { ...model, gap: true };
      return foldEvents(model, message, now);
    case "refused":
      return foldRefusal(model, message, now);
    case "pong":
      return message.watchers === undefined || message.watchers === model.watchers ? model : { ...model, watchers: message.watchers };
    case "talk":
      return foldTalk(model, message.line);
    case "barred":
      return { ...model, barred: true, you: null, me: null };
    case "again":
      return { ...model, again: offer(message, now) };
    default:
      return model;
  }
}

/**
 * Whether the server holds a newer table than this one, as it says in its answer to a ping.
 * @param {Model} model
 * @param {Message} message
 */
export const behind = (model, message) =>
  message.type === "pong" && model.game !== null && (message.version ?? -1) > model.version;

/**
 * @param {Model} model
 * @param {import("./protocol.js").Snapshot} message
 * @param {number} now
 * @returns {Model}
 */
function foldSnapshot(model, message, now) {
  if (model.game?.id === message.game.id && message.version < model.version) return model;
  const same = model.question === message.question;
  const over = message.log.find((told) => told.e === "match_over");
  return {
    ...empty(),
    version: message.version,
    game: message.game,
    seats: message.seats,
    awayAt: awaySince(message.seats, now),
    callAt: callableFrom(message.seats, now),
    you: message.you,
    view: message.view,
    log: message.log,
    question: message.question,
    changed: same ? model.changed : now,
    clocks: startClocks(message, now),
    pauseUntil: message.pause > 0 ? now + message.pause : 0,
    end: message.end ?? null,
    fair: message.fair,
    showdown: message.pause > 0 && over?.e === "match_over" && isScored(over) ? keepClosed(model, over) : null,
    selected: same ? model.selected : null,
    pending: same ? model.pending : null,
    missed: missedTurns(model, message),
    lapse: model.lapse,
    me: message.me ?? null,
    muted: message.muted ?? message.me?.muted ?? [],
    ranks: message.ranks ?? {},
    tab: message.tab ?? model.tab,
    left: hasLeft(model, message.you, message.seats),
    barred: model.barred && message.you === null,
    watchers: message.watchers ?? model.watchers,
    talk: message.talk ?? model.talk,
    keptUntil: Object.fromEntries(message.seats.flatMap(({ seat, kept_ms: ms }) => (ms ? [[seat, now + ms]] : []))),
    follow: followed(model, message.you, message.seats.length),
    again: message.game.again ? offer(message.game.again, now) : null,
  };
}

/**
 * When each absent person went away, by this browser's clock.
 * @param {import("./protocol.js").SeatInfo[]} seats
 * @param {number} now
 */
const awaySince = (seats, now) =>
  Object.fromEntries(seats.flatMap(({ seat, away_ms: ms }) => (ms === null || ms === undefined ? [] : [[seat, now - ms]])));

/**
 * When others may call an AI for an absent seat, where they may.
 * @param {import("./protocol.js").SeatInfo[]} seats
 * @param {number} now
 */
const callableFrom = (seats, now) =>
  Object.fromEntries(seats.flatMap(({ seat, call_ms: ms }) => (ms === null || ms === undefined ? [] : [[seat, now + ms]])));

/**
 * Whether this reader gave up the seat for good and only watches now.
 * @param {Model} model
 * @param {number | null} you
 * @param {import("./protocol.js").SeatInfo[]} seats
 */
function hasLeft(model, you, seats) {
  if (you !== null) return seats[you]?.state === "abandoned";
  return model.left || (model.you !== null && seats[model.you]?.state === "abandoned");
}

/**
 * Whose place is the near side for somebody without a seat: who gave one up goes on following it.
 * @param {Model} model
 * @param {number | null} you
 * @param {number} seats
 */
function followed({ you: before, follow }, you, seats) {
  const seat = you === null ? (before ?? follow) : follow;
  return seat < seats ? seat : 0;
}

/**
 * The offer to play again, until it ends.
 * @param {import("./protocol.js").AgainOffer} offered
 * @param {number} now
 */
const offer = ({ url, names, ms }, now) => ({ url, names, until: now + ms });

/**
 * The newest lines of the talk, oldest first.
 * @param {Model} model
 * @param {import("./protocol.js").TalkLine} line
 * @returns {Model}
 */
const foldTalk = (model, line) =>
  model.talk.some(({ id }) => id === line.id) ? model : { ...model, talk: [...model.talk, line].slice(-TALK) };

/** @param {MatchOver} over whether its end is a page of its own, with hands and scores: that of Density Deck is */
const isScored = (over) => "amplification" in over;

/**
 * A showdown the reader has closed stays closed when a snapshot tells it again.
 * @param {Model} model
 * @param {MatchOver} over
 */
function keepClosed(model, over) {
  const known = model.log.some((told) => told.e === "match_over" && told.match === over.match);
  return known && model.showdown === null ? null : over;
}

/**
 * @param {Model} model
 * @param {import("./protocol.js").Events} message
 * @param {number} now
 * @returns {Model}
 */
function foldEvents(model, message, now) {
  const same = model.question === message.question;
  const over = message.events.findLast((told) => told.e === "match_over");
  const { seats = model.seats, me = model.me } = message;
  const left = hasLeft(model, model.you, seats);
  return {
    ...model,
    version: message.version,
    fair: message.root && model.fair ? { ...model.fair, root: message.root } : model.fair,
    game: model.game && gameAfter(model.game, message),
    seats,
    awayAt: message.seats ? awaySince(seats, now) : model.awayAt,
    callAt: message.seats ? callableFrom(seats, now) : model.callAt,
    you: left ? null : model.you,
    follow: left ? (model.you ?? model.follow) : model.follow,
    left,
    me,
    muted: me?.muted ?? model.muted,
    view: message.view,
    log: foldLog(model.log, message.events, message.view),
    question: message.question,
    changed: same ? model.changed : now,
    clocks: startClocks({ ...message, seats }, now),
    pauseUntil: message.pause ? now + message.pause : same ? model.pauseUntil : 0,
    end: message.end ?? null,
    showdown: over?.e === "match_over" && isScored(over) ? over : model.showdown,
    sealed: over ? (model.fair?.root ?? null) : model.sealed,
    selected: same ? model.selected : null,
    pending: same ? model.pending : null,
    refused: message.events.length || !same ? null : model.refused,
    fresh: message.events,
    lapse: lapseIn(model, message.events, now),
    missed: 0,
  };
}

/**
 * @param {import("./protocol.js").Game} game
 * @param {import("./protocol.js").Events} message
 */
const gameAfter = (game, { view, host }) => ({
  ...game,
  status: view.phase === "over" ? /** @type {const} */ ("finished") : game.status,
  host: host === undefined ? game.host : host,
});

/** So many matches stay in the log where they are short: challenges. */
const SHORT = 4;

/**
 * The log keeps the current match and the end of the one before it; of short ones a few.
 * @param {Told[]} log
 * @param {Told[]} events
 * @param {import("./protocol.js").View} view
 */
function foldLog(log, events, { target }) {
  const all = [...log, ...events];
  const deals = all.flatMap(({ e }, index) => (e === "dealt" ? [index] : []));
  const dealt = deals.at(target === undefined ? -1 : -Math.min(SHORT, deals.length)) ?? -1;
  const over = all.slice(0, Math.max(dealt, 0)).findLast((told) => told.e === "match_over");
  if (dealt < 0) return all;
  return over ? [over, ...all.slice(dealt)] : all.slice(dealt);
}

/** Refusals that are no fault of the reader's: the table asks again by itself when it is time. */
const QUIET = ["paused"];

/**
 * A refusal gives the card back, still selected, and says why.
 * @param {Model} model
 * @param {import("./protocol.js").Refused} message
 * @param {number} now
 * @returns {Model}
 */
function foldRefusal(model, message, now) {
  const refused = QUIET.includes(message.code) ? null : { code: message.code, at: now };
  if (model.pending === null || (message.ref !== null && message.ref !== model.pending.ref)) {
    return { ...model, refused };
  }
  return { ...model, refused, pending: null, selected: model.pending.index };
}

/**
 * The table after a card of the own hand was selected (or, with null, none).
 * @param {Model} model
 * @param {number | null} index
 * @returns {Model}
 */
export const select = (model, index) => ({ ...model, selected: index, refused: null });

/**
 * The table after a move was sent; only an own discard shows before the server agrees.
 * @param {Model} model
 * @param {Pending} pending
 * @returns {Model}
 */
export const sent = (model, pending) => ({ ...model, pending, selected: null, refused: null });

/**
 * The table after the connection came back: a move that may have been lost with it is in the hand again.
 * @param {Model} model
 * @returns {Model}
 */
export const giveBack = (model) =>
  model.pending === null ? model : { ...model, pending: null, selected: model.pending.index ?? model.selected };

/** @param {Model} model @returns {Model} */
export const closeShowdown = (model) => ({ ...model, showdown: null });

/** @param {Model} model @returns {Model} */
export const forgetRefusal = (model) => ({ ...model, refused: null });

/** @param {Model} model @returns {Model} */
export const forgetLapse = (model) => ({ ...model, lapse: null });

/** @param {Model} model whether this tab is the one that plays the own seat */
export const acting = ({ me, tab }) => !me?.tab || tab === null || me.tab === tab;

/** @param {Model} model whether this reader is asked and has not answered */
export const myTurn = (model) =>
  model.question !== null && model.pending === null && (model.view?.legal.length ?? 0) > 0;
