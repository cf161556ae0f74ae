/** Which key does what, after a reader chose others. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const store = new Map();
globalThis.localStorage = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, value) => store.set(name, value),
};
const keys = await import("../../games/static/games/table/core/keymap.js");

beforeEach(() => keys.resetKeys());

test("the usual keys do the usual actions, in capitals too", () => {
  assert.equal(keys.actionOf("D"), "draw");
  assert.equal(keys.actionOf("?"), "help");
  assert.equal(keys.actionOf("x"), null);
  assert.equal(keys.isRemapped(), false);
});

test("a action gets another key, and the old one does nothing", () => {
  assert.equal(keys.remap("draw", "x"), true);
  assert.equal(keys.actionOf("x"), "draw");
  assert.equal(keys.actionOf("d"), null);
  assert.equal(keys.keyOf("draw"), "x");
});

test("two actions change places rather than share a key", () => {
  keys.remap("draw", "F");
  assert.equal(keys.actionOf("f"), "draw");
  assert.equal(keys.actionOf("d"), "fight");
});

test("Enter, a space and other names of keys are never chosen", () => {
  for (const key of ["Enter", " ", "ArrowLeft", ""]) assert.equal(keys.remap("draw", key), false);
  assert.equal(keys.keyOf("draw"), "d");
});

test("what is kept in the browser is read with care", async () => {
  store.set("density-keys", '{"draw": "xy", "fly": "k", "fight": "g"}');
  const opened = await import("../../games/static/games/table/core/keymap.js?again");
  const settings = await import("../../games/static/games/table/settings/settings.js");
  settings.keepText("keys", '{"draw": "xy", "fly": "k", "fight": "g"}');
  assert.equal(opened.keyOf("draw"), "d");
  assert.equal(opened.keyOf("fight"), "g");
  assert.equal(opened.actionOf("k"), null);
});
