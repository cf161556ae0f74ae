/** The table as one browser sees it: a pure fold of messages, selections and sent moves. */

import { startClocks } from "./clock.js";
import { missedTurns } from "./missed.js";
import { emptyModel } from "./model.js";
import { t } from "../../../density/words.js";

export { emptyModel };

/**
 * @typedef {import("./protocol.js").Types} Types
 * @typedef {import("./model.js").Model} Model
 */

const TALK = 50;

/**
 * The table after one message. A snapshot replaces everything; an event message one version
 * ahead is folded, a known one is ignored, and a missing one asks for a resync (`gap`).
 * @template {Types} G
 * @param {import("./model.js").Model<G>} model
 * @param {import("./protocol.js").Message<G>} message
 * @param {number} now the browser's clock, in ms
 * @param {import("./game.js").Fold<G>} game the game's part of the fold
 * @returns {import("./model.js").Model<G>}
 */
export function foldMessage(model, message, now, game) {
  const after = foldShared(model, message, now, game);
  return after === model ? model : { ...after, own: game.own(model, after, message, now) };
}

/**
 * The same, without the game's own state.
 * @template {Types} G
 * @param {import("./model.js").Model<G>} model
 * @param {import("./protocol.js").Message<G>} message
 * @param {number} now
 * @param {import("./game.js").Fold<G>} game
 * @returns {import("./model.js").Model<G>}
 */
function foldShared(model, message, now, game) {
  switch (message.type) {
    case "snapshot":
      return foldSnapshot(model, message, now, game);
    case "events":
      if (model.game === null || model.gap || message.version <= model.version) return model;
      if (message.version > model.version + 1) return { ...model, gap: true };
      return foldEvents(model, message, now, game);
    case "refused":
      return foldRefusal(model, message, now);
    case "pong":
      return message.watchers === undefined || message.watchers === model.watchers
        ? model
        : { ...model, watchers: message.watchers };
    case "talk":
      return foldTalk(model, message.line);
    case "barred":
      return { ...model, barred: true, you: null, me: null };
    case "draining":
      return { ...model, draining: message.on ? { at: now } : null };
    default:
      return model;
  }
}

/**
 * Whether the server's answer to a ping names a newer version of the table.
 * @param {Model} model
 * @param {import("./protocol.js").Message} message
 */
export const isBehind = (model, message) =>
  message.type === "pong" && model.game !== null && (message.version ?? -1) > model.version;

/**
 * @template {Types} G
 * @param {import("./model.js").Model<G>} model
 * @param {import("./protocol.js").Snapshot<G>} message
 * @param {number} now
 * @param {import("./game.js").Fold<G>} game
 * @returns {import("./model.js").Model<G>}
 */
function foldSnapshot(model, message, now, game) {
  if (model.game?.id === message.game.id && message.version < model.version) return model;
  const isSameQuestion = model.question === message.question;
  return {
    ...emptyModel(model.own),
    version: message.version,
    game: message.game,
    seats: nameSeats(message.seats),
    awayAt: awaySince(message.seats, now),
    callAt: callableFrom(message.seats, now),
    you: message.you,
    view: message.view,
    log: message.log,
    question: message.question,
    changed: isSameQuestion ? model.changed : now,
    clocks: startClocks(message, now),
    pauseUntil: message.pause > 0 ? now + message.pause : 0,
    end: message.end ?? null,
    ready: message.ready ?? null,
    fair: message.fair,
    selected: isSameQuestion ? model.selected : null,
    pending: isSameQuestion ? model.pending : null,
    missed: missedTurns(model, message, game),
    lapse: model.lapse,
    me: message.me ?? null,
    muted: message.muted ?? message.me?.muted ?? [],
    ranks: message.ranks ?? {},
    tab: message.tab ?? model.tab,
    left: hasLeft(model, message.you, message.seats),
    barred: model.barred && message.you === null,
    draining: model.draining,
    watchers: message.watchers ?? model.watchers,
    talk: message.talk ?? model.talk,
    keptUntil: Object.fromEntries(
      message.seats.flatMap(({ seat, kept_ms: ms }) => (ms ? [[seat, now + ms]] : [])),
    ),
    follow: seatToFollow(model, message.you, message.seats.length),
  };
}

/**
 * The seats, with words in place of names that this reader must not see.
 * @param {import("./protocol.js").SeatInfo[]} seats
 */
const nameSeats = (seats) =>
  seats.map((seat) =>
    seat.name || seat.kind === "empty"
      ? seat
      : { ...seat, unnamed: true, name: t("Seat {number}", { number: seat.seat + 1 }) },
  );

/**
 * When each absent player left, by this browser's clock.
 * @param {import("./protocol.js").SeatInfo[]} seats
 * @param {number} now
 */
const awaySince = (seats, now) =>
  Object.fromEntries(
    seats.flatMap(({ seat, away_ms: ms }) =>
      ms === null || ms === undefined ? [] : [[seat, now - ms]],
    ),
  );

/**
 * From when on others may have an AI play for an absent player, where they may.
 * @param {import("./protocol.js").SeatInfo[]} seats
 * @param {number} now
 */
const callableFrom = (seats, now) =>
  Object.fromEntries(
    seats.flatMap(({ seat, call_ms: ms }) =>
      ms === null || ms === undefined ? [] : [[seat, now + ms]],
    ),
  );

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
 * The seat at the near side for a reader without a seat: it is still the seat that the reader has left.
 * @param {Model} model
 * @param {number | null} you
 * @param {number} seats
 */
