/** The number of missed turns after a reconnect, and the words for a lapse. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as missed from "../../games/density_deck/static/density_deck/table/missed.js";
import * as state from "./deck.js";
import { events, fought, snapshot, view } from "./fixtures.js";

const dealt = { e: "dealt", match: 4, dealer: 3, living: [0, 1, 2, 3], hand: [], at: 0 };
const next = { e: "dealt", match: 5, dealer: 0, living: [0, 1, 2], hand: [], at: 90000 };
const started = (changes = {}) => state.fold(state.empty(), snapshot(changes), 1000);
const back = (model, changes) =>
  state.fold(model, snapshot({ version: 30, ...changes }), 2000).missed;
const gone = (seat, at, more = {}) => ({ e: "discarded", seat, card: "Tu3", at, ...more });
const drew = (seat, at) => ({ e: "drew", seat, from: "pile", card: null, at });

test("turns of others are counted once each", () => {
  const log = [
    dealt,
    drew(1, 500),
    gone(1, 600),
    drew(2, 700),
    { e: "surrendered", seat: 2, round: 3, loss: 2, lives: 8, at: 800 },
  ];
  assert.equal(back(started(), { log }), 2);
  assert.equal(started({ log }).missed, 0);
});

test("own turns count when the table or an AI made them", () => {
  const log = [
    dealt,
    gone(0, 500, { by: "player" }),
    gone(0, 600, { by: "clock" }),
    gone(0, 700, { by: "ai" }),
  ];
  assert.equal(back(started(), { log }), 2);
});

test("what was known before is not counted again", () => {
  const model = started({ log: [dealt, drew(1, 500), gone(1, 600)] });
  assert.equal(back(model, { log: [dealt, drew(1, 500), gone(1, 600), gone(2, 900)] }), 1);
  assert.equal(back(model, { log: [dealt, drew(1, 500), gone(1, 600)] }), 0);
});

test("a match that ended meanwhile is counted to its end, and then the new one", () => {
  // round 3 was at seat 2: 2 and 3 finish it, Mira calls the fight in round 4
  const model = started({ view: view({ turn: 2 }) });
  const log = [{ ...fought(), at: 80000 }, next, gone(1, 99000)];
  assert.equal(back(model, { log, view: view({ match: 5, round: 1, turn: 2 }) }), 4);
});

test("entire matches that went by cannot be counted", () => {
  const log = [
    { ...fought(), match: 5, at: 80000 },
    { ...next, match: 6 },
  ];
  assert.equal(
    back(started({ view: view({ turn: 2 }) }), {
      log,
      view: view({ match: 6, round: 1, turn: 0 }),
    }),
    null,
  );
});

test("a match that ended by surrenders ends with the last of them", () => {
  const over = { ...fought(), ended_by: "surrenders", round: 3, caller: null };
  over.seats = over.seats.map((each) => ({ ...each, surrendered_in: [null, 2, 3, 3][each.seat] }));
  // dealer 3: the order is 0 1 2 3, and 1 surrendered before
  assert.equal(missed.turnsToEnd(view({ turn: 0, round: 3 }), over), 3);
});

test("a showdown ends with the last seat of its round", () => {
  const over = { ...fought(), ended_by: "showdown", round: 4, caller: null };
  assert.equal(missed.turnsToEnd(view({ turn: 3, round: 3 }), over), 5);
});

test("a finished game tells its last match itself", () => {
  const log = [
    dealt,
    gone(1, 500),
    { e: "fight", seat: 2, stake: 3, at: 900 },
    { ...fought(), at: 900 },
  ];
  assert.equal(back(started(), { log, view: view({ phase: "over", turn: null }) }), 2);
});

test("a lapsed turn is noticed with its last move, with or without the draw", () => {
  const clock = { by: "clock" };
  const drawn = state.fold(started(), events([{ ...drew(0, 5), ...clock }]), 2000);
  assert.equal(drawn.lapse, null);
  const both = state.fold(drawn, events([gone(0, 5, clock)], { version: 14 }), 2100);
  assert.deepEqual(both.lapse, {
    words: "Time ran out, so the table drew a card and discarded it for you.",
    at: 2100,
  });
  const own = state.fold(started(), events([drew(0, 5)]), 2000);
  assert.deepEqual(state.fold(own, events([gone(0, 6, clock)], { version: 14 }), 2200).lapse, {
    words: "Time ran out, so the table discarded a card for you.",
    at: 2200,
  });
  assert.equal(state.fold(started(), events([gone(1, 6, clock)]), 2000).lapse, null);
});
