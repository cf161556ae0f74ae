/** The table as one browser knows it: a pure fold of messages, selections and sent moves. */

/**
 * @typedef {import("./protocol.js").Message} Message
 * @typedef {import("./protocol.js").Told} Told
 * @typedef {import("./protocol.js").Action} Action
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 *
 * @typedef {{ref: string, question: number, action: Action, index: number | null}} Pending
 * @typedef {{
 *   version: number,
 *   game: import("./protocol.js").Game | null,
 *   seats: import("./protocol.js").SeatInfo[],
 *   you: number | null,
 *   view: import("./protocol.js").View | null,
 *   log: Told[],
 *   question: number | null,
 *   changed: number,
 *   clocks: Record<string, {until: number, of: number}>,
 *   pauseUntil: number,
 *   fair: import("./protocol.js").Fair | null,
 *   showdown: MatchOver | null,
 *   selected: number | null,
 *   pending: Pending | null,
 *   refused: {code: string, at: number} | null,
 *   gap: boolean,
 *   fresh: Told[],
 *   missed: number,
 * }} Model
 */

/** @returns {Model} a table nobody has told anything about yet */
export const empty = () => ({
  version: -1,
  game: null,
  seats: [],
  you: null,
  view: null,
  log: [],
  question: null,
  changed: 0,
  clocks: {},
  pauseUntil: 0,
  fair: null,
  showdown: null,
  selected: null,
  pending: null,
  refused: null,
  gap: false,
  fresh: [],
  missed: 0,
});

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
    default:
      return model;
  }
}

/**
 * @param {Model} model
 * @param {import("./protocol.js").Snapshot} message
 * @param {number} now
 * @returns {Model}
 */
function foldSnapshot(model, message, now) {
  const same = model.question === message.question;
  const over = message.log.find((told) => told.e === "match_over");
  return {
    ...empty(),
    version: message.version,
    game: message.game,
    seats: message.seats,
    you: message.you,
    view: message.view,
    log: message.log,
    question: message.question,
    changed: same ? model.changed : now,
    clocks: startClocks(message.clocks, now),
    pauseUntil: message.pause > 0 ? now + message.pause : 0,
    fair: message.fair,
    showdown: message.pause > 0 && over?.e === "match_over" ? keepClosed(model, over) : null,
    selected: same ? model.selected : null,
    missed: missedMoves(model, message.log),
  };
}

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
 * How many moves of others a returning reader has not seen.
 * @param {Model} model
 * @param {Told[]} log
 */
function missedMoves(model, log) {
  if (model.game === null) return 0;
  const last = model.log.at(-1)?.at ?? 0;
  return log.filter(
    (told) => "seat" in told && told.seat !== model.you && told.e !== "drew" && (told.at ?? 0) > last,
  ).length;
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
  const finished = message.view.phase === "over";
  return {
    ...model,
    version: message.version,
    fair: message.root && model.fair ? { ...model.fair, root: message.root } : model.fair,
    game: model.game && { ...model.game, status: finished ? "finished" : model.game.status },
    view: message.view,
    log: foldLog(model.log, message.events),
    question: message.question,
    changed: same ? model.changed : now,
    clocks: startClocks(message.clocks, now),
    pauseUntil: message.pause ? now + message.pause : same ? model.pauseUntil : 0,
    showdown: over?.e === "match_over" ? over : model.showdown,
    selected: same ? model.selected : null,
    pending: same ? model.pending : null,
    refused: null,
    fresh: message.events,
    missed: 0,
  };
}

/**
 * The log keeps the current match and the end of the one before it.
 * @param {Told[]} log
 * @param {Told[]} events
 */
function foldLog(log, events) {
  const all = [...log, ...events];
  const dealt = all.findLastIndex((told) => told.e === "dealt");
  const over = all.slice(0, Math.max(dealt, 0)).findLast((told) => told.e === "match_over");
  if (dealt < 0) return all;
  return over ? [over, ...all.slice(dealt)] : all.slice(dealt);
}

/**
 * @param {import("./protocol.js").Clocks} clocks
 * @param {number} now
 */
const startClocks = (clocks, now) =>
  Object.fromEntries(
    Object.entries(clocks ?? {}).map(([seat, { ms, of }]) => [seat, { until: now + ms, of }]),
  );

/**
 * A refusal gives the card back, still selected, and says why.
 * @param {Model} model
 * @param {import("./protocol.js").Refused} message
 * @param {number} now
 * @returns {Model}
 */
function foldRefusal(model, message, now) {
  const refused = { code: message.code, at: now };
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

/** @param {Model} model @returns {Model} */
export const closeShowdown = (model) => ({ ...model, showdown: null });

/** @param {Model} model @returns {Model} */
export const forgetRefusal = (model) => ({ ...model, refused: null });

/** @param {Model} model whether this reader is asked and has not answered */
export const myTurn = (model) =>
  model.question !== null && model.pending === null && (model.view?.legal.length ?? 0) > 0;

/**
 * The own hand as shown: without the card that is on its way to the discard.
 * @param {Model} model
 * @returns {{code: string, index: number, drawn: boolean}[]}
 */
export function ownHand(model) {
  if (model.you === null || !model.view) return [];
  const { view } = model;
  const hand = view.seats[model.you].hand ?? [];
  const leaving = model.pending?.action.do === "discard" ? model.pending.index : null;
  return hand
    .map((code, index) => ({
      code,
      index,
      drawn: view.drawn !== null && index === hand.length - 1,
    }))
    .filter(({ index }) => index !== leaving);
}

/**
 * The discards of a seat as shown, oldest first.
 * @param {Model} model
 * @param {number} seat
 */
export function discardsOf(model, seat) {
  const told = model.view?.seats[seat].discards ?? [];
  const action = model.pending?.action;
  return seat === model.you && action?.do === "discard" ? [...told, action.card] : told;
}

/**
 * The score to show: after the selected or leaving discard when there is one, else as it stands.
 * @param {Model} model
 * @returns {{score: import("./protocol.js").Score, after: string | null} | null}
 */
export function shownScore(model) {
  const { view } = model;
  if (!view) return null;
  const action = model.pending?.action;
  const card =
    action?.do === "discard"
      ? action.card
      : model.selected === null
        ? null
        : (ownHand(model).find(({ index }) => index === model.selected)?.code ?? null);
  if (card !== null && view.after?.[card]) return { score: view.after[card], after: card };
  return view.score ? { score: view.score, after: null } : null;
}

/**
 * Time left on a seat's clock, in ms; null when none runs.
 * @param {Model} model
 * @param {number} seat
 * @param {number} now
 */
export function timeLeft(model, seat, now) {
  const clock = model.clocks[seat];
  return clock ? { ms: Math.max(0, clock.until - now), of: clock.of } : null;
}

/**
 * The seat that plays after this one, among those still standing.
 * @param {import("./protocol.js").View} view
 */
export function nextToPlay(view) {
  if (view.turn === null) return null;
  const count = view.seats.length;
  for (let step = 1; step < count; step += 1) {
    const seat = (view.turn + step) % count;
    if (view.seats[seat].status === "standing") return seat;
  }
  return null;
}
