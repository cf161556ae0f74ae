/** Free time, time bank, and their texts. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as clock from "../../games/static/games/table/state/clock.js";
import * as state from "./deck.js";
import { snapshot, view } from "./fixtures.js";

const started = (changes = {}) => state.fold(state.empty(), snapshot(changes), 1000);
const full = { ms: 92000, of: 92000, free: 20000, bank: 72000, away: false, then: "lapse" };
const seats = snapshot().seats.map((seat) => ({ ...seat, bank_ms: 72000 }));
const ticking = (changes = {}) => started({ seats, clocks: { 0: { ...full, ...changes } } });

test("clocks count down from the moment they arrive", () => {
  const model = started({ clocks: { 0: { ms: 14000, of: 20000 } } });
  assert.equal(clock.timeLeft(model, 0, 1000)?.ms, 14000);
  assert.equal(clock.timeLeft(model, 0, 5000)?.ms, 10000);
  assert.equal(clock.timeLeft(model, 0, 99000)?.ms, 0);
  assert.equal(clock.timeLeft(model, 1, 1000), null);
});

test("free time runs first and the bank waits", () => {
  const left = clock.timeLeft(ticking(), 0, 7000);
  assert.deepEqual([left?.free, left?.bank, left?.onBank, left?.share], [14000, 72000, false, 0.7]);
  assert.equal(left && clock.clockLine(left), "14\u00a0s + 1:12");
});

test("after the free time the bank runs, measured by what it was when the turn began", () => {
  const left = clock.timeLeft(ticking(), 0, 57000);
  assert.deepEqual([left?.free, left?.bank, left?.onBank, left?.share], [0, 36000, true, 0.5]);
  assert.equal(left && clock.clockLine(left), "time bank 0:36");
});

test("a bank that was already running when the page opened is measured the same way", () => {
  const left = clock.timeLeft(ticking({ ms: 36000, free: 0, bank: 36000 }), 0, 1000);
  assert.deepEqual([left?.onBank, left?.bank, left?.share], [true, 36000, 0.5]);
});

test("the time granted for a slow connection is never shown as more bank", () => {
  const left = clock.timeLeft(ticking({ ms: 93000, of: 93000 }), 0, 1000);
  assert.deepEqual([left?.free, left?.bank], [20000, 72000]);
});

test("clocks stand still during the pause after a match", () => {
  const model = started({ seats, clocks: { 0: full }, pause: 8000 });
  assert.equal(clock.timeLeft(model, 0, 5000)?.free, 20000);
  assert.equal(clock.timeLeft(model, 0, 10000)?.free, 19000);
});

test("who loses the connection sees the time that the others see", () => {
  const model = ticking({ absent: 45000 });
  const away = { ...model, clocks: clock.clocksWithoutOwner(model, 3000) };
  assert.equal(clock.timeLeft(away, 0, 3000)?.ms, 45000);
  assert.equal(clock.timeLeft(away, 0, 20000)?.ms, 28000);
  assert.equal(clock.timeLeft(away, 0, 20000)?.away, true);
  const late = ticking({ ms: 5000, free: 5000, bank: 0, absent: 45000 });
  const ends = { ...late, clocks: clock.clocksWithoutOwner(late, 3000) };
  assert.equal(clock.timeLeft(ends, 0, 3000)?.ms, 3000);
});

test("where the table waits for who is away no clock runs on", () => {
  const model = ticking({ absent: null });
  assert.equal(
    clock.timeLeft({ ...model, clocks: clock.clocksWithoutOwner(model, 3000) }, 0, 3000),
    null,
  );
  const old = ticking();
  assert.equal(clock.clocksWithoutOwner(old, 3000), old.clocks);
});

test("somebody away has one time that runs out", () => {
  const left = clock.timeLeft(
    ticking({ ms: 22000, of: 45000, free: 0, bank: 72000, away: true, then: "stand-in" }),
    0,
    1000,
  );
  assert.equal(left && clock.clockLine(left), "22\u00a0s");
  assert.equal(left?.then, "stand-in");
});

test("eight seconds of free time are short, a running bank is not", () => {
  const short = (now) => {
    const left = clock.timeLeft(ticking(), 0, now);
    return left !== null && clock.isShort(left);
  };
  assert.deepEqual(
    [short(12000), short(13000), short(20000), short(25000)],
    [false, true, true, false],
  );
});

test("all questions of a turn have one name, other turns have others", () => {
  const nameOf = (changes) => clock.turnName(started({ view: view(changes) }));
  assert.equal(nameOf({ phase: "draw" }), nameOf({ phase: "discard" }));
  assert.notEqual(nameOf({ round: 3 }), nameOf({ round: 4 }));
});

test("times are written as people read them", () => {
  assert.equal(clock.clockWords(13100), "14\u00a0s");
  assert.equal(clock.clockWords(72000), "1:12");
  assert.equal(clock.bankWords(41000), "0:41");
});

const idle = { ms: 600000, of: 600000, free: 600000, bank: 0, away: false, then: "lapse" };
const patient = (changes = {}) =>
  started({ game: { ...snapshot().game, clock: null }, clocks: { 0: { ...idle, ...changes } } });

test("a table without a clock shows none, and tells when its patience ends", () => {
  assert.equal(clock.timeLeft(patient(), 0, 1000), null);
  assert.equal(clock.timeLeft(patient(), 0, 590000), null);
  assert.equal(clock.patienceLeft(patient(), 0, 540000), null);
  assert.equal(clock.patienceLeft(patient(), 0, 556000), 45000);
  assert.equal(clock.patienceLeft(patient(), 1, 556000), null);
});

test("there, too, a clock runs for somebody away; and none is patience where there are clocks", () => {
  assert.equal(clock.timeLeft(patient({ ms: 20000, of: 45000, away: true }), 0, 1000)?.ms, 20000);
  assert.equal(clock.patienceLeft(patient({ ms: 20000, of: 45000, away: true }), 0, 1000), null);
  assert.equal(clock.patienceLeft(ticking(), 0, 85000), null);
});