function seatToFollow({ you: before, follow }, you, seats) {
  const seat = you === null ? (before ?? follow) : follow;
  return seat < seats ? seat : 0;
}

/**
 * Adds a chat line and keeps the newest ones, oldest first.
 * @template {Types} G
 * @param {import("./model.js").Model<G>} model
 * @param {import("./protocol.js").TalkLine} line
 * @returns {import("./model.js").Model<G>}
 */
const foldTalk = (model, line) =>
  model.talk.some(({ id }) => id === line.id)
    ? model
    : { ...model, talk: [...model.talk, line].slice(-TALK) };

/**
 * @template {Types} G
 * @param {import("./model.js").Model<G>} model
 * @param {import("./protocol.js").Events<G>} message
 * @param {number} now
 * @param {import("./game.js").Fold<G>} game
 * @returns {import("./model.js").Model<G>}
 */
function foldEvents(model, message, now, game) {
  const isSameQuestion = model.question === message.question;
  const ends = message.events.some((event) => event.e === "match_over");
  const { me = model.me } = message;
  const seats = message.seats ? nameSeats(message.seats) : model.seats;
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
    log: foldLog(model.log, message.events, game.matches),
    question: message.question,
    changed: isSameQuestion ? model.changed : now,
    clocks: startClocks({ ...message, seats }, now),
    pauseUntil: message.pause ? now + message.pause : isSameQuestion ? model.pauseUntil : 0,
    end: message.end ?? null,
    ready: message.ready ?? null,
    sealed: ends ? (model.fair?.root ?? null) : model.sealed,
    selected: isSameQuestion ? model.selected : null,
    pending: isSameQuestion ? model.pending : null,
    refused: message.events.length || !isSameQuestion ? null : model.refused,
    fresh: message.events,
    lapse: lapseIn(model, message.events, now, game),
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

/**
 * The lapse to show after these events: a new one, or the one that is still shown.
 * @template {Types} G
 * @param {import("./model.js").Model<G>} model before the events
 * @param {G["event"][]} events
 * @param {number} now
 * @param {import("./game.js").Fold<G>} game
 * @returns {import("./model.js").Lapse | null}
 */
function lapseIn(model, events, now, game) {
  const words = game.lapse(model, events);
  return words ? { words, at: now } : model.lapse;
}

/**
 * Keeps the newest matches in the log, and the end of the one before them.
 * @template {import("./protocol.js").GameEvent} T
 * @param {T[]} log
 * @param {T[]} events
 * @param {number} matches
 */
function foldLog(log, events, matches) {
  const all = [...log, ...events];
  const deals = all.flatMap(({ e }, index) => (e === "dealt" ? [index] : []));
  const start = deals.at(-Math.min(matches, deals.length)) ?? -1;
  const over = all.slice(0, Math.max(start, 0)).findLast((event) => event.e === "match_over");
  if (start < 0 || !deals.length) return all;
  return over ? [over, ...all.slice(start)] : all.slice(start);
}

/** Refusals that the reader did not cause: the table asks again when it is time. */
const QUIET = ["paused"];

/**
 * Takes back the refused move, with its card still selected, and shows the reason.
 * @template {Types} G
 * @param {import("./model.js").Model<G>} model
 * @param {import("./protocol.js").Refused} message
 * @param {number} now
 * @returns {import("./model.js").Model<G>}
 */
function foldRefusal(model, message, now) {
  const refused = QUIET.includes(message.code) ? null : { code: message.code, at: now };
  if (model.pending === null || (message.ref !== null && message.ref !== model.pending.ref)) {
    return { ...model, refused };
  }
  return { ...model, refused, pending: null, selected: model.pending.index };
}

/**
 * The table after a card of the reader's hand was selected (null: none).
 * @template {Types} G
 * @param {import("./model.js").Model<G>} model
 * @param {number | null} index
 * @returns {import("./model.js").Model<G>}
 */
export const selectCard = (model, index) => ({ ...model, selected: index, refused: null });

/**
 * The table after a move was sent; its effect may show before the server confirms it.
 * @template {Types} G
 * @param {import("./model.js").Model<G>} model
 * @param {import("./model.js").Pending<G>} pending
 * @returns {import("./model.js").Model<G>}
 */
export const sendMove = (model, pending) => ({ ...model, pending, selected: null, refused: null });

/**
 * The table after a reconnect: a move that may have been lost is taken back.
 * @template {Types} G
 * @param {import("./model.js").Model<G>} model
 * @returns {import("./model.js").Model<G>}
 */
export const giveBack = (model) =>
  model.pending === null
    ? model
    : { ...model, pending: null, selected: model.pending.index ?? model.selected };

/** @template {Types} G @param {import("./model.js").Model<G>} model @returns {import("./model.js").Model<G>} */
export const forgetRefusal = (model) => ({ ...model, refused: null });

/** @template {Types} G @param {import("./model.js").Model<G>} model @returns {import("./model.js").Model<G>} */
export const forgetLapse = (model) => ({ ...model, lapse: null });

/** Whether this tab plays the reader's seat. @param {Model} model */
export const isActing = ({ me, tab }) => !me?.tab || tab === null || me.tab === tab;

/** Whether this reader is asked and has not answered. @param {Model} model */
export const myTurn = (model) =>
  model.question !== null && model.pending === null && (model.view?.legal.length ?? 0) > 0;
