/** The delays before a lost connection is opened again. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  isRestart,
  triesUntilDown,
  tryAgainIn,
} from "../../games/static/games/connection/waits.js";

const longest = (/** @type {boolean} */ restart, /** @type {number} */ tries) =>
  tryAgainIn(tries, restart, 1);

test("a house that said it comes back is looked for at once, and then about every second", () => {
  assert.ok(longest(true, 0) <= 600);
  assert.ok(longest(true, 0) + longest(true, 1) <= 2200);
  for (const tries of [1, 2, 3, 4, 5]) assert.ok(longest(true, tries) <= 1500);
});

test("who lost the house at the same moment comes back at different ones", () => {
  for (const tries of [0, 1, 5])
    assert.ok(tryAgainIn(tries, true, 1) - tryAgainIn(tries, true, 0) >= 400);
});

test("a line that went without a word is tried less and less often, for ever", () => {
  const waits = [0, 1, 2, 3, 4, 99].map((tries) => tryAgainIn(tries, false, 0.5));
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 8000, 8000]);
  assert.equal(tryAgainIn(99, true, 0.5), 8000);
  assert.equal(triesUntilDown(false), 4);
});

test("only a restart is one", () => {
  assert.deepEqual([1000, 1001, 1006, 1011, 1012, 4503].map(isRestart), [
    false,
    true,
    false,
    false,
    true,
    false,
  ]);
});
