/** The vibrations with the sounds of a table, and the settings that turn them off. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { shakeForTurn } from "../../games/static/games/table/senses/haptics.js";
import { playSound } from "../../games/static/games/table/senses/sound.js";
import { saveChoice, setSwitch } from "../../games/static/games/table/settings/settings.js";

/** @type {number[][]} */
let shaken = [];
let finger = true;
const values = {
  navigator: {
    userActivation: { hasBeenActive: true },
    vibrate: (/** @type {number[]} */ pattern) => shaken.push(pattern),
  },
  matchMedia: () => ({ matches: finger }),
};
for (const [name, value] of Object.entries(values))
  Object.defineProperty(globalThis, name, { value, configurable: true });

beforeEach(() => {
  shaken = [];
  finger = true;
  setSwitch("sound", true);
  setSwitch("vibrate", true);
  saveChoice("motion", "system");
});

test("the beats of a fight are touches, the lost one the longest", () => {
  for (const name of /** @type {const} */ (["flip", "race", "hit", "win", "loss"])) playSound(name);
  const longest = shaken.map((pattern) => Math.max(...pattern.filter((_, index) => !(index % 2))));
  assert.equal(shaken.length, 5);
  assert.deepEqual(longest, [12, 6, 35, 90, 120]);
});

test("a card that moves is none, and neither is anything at a desk", () => {
  playSound("card");
  finger = false;
  playSound("hit");
  assert.deepEqual(shaken, []);
});

test("touches go with sound and with their own setting; the own turn only with that", () => {
  setSwitch("sound", false);
  playSound("hit");
  assert.deepEqual(shaken, []);
  shakeForTurn();
  assert.equal(shaken.length, 1);
  setSwitch("sound", true);
  setSwitch("vibrate", false);
  playSound("hit");
  shakeForTurn();
  assert.equal(shaken.length, 1);
});

test("less motion is no wish for less touch", () => {
  saveChoice("motion", "reduced");
  playSound("hit");
  assert.equal(shaken.length, 1);
});
