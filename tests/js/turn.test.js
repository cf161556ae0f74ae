/** The keys of puzzles and practice. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { answerOfKey } from "../../games/density_deck/static/density_deck/learn/turn.js";

test("a number chooses its answer where there is one", () => {
  assert.equal(answerOfKey("1", 3), 0);
  assert.equal(answerOfKey("3", 3), 2);
  assert.equal(answerOfKey("4", 3), null);
  assert.equal(answerOfKey("0", 3), null);
  assert.equal(answerOfKey("1", 0), null);
});

test("n goes on, and no other key means anything", () => {
  assert.equal(answerOfKey("n", 3), "next");
  assert.equal(answerOfKey("N", 0), "next");
  for (const key of ["Enter", "F1", "12", " ", "Tab"]) assert.equal(answerOfKey(key, 9), null);
});
