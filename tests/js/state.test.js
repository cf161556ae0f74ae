/** How messages become the table one browser shows. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as state from "../../games/static/games/table/state.js";
import { discarding, events, fought, score, snapshot, view } from "./fixtures.js";

const started = (changes = {}) => state.fold(state.empty(), snapshot(changes), 1000);
const drew = (seat, more = {}) => ({ e: "drew", seat, from: "pile", card: null, ...more });

test("events before the first snapshot are not folded", () => {
  assert.deepEqual(state.fold(state.empty(), events([drew(1)]), 0), state.empty());
});

test("the next version is folded and its events are fresh", () => {
  const model = state.fold(started(), events([drew(1)]), 2000);
  assert.equal(model.version, 13);
  assert.deepEqual(model.fresh, [drew(1)]);
  assert.equal(model.log.length, 2);
});

test("a newly dealt match brings the fingerprint of its deck, other moves leave it", () => {
  assert.equal(started().fair.root, "11");
  assert.equal(state.fold(started(), events([drew(1)], { root: "22" }), 2000).fair.root, "22");
  assert.equal(state.fold(started(), events([drew(1)], { root: null }), 2000).fair.root, "11");
});

test("a version already known changes nothing", () => {
  const model = started();
  assert.equal(state.fold(model, events([drew(1)], { version: 12 }), 2000), model);
  assert.equal(state.fold(model, events([drew(1)], { version: 3 }), 2000), model);
});

test("a hole in the versions asks for a resync and folds nothing more", () => {
  const gap = state.fold(started(), events([drew(1)], { version: 14 }), 2000);
  assert.equal(gap.gap, true);
  assert.equal(gap.version, 12);
  assert.equal(state.fold(gap, events([drew(1)], { version: 13 }), 2000), gap);
});

test("a snapshot replaces everything and closes the hole", () => {
  const gap = state.fold(started(), events([drew(1)], { version: 15 }), 2000);
  const model = state.fold(gap, snapshot({ version: 15, log: [] }), 3000);
  assert.equal(model.gap, false);
  assert.equal(model.version, 15);
  assert.deepEqual(model.log, []);
  assert.deepEqual(model.fresh, []);
});

test("clocks count down from the moment they arrive", () => {
  const model = started({ clocks: { 0: { ms: 14000, of: 20000 } } });
  assert.deepEqual(state.timeLeft(model, 0, 1000), { ms: 14000, of: 20000 });
  assert.equal(state.timeLeft(model, 0, 5000)?.ms, 10000);
  assert.equal(state.timeLeft(model, 0, 99000)?.ms, 0);
  assert.equal(state.timeLeft(model, 1, 1000), null);
});

test("an own discard shows on the pile as soon as it is sent", () => {
  const asked = started({ view: discarding(), question: 18 });
  const action = { do: "discard", card: "Aq5" };
  const model = state.sent(asked, { ref: "c1", question: 18, action, index: 3 });
  assert.deepEqual(state.ownHand(model).map(({ code }) => code), ["Ye4", "Ye3", "Co8"]);
  assert.deepEqual(state.discardsOf(model, 0), ["Si4", "Aq5"]);
  assert.equal(state.myTurn(model), false);
  assert.equal(state.shownScore(model)?.score.score, 73);
});

test("a draw that was sent shows nothing before the server tells it", () => {
  const asked = started({ view: view({ legal: [{ do: "draw", from: "pile" }] }), question: 17 });
  const action = { do: "draw", from: "pile" };
  const model = state.sent(asked, { ref: "c1", question: 17, action, index: null });
  assert.deepEqual(state.ownHand(model), state.ownHand(asked));
  assert.deepEqual(state.discardsOf(model, 0), state.discardsOf(asked, 0));
});

test("a refusal gives the card back, selected, and keeps the reason", () => {
  const asked = started({ view: discarding(), question: 18 });
  const action = { do: "discard", card: "Aq5" };
  const sent = state.sent(asked, { ref: "c1", question: 18, action, index: 3 });
  const model = state.fold(sent, { type: "refused", code: "illegal-card", ref: "c1" }, 4000);
  assert.equal(model.pending, null);
  assert.equal(model.selected, 3);
  assert.deepEqual(model.refused, { code: "illegal-card", at: 4000 });
  assert.equal(state.ownHand(model).length, 4);
  assert.equal(state.myTurn(model), true);
});

test("a refusal of something else leaves a sent discard on its way", () => {
  const asked = started({ view: discarding(), question: 18 });
  const action = { do: "discard", card: "Aq5" };
  const sent = state.sent(asked, { ref: "c2", question: 18, action, index: 3 });
  assert.equal(state.fold(sent, { type: "refused", code: "too-fast", ref: "c1" }, 0).pending, sent.pending);
});

test("a new question forgets the selection and what was sent", () => {
  const asked = started({ view: discarding(), question: 18 });
  const sent = state.sent(state.select(asked, 1), { ref: "c1", question: 18, action: { do: "discard", card: "Ye3" }, index: 1 });
  const model = state.fold(sent, events([{ e: "discarded", seat: 0, card: "Ye3" }], { question: 19 }), 5000);
  assert.equal(model.pending, null);
  assert.equal(model.selected, null);
  assert.equal(model.changed, 5000);
});

test("selecting a card shows the exact score after it", () => {
  const asked = started({ view: discarding(), question: 18 });
  assert.equal(state.shownScore(asked)?.after, null);
  const shown = state.shownScore(state.select(asked, 1));
  assert.equal(shown?.after, "Ye3");
  assert.deepEqual(shown?.score, score(71));
});

test("the card just drawn is the last of the hand", () => {
  const asked = started({ view: discarding(), question: 18 });
  assert.deepEqual(state.ownHand(asked).map(({ drawn }) => drawn), [false, false, false, true]);
});

test("the end of a match opens the showdown and the log starts again with it", () => {
  const dealt = { e: "dealt", match: 5, dealer: 0, living: [0, 1, 2], hand: [] };
  const model = state.fold(started(), events([{ e: "fight", seat: 0, stake: 4 }, fought(), dealt], { pause: 8000 }), 2000);
  assert.equal(model.showdown?.match, 4);
  assert.equal(model.pauseUntil, 10000);
  assert.deepEqual(model.log.map(({ e }) => e), ["match_over", "dealt"]);
});

test("a closed showdown stays closed when a snapshot tells the same match again", () => {
  const dealt = { e: "dealt", match: 5, dealer: 0, living: [0, 1, 2], hand: [] };
  const open = state.fold(started(), events([fought(), dealt], { pause: 8000 }), 2000);
  const closed = state.closeShowdown(open);
  const again = snapshot({ version: 14, log: [fought(), dealt], pause: 5000 });
  assert.equal(state.fold(closed, again, 5000).showdown, null);
  assert.equal(state.fold(open, again, 5000).showdown?.match, 4);
  assert.equal(state.fold(state.empty(), again, 5000).showdown?.match, 4);
});

test("a finished game is known from the view", () => {
  const over = events([fought(), { e: "game_over", places: [1, 3, 2, 4] }], { view: view({ phase: "over", places: [1, 3, 2, 4] }) });
  assert.equal(state.fold(started(), over, 0).game?.status, "finished");
});

test("moves missed while away are counted once each", () => {
  const model = started();
  const log = [...model.log, drew(1, { at: 500 }), { e: "discarded", seat: 1, card: "Tu3", at: 600 }, { e: "discarded", seat: 0, card: "Ye3", at: 700 }];
  assert.equal(state.fold(model, snapshot({ version: 20, log }), 2000).missed, 1);
  assert.equal(model.missed, 0);
});

test("the next to play is the next seat still standing", () => {
  const shown = view();
  assert.equal(state.nextToPlay(shown), 1);
  shown.seats[1].status = "surrendered";
  assert.equal(state.nextToPlay(shown), 2);
});
