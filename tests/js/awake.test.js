/** Tables that keep the screen on, and pages that are shown again. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepAwake, keepAwakeWhenShown } from "../../games/static/games/table/senses/awake.js";
import { snapshot } from "./fixtures.js";

/** @type {{released: boolean, release: () => void}[]} */
const locks = [];
let refuses = false;
/** @returns {Promise<unknown>} */
const request = async () => {
  if (refuses) throw new Error("the battery is low");
  const lock = { released: false, release: () => (lock.released = true) };
  locks.push(lock);
  return lock;
};
const page = Object.assign(new EventTarget(), { hidden: false });
for (const [name, value] of Object.entries({
  navigator: { wakeLock: { request } },
  document: page,
}))
  Object.defineProperty(globalThis, name, { value, configurable: true });
keepAwakeWhenShown();

const settle = () => new Promise((done) => setImmediate(done));
/** @param {number | null} you @param {string} status */
const table = (you, status) => ({ you, game: { ...snapshot().game, status } });
/** @param {boolean} hidden */
async function turn(hidden) {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
  await settle();
}
const on = () => locks.filter(({ released }) => !released).length;

test("the screen stays on in the running game of a seated player, by one lock, and no longer", async () => {
  for (const [you, status] of /** @type {const} */ ([
    [null, "playing"],
    [0, "open"],
  ])) {
    keepAwake(table(you, status));
    await settle();
    assert.equal(on(), 0);
  }
  keepAwake(table(0, "playing"));
  keepAwake(table(0, "playing"));
  await settle();
  keepAwake(table(0, "playing"));
  await settle();
  assert.equal(locks.length, 1);
  keepAwake(table(0, "finished"));
  await settle();
  assert.equal(on(), 0);
});

test("a page asks again when it is shown again, since the browser ended the lock when it was hidden", async () => {
  keepAwake(table(0, "playing"));
  await settle();
  for (const lock of locks) lock.release();
  await turn(true);
  assert.equal(on(), 0);
  await turn(false);
  assert.equal(on(), 1);
});

test("a game that ends while the browser is asked lets the screen go off", async () => {
  keepAwake(table(0, "finished"));
  await settle();
  keepAwake(table(0, "playing"));
  keepAwake(table(0, "finished"));
  await settle();
  assert.equal(on(), 0);
});

test("a browser that refuses, or cannot, has the game all the same", async () => {
  refuses = true;
  keepAwake(table(0, "playing"));
  await settle();
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  keepAwake(table(0, "playing"));
  await settle();
  assert.equal(on(), 0);
});
