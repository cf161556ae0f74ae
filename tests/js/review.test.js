/** The coach's review of a match, in words and marks. */

import { choices } from "../../games/density_deck/static/density_deck/replay/choices.js";
import { choices as duel } from "../../games/rps_extreme/static/rps_extreme/replay/choices.js";
import assert from "node:assert/strict";
import { test } from "node:test";

import * as review from "../../games/static/games/replay/review.js";
import { showing, view } from "./fixtures.js";

const NAMES = ["Mira", "Ola", "Sven", "Noor"];

const option = (action, cost) => ({ action, chance: 0.5, cost });
const record = {
  match: 1,
  level: "medium",
  samples: 400,
  decisions: [
    { step: 1, seat: 0, cost: 0, options: [option({ do: "draw", from: "pile" }, 0)] },
    {
      step: 2,
      seat: 0,
      cost: 0.18,
      options: [
        option({ do: "discard", card: "Re5" }, 0),
        option({ do: "discard", card: "Co2" }, 0.18),
      ],
    },
    { step: 5, seat: 1, cost: 0.004, options: [] },
  ],
  leads: [
    [0.5, 0.5],
    [0.25, 0.75],
    [1, 0],
  ],
};

test("a line costs as much as the worst of its choices", () => {
  assert.equal(review.costOf(record, 1, 2), 0.18);
  assert.equal(review.costOf(record, 5, 5), 0.004);
  assert.equal(review.costOf(record, 3, 4), null);
});

test("what costs nothing is best, anything else has its number", () => {
  assert.equal(review.costWords(0.18), "−18.0%");
  assert.equal(review.costWords(0.021), "−2.1%");
  assert.equal(review.costWords(0.004), "best");
  assert.equal(review.wholePercent(0.614), "61%");
  assert.equal(review.finePercent(0.614), "61.4%");
});

test("costly choices are marked where they were made", () => {
  assert.deepEqual(review.costlySteps(record), [2]);
  assert.equal(review.decisionAt(record, 2)?.cost, 0.18);
  assert.equal(review.decisionAt(record, 3), null);
});

test("the areas stand on each other and fill the whole height", () => {
  const [lower, upper] = review.chanceAreas(record.leads, [1, 0]);
  assert.deepEqual([lower.seat, upper.seat], [1, 0]);
  assert.equal(lower.points, "0,0.5 1,0.25 2,1 2,1 1,1 0,1");
  assert.equal(upper.points, "0,0 1,0 2,0 2,1 1,0.25 0,0.5");
  assert.deepEqual([lower.middle, lower.share], [0.75, 0.5]);
});

test("choices are told with the card that they are about", () => {
  assert.deepEqual(choices.words({ do: "draw", from: 1 }, view(), NAMES), [
    "Take ",
    { card: "Tu3" },
  ]);
  assert.deepEqual(choices.words({ do: "discard", card: "Co8" }, null, NAMES), [
    "Discard ",
    { card: "Co8" },
  ]);
  assert.deepEqual(choices.words({ do: "fight" }, null, NAMES), ["Fight"]);
});

test("a card that two rivals offer is told with its owner", () => {
  const before = showing("Tu3", "Co8", "Tu3", "Co8");
  const told = (/** @type {number} */ from) =>
    choices
      .words({ do: "draw", from }, before, NAMES)
      .map((part) => (typeof part === "string" ? part : `[${part.card}]`))
      .join("");
  assert.equal(told(1), "Take [Co8] from Ola");
  assert.equal(told(3), "Take [Co8] from Noor");
  assert.equal(told(2), "Take [Tu3]"); // the other one is the reader's own
});

test("the choice that was made is found among the others", () => {
  const drew = { e: "drew", seat: 0, from: 1, card: "Tu3" };
  assert.equal(choices.isChosen({ do: "draw", from: 1 }, drew), true);
  assert.equal(choices.isChosen({ do: "draw", from: "pile" }, drew), false);
  assert.equal(
    choices.isChosen(
      { do: "surrender" },
      { e: "surrendered", seat: 0, round: 1, loss: 1, lives: 9 },
    ),
    true,
  );
  assert.equal(choices.isChosen({ do: "fight" }, { e: "passed", seat: 0 }), false);
});

test("from one costly decision to the next, over the matches of a game", () => {
  const worst = [
    { match: 3, step: 4, seat: 0, cost: 0.05 },
    { match: 1, step: 2, seat: 0, cost: 0.18 },
  ];
  const places = review.costlyPlaces(worst, [record]);
  assert.deepEqual(places, [
    { match: 1, step: 2 },
    { match: 3, step: 4 },
  ]);
  assert.deepEqual(review.placeBeside(places, { match: 1, step: 2 }, 1), { match: 3, step: 4 });
  assert.deepEqual(review.placeBeside(places, { match: 2, step: 9 }, -1), { match: 1, step: 2 });
  assert.equal(review.placeBeside(places, { match: 1, step: 2 }, -1), null);
});

test("a click near a mark means the mark, elsewhere the step below it", () => {
  assert.equal(review.stepNear(record, 2.4, 0.5), 2);
  assert.equal(review.stepNear(record, 2.6, 0.5), 3);
  assert.equal(review.stepNear({ ...record, decisions: [] }, 4.4, 9), 4);
});

test("the choice of a duel is found by what was answered, chosen or taken", () => {
  const throws = { do: "throw", sign: "rock" };
  const is = duel.isChosen;
  assert.equal(is(throws, { e: "answered", seat: 0, phase: "throw", choice: throws }), true);
  assert.equal(is(throws, { e: "answered", seat: 0, phase: "throw", choice: null }), false);
  assert.equal(is({ do: "first" }, { e: "chose", seat: 0, choice: "first" }), true);
  assert.equal(is({ do: "score" }, { e: "chose", seat: 0, choice: "first" }), false);
  const picked = { e: "picked", seat: 0, card: "ruby-totem", slot: 1 };
  assert.equal(is({ do: "pick", card: "ruby-totem" }, picked), true);
  assert.equal(is({ do: "pick", card: "onyx-totem" }, picked), false);
});
