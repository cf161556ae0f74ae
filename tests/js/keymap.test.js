/** Keys and their actions, before and after a reader chose others. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const store = new Map();
globalThis.localStorage = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, value) => store.set(name, value),
};
const keys = await import("../../games/static/games/table/parts/keymap.js");
const { saveText } = await import("../../games/static/games/table/settings/settings.js");
await import("../../games/density_deck/static/density_deck/table/keys.js");
await import("../../games/rps_extreme/static/rps_extreme/table/keys.js");
await import("../goofspiel/static/goofspiel/table/keys.js");

const [deck, rps, goof] = keys.declaredKeys;
/** Every key of a game, by action. */
const mapOf = (game) =>
  Object.fromEntries(Object.keys(game.usual).map((action) => [action, keys.keyOf(action, game)]));
const distinct = (map) => new Set(Object.values(map)).size === Object.keys(map).length;

beforeEach(() => keys.resetKeys());

test("each game declares its keys itself, and has a word for each in the settings", () => {
  assert.deepEqual(
    keys.declaredKeys.map(({ title }) => title),
    ["Density Deck", "Rock Paper Scissors Extreme", "Goofspiel"],
  );
  for (const game of keys.declaredKeys) {
    assert.deepEqual(Object.keys(game.words()), Object.keys(game.usual));
    assert.ok(distinct({ ...mapOf(game), ...mapOf(keys.EVERYWHERE) }), game.title);
  }
});

test("the usual keys do the usual actions, in capitals too", () => {
  assert.equal(keys.actionOf("D", deck), "draw");
  assert.equal(keys.actionOf("d", goof), "lowest");
  assert.equal(keys.actionOf("d", rps), null);
  for (const game of keys.declaredKeys) assert.equal(keys.actionOf("?", game), "help");
  assert.equal(keys.actionOf("x", deck), null);
  assert.equal(keys.isRemapped(), false);
});

test("a page of one game asks for no game by name", () => {
  assert.equal(keys.actionOf("n"), "next");
  assert.equal(keys.keyOf("lowest"), "d");
  assert.equal(keys.keyOf("draw"), "");
});

test("an action gets another key, and the old one does nothing", () => {
  assert.equal(keys.remapKey("draw", "x", deck), true);
  assert.equal(keys.actionOf("x", deck), "draw");
  assert.equal(keys.actionOf("d", deck), null);
  assert.equal(keys.keyOf("draw", deck), "x");
  assert.equal(keys.isRemapped(), true);
});

test("on a layout without Latin letters the place of a key counts, unless a reader chose its own sign", () => {
  const act = (key, code, shiftKey = false) => keys.actionOfPress({ key, code, shiftKey }, deck);
  for (const key of ["в", "δ", "ي", "ד"]) assert.equal(act(key, "KeyD"), "draw");
  assert.equal(act("В", "KeyD", true), "draw");
  assert.equal(act(";", "KeyQ"), "left");
  for (const key of ["۱", "&"]) assert.equal(act(key, "Digit1"), "card1");
  assert.equal(act("؟", "Slash", true), "help");
  // a German keyboard has another letter there, and another character with Shift
  assert.equal(act("y", "KeyZ"), null);
  assert.equal(act("!", "Digit1", true), null);
  saveText("keys", '{"fight": "в"}');
  assert.equal(act("в", "KeyD"), "fight");
});

test("two actions change places rather than share a key", () => {
  keys.remapKey("draw", "F", deck);
  assert.equal(keys.actionOf("f", deck), "draw");
  assert.equal(keys.actionOf("d", deck), "fight");
});

test("a key of every table moves those of each game out of its way", () => {
  keys.remapKey("log", "d", keys.EVERYWHERE);
  assert.equal(keys.actionOf("d", deck), "log");
  assert.equal(keys.actionOf("l", deck), "draw");
  assert.equal(keys.actionOf("l", goof), "lowest");
  assert.equal(keys.actionOf("d", rps), "log");
  assert.equal(keys.actionOf("l", rps), null);
});

test("an action that two games have keeps one key in both, and no key means two things", () => {
  keys.remapKey("card1", "d", rps);
  assert.equal(keys.keyOf("card1", deck), "d");
  assert.equal(keys.keyOf("draw", deck), "1");
  keys.remapKey("pass", "w", rps);
  assert.equal(keys.keyOf("across", deck), "w");
  for (const game of keys.declaredKeys)
    assert.ok(distinct({ ...mapOf(game), ...mapOf(keys.EVERYWHERE) }), game.title);
});

test("what is chosen for one game is kept while another is played", () => {
  keys.remapKey("fight", "g", deck);
  keys.remapKey("next", "b", goof);
  keys.remapKey("log", "o", keys.EVERYWHERE);
  assert.equal(keys.keyOf("fight", deck), "g");
  assert.equal(keys.keyOf("next", goof), "b");
  assert.equal(keys.keyOf("log", rps), "o");
});

test("Enter, a space and other names of keys are never chosen", () => {
  for (const key of ["Enter", " ", "ArrowLeft", ""])
    assert.equal(keys.remapKey("draw", key, deck), false);
  assert.equal(keys.keyOf("draw", deck), "d");
});

test("keys that readers chose before games declared theirs hold on", () => {
  // the old format: all actions of all games in one map, each key once
  saveText(
    "keys",
    '{"draw": "x", "pass": "d", "fight": "p", "log": "i", "card1": "l", "ranked": "1"}',
  );
  assert.deepEqual(mapOf(deck), { ...deck.usual, draw: "x", fight: "p", card1: "l" });
  assert.deepEqual(mapOf(rps), { ...rps.usual, pass: "d", card1: "l" });
  assert.equal(keys.keyOf("log", deck), "i");
  assert.equal(keys.keyOf("ranked", keys.EVERYWHERE), "1");
});

test("what is kept in the browser is read with care", () => {
  for (const text of [
    "",
    "no JSON",
    "null",
    "[1]",
    '{"draw": "xy", "fly": "k", "fight": "g", "log": 7}',
  ]) {
    saveText("keys", text);
    assert.equal(keys.keyOf("draw", deck), "d");
    assert.equal(keys.actionOf("k", deck), null);
    assert.equal(keys.keyOf("log", deck), "l");
  }
  assert.equal(keys.keyOf("fight", deck), "g");
});
