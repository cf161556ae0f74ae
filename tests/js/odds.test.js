/** How often a score won: the limits of the table, and games to which it does not apply. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { chanceOf, winsOf } from "../../games/density_deck/static/density_deck/table/odds.js";

/** @type {import("../../games/density_deck/static/density_deck/table/odds.js").Odds} */
const odds = {
  about: { edition: "current" },
  wins: {
    4: {
      2: [
        [-50, 1],
        [20, 30],
        [47, 61],
      ],
      4: [[0, 9]],
    },
  },
};
const standing = { status: "standing" };
const view = (round, seats = [standing, standing, standing, standing]) => ({ round, seats });
const game = { edition: "current" };

test("a score wins as often as the last step that it reaches", () => {
  assert.equal(winsOf(odds, 4, 2, 47), 61);
  assert.equal(winsOf(odds, 4, 2, 46), 30);
  assert.equal(winsOf(odds, 4, 2, 1000), 61);
  assert.equal(winsOf(odds, 4, 2, -50), 1);
});

test("where the table says nothing, nothing is said", () => {
  assert.equal(winsOf(odds, 4, 2, -51), null);
  assert.equal(winsOf(odds, 3, 2, 47), null);
  assert.equal(winsOf(odds, 4, 3, 47), null);
});

test("later rounds are as round 4", () => {
  assert.equal(winsOf(odds, 4, 4, 3), 9);
  assert.equal(winsOf(odds, 4, 9, 3), 9);
});

test("only players who stand are counted, and the reader is none of the others", () => {
  const chance = chanceOf(odds, game, view(2), 47);
  assert.deepEqual(chance, { score: 47, wins: 61, round: 2, others: 3 });
  const gone = [standing, standing, standing, { status: "surrendered" }];
  assert.equal(chanceOf(odds, game, view(2, gone), 47), null);
});

test("no fight, no score, no table or other rules: no chance", () => {
  assert.equal(chanceOf(odds, game, view(1), 47), null);
  assert.equal(chanceOf(odds, game, view(2), undefined), null);
  assert.equal(chanceOf(null, game, view(2), 47), null);
  assert.equal(chanceOf(odds, { edition: "classic" }, view(2), 47), null);
});
