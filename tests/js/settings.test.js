/** The reader's settings, and their defaults. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const store = new Map();
let refusing = false;
globalThis.localStorage = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, value) => {
    if (refusing) throw new Error("this window keeps nothing");
    store.set(name, value);
  },
};
let page = 0;

/** Loads the module as a newly opened page does. */
const opened = () =>
  import(`../../games/static/games/table/settings/settings.js?page=${(page += 1)}`);

beforeEach(() => {
  refusing = false;
  store.clear();
});

test("cues are on, notifications wait to be asked for", async () => {
  const { isOn } = await opened();
  for (const name of [
    "sound",
    "vibrate",
    "tapTwice",
    "hints",
    "enough",
    "odds",
    "talk",
    "shortcuts",
  ])
    assert.equal(isOn(name), true);
  assert.equal(isOn("notify"), false);
});

test("a choice lasts, and the next page knows it", async () => {
  (await opened()).setSwitch("hints", false);
  assert.equal((await opened()).isOn("hints"), false);
});

test("listeners hear of every change until they stop", async () => {
  const { onSetting, setSwitch } = await opened();
  let calls = 0;
  const stop = onSetting(() => (calls += 1));
  setSwitch("talk", false);
  stop();
  setSwitch("talk", true);
  assert.equal(calls, 1);
});

test("a choice holds for the page where storage is refused", async () => {
  const { setSwitch, isOn } = await opened();
  refusing = true;
  setSwitch("sound", false);
  assert.equal(isOn("sound"), false);
});

test("the volume is a share between silence and all", async () => {
  const { setVolume, readVolume } = await opened();
  assert.equal(readVolume(), 1);
  setVolume(0.4);
  assert.equal(readVolume(), 0.4);
  store.set("density-volume", "loud");
  assert.equal((await opened()).readVolume(), 1);
});
