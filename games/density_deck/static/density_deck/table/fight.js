/** The end of a match at the table: the call, the hands from the weakest, the verdict, the damage. Pure. */

import { nearSeatOf } from "../../games/table/seats/order.js";
import * as words from "./result_words.js";
import { shownHands } from "./shown.js";

/**
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 * @typedef {import("./protocol.js").SeatResult} SeatResult
 * @typedef {import("./protocol.js").Fight} Fight
 * @typedef {import("../../games/table/state/moments.js").Moment<import("./protocol.js").Deck>} Moment
 * @typedef {{pace: "full" | "short" | "off", still: boolean}} Manner still: whether pictures replace motion
 */

/** Durations of the beats in ms; `hand` for each opponent but the last, `last` before the strongest. */
const FULL = { call: 600, hand: 850, last: 600, strongest: 1000, verdict: 700, damage: 900 };
/** The time of a player who falls, and of the winner of a game, in ms. */
const FALL = 600;
const END = 2400;
/** How long a picture is shown for readers who want no motion, in ms. */
const STILL = 1000;
/** The time of the verdict for a reader who plays alone, in ms: the blow starts as soon as its words stand. */
const SOON = 350;
/** The share of the times of quick fights, and for readers who chose short fights. */
const QUICK = 0.6;
const SHORT = 0.5;
/** A table with at most this many seconds per turn is quick. */
const FAST_CLOCK = 10;
/** The usual number of lives; a game with fewer is quick. */
const USUAL_LIVES = 10;

/**
 * The moments between the table before and the columns; null if there is nothing to see.
 * @param {Model} before
 * @param {Model} next the table after the events of `next.fresh`
 * @param {Manner} manner
 * @returns {{moments: Moment[], rest: GameEvent[]} | null}
 */
export function fightOf(before, next, { pace, still }) {
  const at = next.fresh.findIndex(({ e }) => e === "match_over");
  const over = next.fresh[at];
  if (pace === "off" || over?.e !== "match_over" || over.ended_by === "agreement") return null;
  if (!before.view || before.view.match !== over.match) return null;
  const earlier = next.fresh.slice(0, at);
  const base = tableAtEnd(before, next, over, earlier);
  const last = next.view?.phase === "over" ? (next.view.places ?? null) : null;
  const repeated = isRepeated(next, over.match);
  const beats = still ? stillBeats(base, over, last) : beatsOf(base, over, last, repeated);
  const share = still ? 1 : pace === "short" ? SHORT : repeated || isQuick(next) ? QUICK : 1;
  const moments = beats.map(({ fight, ms, say }, index) => ({
    ms: ms * share,
    say,
    model: {
      ...base,
      fresh: index ? [over] : earlier,
      own: { ...base.own, fight: { ...fight, share } },
    },
  }));
  return { moments, rest: next.fresh.slice(at + 1) };
}

/** Whether a game is meant to be quick, by its clock or its lives. @param {Model} model */
const isQuick = ({ game }) =>
  (game?.clock?.free ?? Infinity) <= FAST_CLOCK ||
  Number(game?.ruleset.lives ?? USUAL_LIVES) < USUAL_LIVES;

/**
 * Whether the reader plays alone, and so sees many fights, and has seen one or chose fast AI players.
 * @param {Model} model
 * @param {number} match
 */
const isRepeated = ({ me }, match) => !!me?.ai_pace && (match > 1 || me.ai_pace !== "normal");

/**
 * @typedef {{fight: Omit<Fight, "share">, ms: number, say?: string[]}} Beat
 *
 * @param {Model} model the table before the end
 * @param {MatchOver} over
 * @param {number[] | null} places where the game ends with this match
 * @param {boolean} [soon] whether the blow starts as soon as the words of the verdict stand
 * @returns {Beat[]}
 */
function beatsOf(model, over, places, soon = false) {
  const { you } = model;
  const hands = shownHands(over, you);
  const strongest = hands.length - 1;
  const own = you !== null && resultOf(over, you)?.score ? [you] : [];
  const turned = (/** @type {number} */ count) => [
    ...own,
    ...hands.slice(0, count).map(({ seat }) => seat),
  ];
  const falls = over.seats.some((seat) => isFalling(model, seat));
  const say = words.ofResult(model, over);
  /** @param {Fight["beat"]} beat @param {number} ms @param {string[]} [said] @param {number} [count] of turned hands @returns {Beat} */
  const beatOf = (beat, ms, said = [], count = hands.length) => ({
    fight: {
      over,
      beat,
      turned: turned(count),
      last: strongest > 0 ? hands[strongest].seat : null,
      places,
    },
    ms,
    say: said,
  });
  return [
    beatOf("call", FULL.call, [], 0),
    ...hands.flatMap((hand, index) => [
      ...(index > 0 && index === strongest ? [beatOf("last", FULL.last, [], index)] : []),
      beatOf(
        "hands",
        index === strongest ? FULL.strongest : FULL.hand,
        [...(index ? [] : say.own), ...words.ofHand(model, hand)],
        index + 1,
      ),
    ]),
    beatOf("verdict", soon ? SOON : FULL.verdict, say.verdict),
    beatOf("damage", FULL.damage + (falls ? FALL : 0), say.damage),
    ...(places ? [beatOf("end", END)] : []),
  ];
}

