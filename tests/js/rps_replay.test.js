/** The lines of a replay of Rock Paper Scissors Extreme. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { lengthOf, momentsOf } from "../../games/rps_extreme/static/rps_extreme/replay/effects.js";
import { linesOf, sentenceOf } from "../../games/rps_extreme/static/rps_extreme/table/lines.js";
import { textOf } from "../../games/rps_extreme/static/rps_extreme/table/log_lines.js";

const NAMES = ["Mira", "Ola"];
const answered = (seat, choice, phase = "throw", by = "player") => ({
  e: "answered",
  seat,
  phase,
  choice,
  by,
});
const rock = { do: "throw", sign: "rock" };
const step = (number, ...events) => ({ step: number, seat: 0, events, view: null });
const stepsOf = (...steps) =>
  linesOf({ match: 2, steps }, NAMES).map(({ kind, step: at, parts }) => [kind, at, textOf(parts)]);

test("a secret choice is told as far as the view knows it", () => {
  assert.deepEqual(stepsOf(step(1, answered(0, rock)), step(2, answered(1, null))), [
    ["move", 1, "Mira chooses Rock"],
    ["move", 2, "Ola has thrown"],
  ]);
  const drinks = answered(0, { do: "drink", card: "black-potion" }, "window-1", "clock");
  assert.deepEqual(stepsOf(step(3, drinks), step(4, answered(1, null, "window-1"))), [
    ["move", 3, "Mira chooses Black Potion (time ran out)"],
    ["move", 4, "Ola has chosen"],
  ]);
});

test("what comes of a move stands under it, and a new throw is a heading", () => {
  const silver = { seat: 0, card: "silver-totem", by: null };
  const tie = step(
    5,
    answered(1, rock),
    { e: "thrown", round: 1, signs: ["rock", "rock"] },
    { e: "outcome", round: 1, signs: ["rock", "rock"], winner: null, claims: [] },
    { e: "awarded", seat: 0, points: 1, cause: silver, scores: [1, 0] },
    { e: "round", round: 2 },
  );
  assert.deepEqual(stepsOf(tie), [
    ["move", 5, "Mira throws Rock, Ola throws Rock"],
    ["effect", 5, "A tie"],
    ["effect", 5, "Silver Totem: Mira scores 1\u00a0point"],
    ["round", 5, "Throw 2"],
  ]);
  assert.equal(
    sentenceOf(tie, NAMES),
    "Mira throws Rock, Ola throws Rock. A tie. Silver Totem: Mira scores 1\u00a0point. Throw 2.",
  );
});

test("a step with several effects is shown one by one, and each line with its own moment", () => {
  const seats = [0, 1].map(() => ({
    score: 20,
    items: ["silver-totem"],
    asked: false,
    answered: false,
    choice: null,
    sign: null,
    drunk: null,
    as: null,
    picked: null,
    place: null,
  }));
  const view = {
    match: 2,
    round: 1,
    phase: "throw",
    turn: null,
    asked: [1],
    target: 21,
    hand_limit: 3,
    black: false,
    supply: 20,
    shuffle: 1,
    center: [],
    discard: [],
    winner: null,
    last: null,
    seats,
    legal: [],
    places: null,
  };
  const silver = { seat: 0, card: "silver-totem", by: null };
  const events = [
    answered(1, rock),
    { e: "thrown", round: 1, signs: ["rock", "rock"] },
    { e: "outcome", round: 1, signs: ["rock", "rock"], winner: null, claims: [] },
    { e: "awarded", seat: 0, points: 1, cause: silver, scores: [21, 20] },
    { e: "round", round: 2 },
  ];
  const chapter = {
    match: 2,
    steps: [
      { step: 0, seat: null, events: [], view },
      { step: 1, seat: 1, events, view: { ...view, round: 2 } },
    ],
  };
  const moments = momentsOf(chapter, 1);
  assert.deepEqual(
    moments.map(({ events: [first] }) => first.e),
    ["thrown", "outcome", "awarded"],
  );
  assert.deepEqual(
    moments.map(({ view: seen }) => seen.seats[0].score),
    [20, 20, 21],
  );
  assert.ok(moments.every(({ view: seen }) => seen.round === 1 && seen.seats[1].sign === "rock"));
  const lines = linesOf(chapter, NAMES);
  assert.deepEqual(
    moments.map(({ events: shown }) =>
      lines.filter(({ event: line }) => shown.includes(line)).map(({ parts }) => textOf(parts)),
    ),
    [["Mira throws Rock, Ola throws Rock"], ["A tie"], ["Silver Totem: Mira scores 1\u00a0point"]],
  );
  assert.ok(lengthOf(chapter, 1) > moments.reduce((sum, { ms }) => sum + ms, 0));
  assert.equal(lengthOf(chapter, 0), 0);
});
