/** The steps of the first game: results of answers, and the table at a step. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { deckFold } from "../../games/density_deck/static/density_deck/table/fold.js";
import { placeBubble } from "../../games/static/games/learn/placing.js";
import {
  judgeAnswer,
  keyOf,
  modelAt as model,
  progressOf,
} from "../../games/static/games/learn/teacher.js";
import { discarding, events, fought, snapshot, view } from "./fixtures.js";

const modelAt = (line, place, now) => model(line, place, now, deckFold);
const DRAW = { do: "draw", from: "pile" };
const DROP = { do: "discard", card: "Aq5" };
const FIGHT = { do: "fight" };
const step = (name, frames, wants = null, why = {}) => ({
  name,
  point: "",
  frames,
  wants,
  title: name,
  text: [name],
  why,
});

/** The steps: read, draw, discard, read while others play, fight, showdown, end. */
const line = [
  step("welcome", [snapshot()]),
  step("hand", []),
  step("draw", [], DRAW, { fight: "not yet", "*": "draw first" }),
  step(
    "drop",
    [
      events([{ e: "drew", seat: 0, from: "pile", card: "Aq5" }], {
        version: 13,
        view: discarding(),
        question: 2,
      }),
    ],
    DROP,
    { "*": "drop it" },
  ),
  step("watch", [
    events([], { version: 14 }),
    events([], { version: 15, view: view({ round: 4 }) }),
  ]),
  step("fight", [], FIGHT, { "*": "fight" }),
  step("won", [events([fought()], { version: 16, pause: 1000 })], { do: "ready" }),
  step("end", [snapshot({ version: 16 })]),
];

test("an answer has a name for the reasons of a step", () => {
  assert.deepEqual([DRAW, { do: "draw", from: 2 }, DROP, FIGHT].map(keyOf), [
    "draw pile",
    "draw 2",
    "discard Aq5",
    "fight",
  ]);
});

test("the answer that is wanted leads on", () => {
  assert.deepEqual(judgeAnswer(line, 2, DRAW), { place: 3, why: null });
  assert.deepEqual(judgeAnswer(line, 3, DROP), { place: 4, why: null });
});

test("another answer stays with its own word, or with the word for all", () => {
  assert.deepEqual(judgeAnswer(line, 2, FIGHT), { place: 2, why: "not yet" });
  assert.deepEqual(judgeAnswer(line, 2, { do: "surrender" }), { place: 2, why: "draw first" });
});

test("somebody ahead of the words is answered as long as the table stands the same", () => {
  assert.deepEqual(judgeAnswer(line, 0, DRAW), { place: 3, why: null });
  assert.deepEqual(judgeAnswer(line, 0, FIGHT), { place: 2, why: "not yet" });
  assert.deepEqual(judgeAnswer(line, 4, FIGHT), { place: 6, why: null });
});

test("nothing is answered where the next question comes only with the next frames", () => {
  const reading = [step("read", [snapshot()]), ...line.slice(3)];
  assert.deepEqual(judgeAnswer(reading, 0, DROP), { place: 0, why: "" });
});

test("a step looks as its frames leave it, from wherever one comes", () => {
  assert.equal(modelAt(line, 0, 10).version, 12);
  assert.equal(modelAt(line, 3, 10).view.phase, "discard");
  assert.equal(modelAt(line, 5, 10).view.round, 4);
});

test("the showdown lies over its own step and over no later one", () => {
  assert.equal(modelAt(line, 6, 10).own.ended.match, 4);
  assert.equal(modelAt(line, 7, 10).own.ended, null);
});

test("the end does not count as a step", () => {
  assert.deepEqual(progressOf(line, 0), { now: 1, of: 7 });
  assert.deepEqual(progressOf(line, 7), { now: 7, of: 7 });
});

const SCREEN = { left: 0, top: 56, width: 1000, height: 700 };
const BUBBLE = { width: 300, height: 200 };
const overlaps = (one, two) =>
  one.left < two.left + two.width &&
  two.left < one.left + one.width &&
  one.top < two.top + two.height &&
  two.top < one.top + one.height;

test("a bubble never covers its target where there is room, and stays on the screen", () => {
  for (const left of [0, 200, 450, 880]) {
    for (const top of [60, 300, 640]) {
      const target = { left, top, width: 120, height: 110 };
      const box = { ...placeBubble(target, BUBBLE, SCREEN, []), ...BUBBLE };
      assert.equal(overlaps(box, target), false, `${left} ${top}`);
      assert.ok(
        box.left >= 0 &&
          box.left + box.width <= 1000 &&
          box.top >= 56 &&
          box.top + box.height <= 756,
      );
    }
  }
});

test("a bubble keeps off other parts where it can", () => {
  const target = { left: 440, top: 300, width: 120, height: 100 };
  const right = { left: 580, top: 200, width: 400, height: 500 };
  const box = { ...placeBubble(target, BUBBLE, SCREEN, [right]), ...BUBBLE };
  assert.equal(overlaps(box, right), false);
});

test("a bubble larger than the screen begins at its corner", () => {
  assert.deepEqual(
    placeBubble(
      { left: 5, top: 80, width: 10, height: 10 },
      { width: 2000, height: 2000 },
      SCREEN,
      [],
    ),
    { left: 8, top: 58 },
  );
});
