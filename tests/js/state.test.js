/** The fold of messages into the table that a browser shows. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as shown from "../../games/density_deck/static/density_deck/table/shown.js";
import * as state from "./deck.js";
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

test("a player whose name is not sent is called by the seat", () => {
  const seats = snapshot().seats.map((seat) => (seat.seat === 1 ? { ...seat, name: "" } : seat));
  for (const model of [started({ seats }), state.fold(started(), events([], { seats }), 2000)]) {
    assert.deepEqual([model.seats[1].name, model.seats[1].unnamed], ["Seat 2", true]);
    assert.equal(model.seats[0].unnamed, undefined);
  }
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

test("an own discard shows on the pile as soon as it is sent", () => {
  const before = started({ view: discarding(), question: 18 });
  const action = { do: "discard", card: "Aq5" };
  const model = state.sendMove(before, { ref: "c1", question: 18, action, index: 3 });
  assert.deepEqual(
    shown.ownHand(model).map(({ code }) => code),
    ["Ye4", "Ye3", "Co8"],
  );
  assert.deepEqual(shown.discardsOf(model, 0), ["Si4", "Aq5"]);
  assert.equal(state.myTurn(model), false);
  assert.equal(shown.shownScore(model)?.score.score, 73);
});

test("a draw that was sent shows nothing before the server tells it", () => {
  const before = started({ view: view({ legal: [{ do: "draw", from: "pile" }] }), question: 17 });
  const action = { do: "draw", from: "pile" };
  const model = state.sendMove(before, { ref: "c1", question: 17, action, index: null });
  assert.deepEqual(shown.ownHand(model), shown.ownHand(before));
  assert.deepEqual(shown.discardsOf(model, 0), shown.discardsOf(before, 0));
});

test("a refusal gives the card back, selected, and keeps the reason", () => {
  const before = started({ view: discarding(), question: 18 });
  const action = { do: "discard", card: "Aq5" };
  const sent = state.sendMove(before, { ref: "c1", question: 18, action, index: 3 });
  const model = state.fold(sent, { type: "refused", code: "illegal-card", ref: "c1" }, 4000);
  assert.equal(model.pending, null);
  assert.equal(model.selected, 3);
  assert.deepEqual(model.refused, { code: "illegal-card", at: 4000 });
  assert.equal(shown.ownHand(model).length, 4);
  assert.equal(state.myTurn(model), true);
});

test("a refusal of something else leaves a sent discard on its way", () => {
  const before = started({ view: discarding(), question: 18 });
  const action = { do: "discard", card: "Aq5" };
  const sent = state.sendMove(before, { ref: "c2", question: 18, action, index: 3 });
  assert.equal(
    state.fold(sent, { type: "refused", code: "too-fast", ref: "c1" }, 0).pending,
    sent.pending,
  );
});

test("a new question forgets the selection and what was sent", () => {
  const before = started({ view: discarding(), question: 18 });
  const sent = state.sendMove(state.selectCard(before, 1), {
    ref: "c1",
    question: 18,
    action: { do: "discard", card: "Ye3" },
    index: 1,
  });
  const model = state.fold(
    sent,
    events([{ e: "discarded", seat: 0, card: "Ye3" }], { question: 19 }),
    5000,
  );
  assert.equal(model.pending, null);
  assert.equal(model.selected, null);
  assert.equal(model.changed, 5000);
});

test("selecting a card shows the exact score after it", () => {
  const before = started({ view: discarding(), question: 18 });
  assert.equal(shown.shownScore(before)?.after, null);
  const after = shown.shownScore(state.selectCard(before, 1));
  assert.equal(after?.after, "Ye3");
  assert.deepEqual(after?.score, score(71));
});

test("the card just drawn is the last of the hand", () => {
  const before = started({ view: discarding(), question: 18 });
  assert.deepEqual(
    shown.ownHand(before).map(({ drawn }) => drawn),
    [false, false, false, true],
  );
});

test("the end of a match opens the showdown and the log starts again with it", () => {
  const dealt = { e: "dealt", match: 5, dealer: 0, living: [0, 1, 2], hand: [] };
  const model = state.fold(
    started(),
    events([{ e: "fight", seat: 0, stake: 4 }, fought(), dealt], { pause: 8000 }),
    2000,
  );
  assert.equal(model.own.ended?.match, 4);
  assert.equal(model.pauseUntil, 10000);
  assert.deepEqual(
    model.log.map(({ e }) => e),
    ["match_over", "dealt"],
  );
});

test("a closed showdown stays closed when a snapshot tells the same match again", () => {
  const dealt = { e: "dealt", match: 5, dealer: 0, living: [0, 1, 2], hand: [] };
  const open = state.fold(started(), events([fought(), dealt], { pause: 8000 }), 2000);
  const closed = { ...open, own: { ...open.own, ended: null } };
  const again = snapshot({ version: 14, log: [fought(), dealt], pause: 5000 });
  assert.equal(state.fold(closed, again, 5000).own.ended, null);
  assert.equal(state.fold(open, again, 5000).own.ended?.match, 4);
  assert.equal(state.fold(state.empty(), again, 5000).own.ended?.match, 4);
});

test("a finished game is known from the view", () => {
  const over = events([fought(), { e: "game_over", places: [1, 3, 2, 4] }], {
    view: view({ phase: "over", places: [1, 3, 2, 4] }),
  });
  assert.equal(state.fold(started(), over, 0).game?.status, "finished");
});

test("the next to play is the next seat still standing", () => {
  const seen = view();
  assert.equal(shown.nextToPlay(seen), 1);
  seen.seats[1].status = "surrendered";
  assert.equal(shown.nextToPlay(seen), 2);
});

const fourSeats = (states) =>
  snapshot().seats.map((seat) => ({ ...seat, state: states[seat.seat] ?? "playing" }));

test("somebody who went away is folded without a move", () => {
  const seats = fourSeats({ 1: "away" });
  seats[1].away_ms = 3000;
  const before = state.selectCard(started({ view: discarding(), question: 18 }), 2);
  const model = state.fold(
    before,
    events([], { seats, host: 3, question: 18, view: discarding() }),
    9000,
  );
  assert.equal(model.seats[1].state, "away");
  assert.deepEqual(model.awayAt, { 1: 6000 });
  assert.equal(model.game?.host, 3);
  assert.equal(model.selected, 2);
  assert.equal(
    state.fold(model, events([], { version: 14, seats: fourSeats({}) }), 9500).awayAt[1],
    undefined,
  );
});

test("a frame without seats, host and me leaves them as they were", () => {
  const me = { tab: "one", can_return: false, returns_left: null, muted: [] };
  const model = state.fold(started({ me, tab: "one" }), events([drew(1)]), 2000);
  assert.equal(model.seats.length, 4);
  assert.equal(model.game?.host, 0);
  assert.equal(model.me, me);
});

test("the tab that the seat names acts, another one watches", () => {
  const me = { tab: "one", can_return: false, returns_left: null, muted: [] };
  assert.equal(state.isActing(started()), true);
  assert.equal(state.isActing(started({ me, tab: "one" })), true);
  const other = state.fold(
    started({ me, tab: "one" }),
    events([], { me: { ...me, tab: "two" } }),
    2000,
  );
  assert.equal(state.isActing(other), false);
  assert.equal(other.tab, "one");
  assert.equal(
    state.fold(other, snapshot({ version: 13, me: { ...me, tab: "two" } }), 3000).tab,
    "one",
  );
});

test("who abandoned the seat watches from then on", () => {
  const seats = fourSeats({ 0: "abandoned" });
  const model = state.fold(started(), events([], { seats, me: null }), 2000);
  assert.deepEqual([model.you, model.left], [null, true]);
  const again = state.fold(model, snapshot({ version: 14, you: null, seats }), 3000);
  assert.equal(again.left, true);
  assert.equal(state.fold(state.empty(), snapshot({ you: null, seats }), 0).left, false);
});

test("an older snapshot is ignored", () => {
  const model = started();
  assert.equal(state.fold(model, snapshot({ version: 11 }), 2000), model);
});

test("an answer to a ping tells of watchers and of what was missed", () => {
  const model = started();
  const pong = (changes) => ({ type: "pong", ref: "p1", ...changes });
  assert.equal(state.fold(model, pong({ version: 12, watchers: 3 }), 0).watchers, 3);
  assert.equal(state.fold(model, pong({}), 0), model);
  assert.equal(state.isBehind(model, pong({ version: 12 })), false);
  assert.equal(state.isBehind(model, pong({ version: 13 })), true);
  assert.equal(state.isBehind(model, pong({})), false);
});

test("talk keeps the newest fifty lines, each once", () => {
  const line = (id) => ({ id, seat: 1, name: "Kestrel", kind: "phrase", text: "Thanks", at: id });
  let model = started({ talk: Array.from({ length: 50 }, (_, id) => line(id)) });
  model = state.fold(model, { type: "talk", line: line(50) }, 0);
  model = state.fold(model, { type: "talk", line: line(50) }, 0);
  assert.deepEqual([model.talk.length, model.talk[0].id, model.talk.at(-1)?.id], [50, 1, 50]);
});

test("a selection survives a reconnect when the question is the same", () => {
  const before = state.selectCard(started({ view: discarding(), question: 18 }), 3);
  const back = snapshot({ version: 13, view: discarding(), question: 18 });
  assert.equal(state.fold(before, back, 5000).selected, 3);
  assert.equal(state.fold(before, { ...back, question: 19 }, 5000).selected, null);
});

test("a move that was lost with the connection is in the hand again", () => {
  const action = { do: "discard", card: "Aq5" };
  const sent = state.sendMove(started({ view: discarding(), question: 18 }), {
    ref: "c1",
    question: 18,
    action,
    index: 3,
  });
  const back = snapshot({ version: 13, view: discarding(), question: 18 });
  const model = state.fold(state.giveBack(sent), back, 5000);
  assert.deepEqual([model.pending, model.selected], [null, 3]);
  assert.equal(state.myTurn(model), true);
});

test("a move on its way stays on its way when the table is only told again", () => {
  const action = { do: "discard", card: "Aq5" };
  const sent = state.sendMove(started({ view: discarding(), question: 18 }), {
    ref: "c1",
    question: 18,
    action,
    index: 3,
  });
  assert.equal(
    state.fold(sent, snapshot({ version: 13, view: discarding(), question: 18 }), 5000).pending,
    sent.pending,
  );
});

test("whom the reader muted is known to watchers too, and stays until it is told anew", () => {
  const watching = started({ you: null, me: null, muted: [2] });
  assert.deepEqual(watching.muted, [2]);
  assert.deepEqual(state.fold(watching, events([], { me: null }), 2000).muted, [2]);
  assert.deepEqual(
    state.fold(watching, snapshot({ version: 14, you: null, muted: [] }), 2000).muted,
    [],
  );
  const seated = started({ me: { tab: "one", can_return: false, returns_left: null, muted: [1] } });
  assert.deepEqual(seated.muted, [1]);
});

test("ratings stay through events until the next snapshot tells them anew", () => {
  const rank = { rating: 1547, provisional: false, tier: "Granite II" };
  const model = state.fold(started({ ranks: { 1: rank } }), events([drew(1)]), 2000);
  assert.deepEqual(model.ranks, { 1: rank });
  assert.deepEqual(state.fold(model, snapshot({ version: 14, ranks: {} }), 3000).ranks, {});
  assert.deepEqual(started().ranks, {});
});
