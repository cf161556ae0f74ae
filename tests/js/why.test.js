/** Why the reader lost a fight: an exact reason, or none. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { scoreOf } from "../../games/density_deck/static/density_deck/table/scoring.js";
import { whyLost } from "../../games/density_deck/static/density_deck/table/why.js";

import * as state from "./deck.js";
import { events as frame, snapshot } from "./fixtures.js";

const READING = { edition: "current", lone: "ignored" };
const HANDS = { 0: ["Ye4", "Ye3", "Re3"], 1: ["Bl10", "Bl5", "Co1"] };
const drew = (seat, card, from = "pile") => ({ e: "drew", seat, from, card });
const gone = (seat, card) => ({ e: "discarded", seat, card });
const ROUND_2 = [
  { e: "round", round: 2, stake: 2 },
  { e: "flipped", card: "Co7", slot: 0 },
];

/** The log of seat 0, with its own draws and without those of others. */
const log = (...events) => [{ e: "dealt", match: 1, dealer: 1, hand: HANDS[0] }, ...events];

/**
 * The end of a fight after a log, with scores calculated from these hands.
 * @param {object[]} events @param {Record<number, string[]>} hands
 */
function fight(events, hands, { damage = 2, lives = 10, center = ["Co7"], ...more } = {}) {
  const piles = [[], []];
  for (const event of events) {
    if (event.e === "discarded") piles[event.seat].push(event.card);
    else if (event.e === "drew" && event.from !== "pile") piles[event.from].pop();
  }
  const score = (seat) => scoreOf(hands[seat], [...center, ...piles[1 - seat].slice(-1)], READING);
  const best = Math.max(score(0), score(1));
  return {
    e: "match_over",
    match: 1,
    ended_by: "fight",
    caller: 1,
    winners: [0, 1].filter((seat) => score(seat) === best),
    round: 2,
    ...more,
    amplification: [...center, null, null],
    seats: [0, 1].map((seat) => ({
      seat,
      hand: hands[seat],
      score: { score: score(seat) },
      damage: score(seat) === best ? 0 : damage,
      lives_before: lives,
    })),
  };
}

const PRICES = [1, 1, 1, 2, 3];
const why = (events, over) => whyLost(events, over, 0, READING, () => PRICES);

test("where no open card and no other discard would have been enough, that is said", () => {
  const events = log(
    ...[drew(0, "Co2"), gone(0, "Ye3"), drew(1, null), gone(1, "Ye5"), ...ROUND_2],
    ...[drew(0, "Co1"), gone(0, "Co1")],
  );
  const over = fight(events, { 0: ["Ye4", "Re3", "Co2"], 1: ["Bl10", "Bl5", "Bl3"] });
  // 4 x 5 of Yellow and the Commons 2 and 7 against 10 x 5 x 3 and the Commons 7 and 1
  assert.deepEqual(
    over.seats.map(({ score }) => score.score),
    [29, 158],
  );
  assert.deepEqual(why(events, over), {
    match: 1,
    needed: 158,
    better: null,
    gave: null,
    price: 1,
  });
});

test("a take that wins is exact: 5 x 4 x 3 and the rest of the table", () => {
  const events = log(
    ...[drew(0, "Co2"), gone(0, "Co2"), drew(1, null), gone(1, "Ye5"), ...ROUND_2],
    ...[drew(0, "Co1"), gone(0, "Co1"), drew(1, null), gone(1, "Si4")],
  );
  const over = fight(events, { 0: HANDS[0], 1: HANDS[1] });
  const reason = why(events, over);
  // Yellow 60, Red alone, Silver 4 of the other pile against it, Common 7
  assert.deepEqual(reason.better, {
    taken: "Ye5",
    discarded: "Re3",
    score: 60 - 4 + 7,
    beaten: 50 + 7 + 1 - 3,
  });
  assert.equal(reason.needed, 50 + 7 + 1 + 1);
});

test("another discard of the same hand comes without a card taken", () => {
  const events = log(
    ...[drew(0, "Co2"), gone(0, "Co2"), drew(1, null), gone(1, "Co3"), ...ROUND_2],
    ...[drew(0, "Ye5"), gone(0, "Ye5")],
  );
  const over = fight(events, { 0: HANDS[0], 1: ["Bl10", "Bl5", "Co1"] });
  assert.deepEqual(why(events, over).better, {
    taken: null,
    discarded: "Re3",
    score: 60 + 7 + 3,
    beaten: 50 + 7 + 1 - 3,
  });
});

