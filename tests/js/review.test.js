/** What an AI thinks of a match, as the replay tells it. */

import * as choices from "../../games/density_deck/static/density_deck/replay/choices.js";
import assert from "node:assert/strict";
import { test } from "node:test";

import * as review from "../../games/static/games/replay/review.js";
import { view } from "./fixtures.js";

const option = (action, cost) => ({ action, chance: 0.5, cost });
const told = {
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
  assert.equal(review.costOf(told, 1, 2), 0.18);
  assert.equal(review.costOf(told, 5, 5), 0.004);
  assert.equal(review.costOf(told, 3, 4), null);
});

test("what costs nothing is best, anything else has its number", () => {
  assert.equal(review.costWords(0.18), "−0.18");
  assert.equal(review.costWords(0.004), "best");
  assert.equal(review.percent(0.614), "61%");
});

test("costly choices are marked where they were made", () => {
  assert.deepEqual(review.marked(told), [2]);
  assert.equal(review.decisionAt(told, 2)?.cost, 0.18);
  assert.equal(review.decisionAt(told, 3), null);
});

test("the areas stand on each other and fill the whole height", () => {
  const [lower, upper] = review.areas(told.leads, [1, 0]);
  assert.deepEqual([lower.seat, upper.seat], [1, 0]);
  assert.equal(lower.points, "0,0.5 1,0.25 2,1 2,1 1,1 0,1");
  assert.equal(upper.points, "0,0 1,0 2,0 2,1 1,0.25 0,0.5");
  assert.deepEqual([lower.middle, lower.share], [0.75, 0.5]);
});

test("choices are told with the card that they are about", () => {
  assert.deepEqual(choices.choiceParts({ do: "draw", from: 1 }, view()), [
    "Take ",
    { card: "Tu3" },
  ]);
  assert.deepEqual(choices.choiceParts({ do: "discard", card: "Co8" }, null), [
    "Discard ",
    { card: "Co8" },
  ]);
  assert.deepEqual(choices.choiceParts({ do: "fight" }, null), ["Fight"]);
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

test("beside a fight the percentages are said to be those of a fight", () => {
  const words = (/** @type {any[]} */ ...does) =>
    choices.scaleWords(does.map((each) => ({ do: each })));
  assert.match(words("draw", "fight", "surrender"), /^Each choice is as good as a fight now/);
  assert.match(words("draw", "surrender"), /^The chance of the top score/);
});
