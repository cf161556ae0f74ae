/** The end of a match at the table: the call, the hands, the race, the verdict, the damage. Pure. */

import { nearSeatOf } from "../../games/table/seats/order.js";
import { subtractedTotal } from "./shown.js";
import * as words from "./result_words.js";

/**
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 * @typedef {import("./protocol.js").SeatResult} SeatResult
 * @typedef {import("./protocol.js").Fight} Fight
 * @typedef {import("./protocol.js").Score} Score
 * @typedef {import("../../games/table/state/moments.js").Moment<import("./protocol.js").Deck>} Moment
 * @typedef {{pace: "full" | "short" | "off", still: boolean}} Manner still: whether pictures replace motion
 */

/** Durations of the beats in ms; `hand` once for each shown hand, `step` for three steps of the race. */
const FULL = { call: 500, hand: 450, step: 450, verdict: 500, damage: 800, fall: 600, end: 2400 };
/** The durations where no hands are shown: no fight ended the match. */
const NO_HANDS = { call: 700, verdict: 500 };
/** How long a picture is shown for readers who want no motion, in ms. */
const STILL = 800;
const STEPS = [1, 2, 3];

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
  const beats = still ? stillBeats(base, over, last) : beatsOf(base, over, last);
  const share = pace === "short" && !still ? 0.5 : 1;
  const moments = beats.map(({ fight, ms, say }, index) => ({
    ms: ms * share,
    say,
    model: { ...base, fresh: index ? [over] : earlier, own: { ...base.own, fight } },
  }));
  return { moments, rest: next.fresh.slice(at + 1) };
}

/** The seats that show a hand, in order: the caller first, then clockwise. @param {View} view @param {MatchOver} over */
export function shownHands({ seats, dealer }, { caller, seats: results }) {
  const first = caller ?? (dealer + 1) % seats.length;
  const turn = (/** @type {SeatResult} */ { seat }) => (seat - first + seats.length) % seats.length;
  return results.filter(({ score }) => score !== null).sort((one, two) => turn(one) - turn(two));
}

/**
 * @typedef {{fight: Fight, ms: number, say?: string[]}} Beat
 *
 * @param {Model} model the table before the end
 * @param {MatchOver} over
 * @param {number[] | null} places where the game ends with this match
 * @returns {Beat[]}
 */
function beatsOf(model, over, places) {
  const hands = model.view ? shownHands(model.view, over) : [];
  const turned = hands.map(({ seat }) => seat);
  const times = turned.length ? FULL : { ...FULL, ...NO_HANDS };
  const falls = over.seats.some((seat) => isFalling(model, seat));
  /** @param {Partial<Fight>} changes @returns {Fight} */
  const fight = (changes) => ({ over, beat: "call", turned, step: 0, places, ...changes });
  const say = words.ofResult(model, over);
  return [
    { fight: fight({ turned: [] }), ms: times.call },
    ...hands.map((hand, index) => ({
      fight: fight({ beat: "hands", turned: turned.slice(0, index + 1) }),
      ms: times.hand,
      say: words.ofHand(model, hand),
    })),
    ...(turned.length ? STEPS : []).map((step) => ({
      fight: fight({ beat: "race", step }),
      ms: times.step,
      say: step === STEPS.length ? say.scores : [],
    })),
    { fight: fight({ beat: "verdict", step: 3 }), ms: times.verdict, say: say.winner },
    {
      fight: fight({ beat: "damage", step: 3 }),
      ms: times.damage + (falls ? times.fall : 0),
      say: say.damage,
    },
    ...(places ? [{ fight: fight({ beat: "end", step: 3 }), ms: times.end }] : []),
  ];
}

/**
 * The same beats as pictures, in the same order.
 * @param {Model} model @param {MatchOver} over @param {number[] | null} places
 * @returns {Beat[]}
 */
function stillBeats(model, over, places) {
  const beats = beatsOf(model, over, places);
  const last = (/** @type {Fight["beat"]} */ beat) =>
    beats.filter(({ fight }) => fight.beat === beat);
  const groups = [
    last("hands").length ? [...last("call"), ...last("hands")] : last("call"),
    last("race"),
    [...last("verdict"), ...last("damage")],
    last("end"),
  ];
  return groups
    .filter((group) => group.length)
    .map((group) => ({
      fight: /** @type {Beat} */ (group.at(-1)).fight,
      ms: STILL,
      say: group.flatMap(({ say = [] }) => say),
    }));
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

/**
 * The value of a counter after a number of steps.
 * @param {Score} score
 * @param {number} step
 */
export const runningTotal = (score, step) =>
  [0, score.base?.total ?? 0, (score.base?.total ?? 0) - subtractedTotal(score), score.score][step];

/**
 * The seats that lead after a number of steps.
 * @param {MatchOver} over
 * @param {number} step
 */
export function leadingSeats({ seats }, step) {
  const totals = seats.flatMap(({ seat, score }) =>
    score ? [{ seat, total: runningTotal(score, step) }] : [],
  );
  const best = Math.max(...totals.map(({ total }) => total));
  return totals.filter(({ total }) => total === best).map(({ seat }) => seat);
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