test("who won, who surrendered and who only watched reads no reason", () => {
  const events = log(drew(0, "Co2"), gone(0, "Co2"), drew(1, null), gone(1, "Ye5"), ...ROUND_2);
  const won = fight(events, { 0: HANDS[0], 1: ["Co1", "Co2", "Co3"] });
  assert.equal(why(events, won), null);
  const lost = fight(events, { 0: HANDS[0], 1: ["Bl10", "Bl5", "Bl3"] });
  assert.notEqual(why(events, lost), null);
  assert.equal(whyLost(events, lost, null, READING), null);
  lost.seats[0] = { ...lost.seats[0], score: null };
  assert.equal(why(events, lost), null);
});

test("nothing is said against the score that the server counted", () => {
  const events = log(drew(0, "Co2"), gone(0, "Co2"), drew(1, null), gone(1, "Ye5"), ...ROUND_2);
  const lost = fight(events, { 0: HANDS[0], 1: ["Bl10", "Bl5", "Bl3"] });
  assert.equal(
    whyLost(events, lost, 0, { ...READING, edition: "classic", lone: "subtracted" }),
    null,
  );
  assert.equal(whyLost(events.slice(2), lost, 0, READING), null);
});

test("a discard that helps by what the others lose is found, too", () => {
  const events = log(
    ...[drew(0, "Co2"), gone(0, "Ye3"), drew(1, null), gone(1, "Ye5"), ...ROUND_2],
    ...[drew(0, "Co1"), gone(0, "Co1")],
  );
  const over = fight(events, { 0: ["Ye4", "Re3", "Co2"], 1: ["Bl10", "Co6", "Co8"] });
  const { needed, better } = why(events, over);
  assert.equal(needed, 32);
  assert.deepEqual(better, { taken: null, discarded: "Re3", score: 30, beaten: 28 });
});

/** Seat 0 discards Common 9, which seat 1 takes. */
const taken = (/** @type {string} */ then) =>
  log(
    ...[drew(0, "Co2"), gone(0, "Co2"), drew(1, null), gone(1, "Ye5"), ...ROUND_2],
    ...[drew(0, "Co9"), gone(0, "Co9"), drew(1, "Co9", 0), gone(1, then)],
  );

test("a discard that the winner took and held is named", () => {
  const events = taken("Si4");
  const over = fight(events, { 0: HANDS[0], 1: ["Bl10", "Bl5", "Co9"] });
  const { better, gave } = why(events, over);
  assert.deepEqual([better, gave], [null, { card: "Co9", seat: 1 }]);
});

test("where a later take closed a choice, it is not said that nothing would have helped", () => {
  const events = taken("Co9");
  assert.equal(why(events, fight(events, { 0: HANDS[0], 1: ["Bl10", "Bl5", "Bl3"] })), null);
});

test("a surrender that costs the last life, or as much as the fight, is no advice", () => {
  const events = log(drew(0, "Co2"), gone(0, "Co2"), drew(1, null), gone(1, "Co5"), ...ROUND_2);
  const hands = { 0: HANDS[0], 1: ["Bl10", "Bl5", "Bl3"] };
  assert.equal(why(events, fight(events, hands)).price, 1);
  // the reader's own call in round 3 was a turn, too
  const called = { caller: 0, round: 3, damage: 3 };
  assert.equal(why(events, fight(events, hands, called)).price, 2);
  assert.equal(why(events, fight(events, hands, { lives: 1, damage: 1 })).price, null);
  assert.equal(why(events, fight(events, hands, { lives: 1 })).price, null);
});

test("the table keeps why the reader lost, but not of a rated game, and not for a watcher", () => {
  const events = taken("Si4");
  const over = fight(events, { 0: HANDS[0], 1: ["Bl10", "Bl5", "Co9"] });
  const last = events.slice(-4);
  const lost = (changes = {}) => {
    const model = state.fold(state.empty(), snapshot({ log: events.slice(0, -4), ...changes }), 0);
    return state.fold(model, frame([...last, over]), 1).own.why;
  };
  const { game } = snapshot();
  assert.deepEqual(lost()?.gave, { card: "Co9", seat: 1 });
  assert.equal(lost({ game: { ...game, rated: true } }), null);
  assert.equal(lost({ you: null }), null);
});

test("why stays while the page of the end does, also when the line came back", () => {
  const events = taken("Si4");
  const over = fight(events, { 0: HANDS[0], 1: ["Bl10", "Bl5", "Co9"] });
  const model = state.fold(state.empty(), snapshot({ log: events }), 0);
  const lost = state.fold(model, frame([over], { pause: 9000 }), 1);
  const back = state.fold(lost, snapshot({ version: 14, log: [over], pause: 8000 }), 2);
  assert.deepEqual(back.own.why, lost.own.why);
  assert.notEqual(back.own.why, null);
  assert.equal(state.fold(back, snapshot({ version: 15, log: [] }), 3).own.why, null);
});
