/** An end by agreement: the offer, the words on the page, and the log. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { mayEnd, offersOf } from "../../games/static/games/table/views/offers.js";
import { logLines, textOf } from "../../games/density_deck/static/density_deck/table/log_lines.js";
import * as state from "./deck.js";
import { events, fought, snapshot, view } from "./fixtures.js";

const NOW = 10000;
const started = (changes = {}) => state.fold(state.empty(), snapshot(changes), NOW);
const offered = (model) => offersOf(model, { now: NOW, known: true });
const end = (asked, agreed = []) => ({ end: { asked, agreed } });

test("nobody is offered an end while the table does not name who may agree", () => {
  assert.deepEqual(offered(started()), []);
  assert.deepEqual(offered(started({ end: null })), []);
});

test("who is asked may end the game, and sees how many want to", () => {
  const [{ name, words, action }] = offered(started(end([0, 1])));
  assert.deepEqual([name, action], ["end", { label: "End the game", does: "end" }]);
  assert.equal(words, "Two or more players have left. Those who remain can end the game now.");
  assert.equal(offered(started(end([0, 1], [1])))[0].words, "Votes to end the game: 1 of 2.");
  assert.equal(
    offered(started(end([0])))[0].words,
    "The others have left. You can end the game now.",
  );
});

test("an agreement can be taken back", () => {
  const [{ words, action }] = offered(started(end([0, 1], [0])));
  assert.deepEqual(
    [words, action],
    ["Votes to end the game: 1 of 2.", { label: "Keep playing", does: "play-on" }],
  );
});

test("somebody who is out, or only watches, is offered nothing", () => {
  assert.deepEqual(offered(started(end([1, 2]))), []);
  assert.deepEqual(offered(started({ ...end([0, 1]), you: null })), []);
});

test("an own turn comes before the offer, and a seat that the AI plays has both", () => {
  assert.deepEqual(offered(started({ ...end([0, 1]), question: 17 })), []);
  const seats = snapshot().seats.map((seat) => ({
    ...seat,
    state: seat.seat === 0 ? "stand-in" : "playing",
  }));
  const me = { tab: null, can_return: true, returns_left: null, muted: [] };
  assert.deepEqual(
    offered(started({ ...end([0, 1]), seats, me })).map(({ name }) => name),
    ["stand-in", "end"],
  );
});

test("who is asked and has not agreed may end the game instead of leaving it, also in an own turn", () => {
  assert.ok(mayEnd(started({ ...end([0, 1], [1]), question: 17 })));
  for (const [asked, agreed] of [
    [[1, 2], []],
    [[0, 1], [0]],
  ])
    assert.ok(!mayEnd(started(end(asked, agreed))));
  assert.ok(!mayEnd(started({ ...end([0, 1]), you: null })));
  assert.ok(!mayEnd(started()));
});

test("every frame replaces the list of agreements", () => {
  const model = started(end([0, 1]));
  assert.deepEqual(state.fold(model, events([], end([0, 1], [1])), NOW).end, {
    asked: [0, 1],
    agreed: [1],
  });
  assert.equal(state.fold(model, events([], { end: null }), NOW).end, null);
});

test("a game that ended so is told by that, and nobody has won its last match", () => {
  const over = { ...fought(), ended_by: "agreement", caller: null, winners: [], by: "all" };
  const log = [over, { e: "game_over", places: [1, 1, 3, 4], by: "all" }];
  const shown = { ...view({ phase: "over", turn: null }), places: [1, 1, 3, 4] };
  const model = started({
    game: { ...snapshot().game, status: "finished" },
    view: shown,
    log,
    end: null,
  });
  assert.equal(model.own.ended, null);
  assert.deepEqual(offered(model), []);
  assert.deepEqual(
    logLines(model).map(({ parts }) => textOf(parts)),
    ["The game ended early", "The game is over"],
  );
});
