/** The browser's score of a hand: the vectors of the rules (DD-15), in all four readings. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { readingOf, scoreOf } from "../../games/density_deck/static/density_deck/table/scoring.js";

const READINGS = [
  { edition: "current", lone: "ignored" },
  { edition: "current", lone: "subtracted" },
  { edition: "classic", lone: "ignored" },
  { edition: "classic", lone: "subtracted" },
];
const EXAMPLE = "Co5 Bl3 Ye5";
/** @type {Record<string, [hand: string, table: string, scores: number[]]>} */
const VECTORS = {
  A: ["Re5 Re3 Co2", `${EXAMPLE} Re4 Ye3 Si4`, [45, 45, 45, 45]],
  B: ["Ye4 Co1 Co3", `${EXAMPLE} Ye3 Si4 Co6`, [68, 68, 68, 68]],
  C: ["Bl10 Tu3 Co7", `${EXAMPLE} Si4 Co6 Re4`, [35, 32, 35, 32]],
  D: ["Bl5 Wh6 Wh6", `${EXAMPLE} Co6 Re4 Ye3`, [13, 13, 13, 13]],
  E: ["Re3 Co1 Co2", "Bk6 Bk6", [-30, -30, 39, 36]],
  F: ["Co1 Co2 Co3", "Bk6 Bk6", [42, 42, 42, 42]],
  G: ["Co4 Co5 Co6", "Co10", [25, 25, 25, 25]],
  H: ["Wh6 Tu3 Co1", "", [7, 4, 7, 4]],
  I: ["Si4 Si4 Re10", "Re5", [34, 34, 34, 34]],
  J: ["Bk6 Co10 Co10", "Co9 Co9 Co8 Bk6 Bk6 Co8", [270, 270, 270, 270]],
  K: ["Pu3 Tu3 Bl3", "Bk6 Bk6 Bk6 Wh6 Wh6 Wh6", [-429, -435, 0, -9]],
  L: ["Re10 Bl10 Go10", "Bk6 Bk6 Bk6 Wh6 Wh6 Wh6", [-422, -442, 0, -30]],
  M: ["Re10 Co1 Co2", "Bl10", [3, 3, 13, 3]],
};
const cards = (/** @type {string} */ codes) => codes.split(" ").filter(Boolean);

for (const [name, [hand, table, scores]] of Object.entries(VECTORS))
  test(`vector ${name} of the rules`, () => {
    const counted = READINGS.map((reading) => scoreOf(cards(hand), cards(table), reading));
    assert.deepEqual(counted, scores);
  });

test("of equal products the base is the one with the higher final score", () => {
  // with Red as the base, Blue is subtracted; with Blue as the base, Red stands alone
  assert.equal(scoreOf(["Re10", "Bl5", "Bl2"], [], READINGS[0]), 10);
});

test("a game without fields of its own is read as usual", () => {
  assert.deepEqual(readingOf({}), READINGS[0]);
  assert.deepEqual(readingOf({ edition: "classic", lone: "subtracted" }), READINGS[3]);
});