/**
 * The same beats as pictures: before the strongest hand, with it, the damage, and the end of a game.
 * @param {Model} model @param {MatchOver} over @param {number[] | null} places
 * @returns {Beat[]}
 */
function stillBeats(model, over, places) {
  const beats = beatsOf(model, over, places);
  const strongest = beats.findLastIndex(({ fight }) => fight.beat === "hands");
  const damage = beats.findIndex(({ fight }) => fight.beat === "damage");
  /** @type {string[]} */
  let said = [];
  return beats.flatMap(({ fight, say = [] }, index) => {
    said = [...said, ...say];
    if (index !== Math.max(strongest - 1, 0) && index !== strongest && index < damage) return [];
    return [{ fight, ms: STILL, say: said.splice(0) }];
  });
}

/**
 * The table when the match ended: after its last move, and before anything else.
 * @param {Model} before
 * @param {Model} next
 * @param {MatchOver} over
 * @param {GameEvent[]} earlier the events up to the end of the match
 * @returns {Model}
 */
function tableAtEnd(before, next, over, earlier) {
  const view = earlier.reduce(viewAfter, /** @type {View} */ (before.view));
  const near = nearSeatOf(before);
  return {
    ...before,
    view: {
      ...view,
      ...{ turn: null, drawn: null, legal: [], take: {}, after: {} },
      amplification: view.amplification.map((code, slot) => over.amplification[slot] ?? code),
      // the reader's own hand is open from the beginning
      seats: view.seats.map((seat, index) => ({
        ...seat,
        hand: index === near && seat.hand ? (resultOf(over, index)?.hand ?? seat.hand) : seat.hand,
      })),
    },
    log: [...before.log, ...earlier],
    ...{ question: null, clocks: {}, pauseUntil: 0, selected: null, pending: null },
    ...{ refused: null, lapse: next.lapse, end: null },
  };
}

/** @param {View} view @param {GameEvent} event @returns {View} */
function viewAfter(view, event) {
  const change = (/** @type {number} */ seat, /** @type {object} */ changes) => ({
    ...view,
    seats: view.seats.map((seatView, index) =>
      index === seat ? { ...seatView, ...changes } : seatView,
    ),
  });
  if (event.e === "discarded") {
    const { discards, hand } = view.seats[event.seat];
    const at = hand?.indexOf(event.card) ?? -1;
    return change(event.seat, {
      cards: 3,
      hand: hand && at >= 0 ? hand.toSpliced(at, 1) : hand,
      discards: [...discards, event.card],
    });
  }
  if (event.e === "surrendered")
    return change(event.seat, { status: "surrendered", surrendered_in: event.round });
  return event.e === "round" ? { ...view, round: event.round, stake: event.stake } : view;
}

/** @param {MatchOver} over @param {number} seat */
export const resultOf = (over, seat) => over.seats.find((result) => result.seat === seat);

/** Whether a seat is eliminated by this match. @param {Model} model @param {SeatResult} result */
const isFalling = ({ view }, { seat, out }) => out && view?.seats[seat].status !== "out";

/** The seats with the highest score so far. @param {Fight} fight */
export function leadingSeats({ over, turned }) {
  const shown = over.seats.filter(({ seat, score }) => score && turned.includes(seat));
  const best = Math.max(...shown.map(({ score }) => score?.score ?? 0));
  return shown.filter(({ score }) => score?.score === best).map(({ seat }) => seat);
}

/**
 * Whether a seat's plate has a ring: its player has won the match.
 * @param {Fight | null} fight
 * @param {number} seat
 */
export const hasRing = (fight, seat) =>
  !!fight && ["verdict", "damage", "end"].includes(fight.beat) && fight.over.winners.includes(seat);

/**
 * The lives of a seat while a match ends: they change with the damage.
 * @param {Model} model
 * @param {number} seat
 * @returns {{lives: number, before: number, falls: boolean} | null} null: unchanged
 */
export function livesIn({ own: { fight }, view }, seat) {
  const result = fight && resultOf(fight.over, seat);
  if (!fight || !result || (fight.beat !== "damage" && fight.beat !== "end")) return null;
  const before = view?.seats[seat].lives ?? result.lives;
  return { lives: result.lives, before, falls: result.out && before > 0 };
}
