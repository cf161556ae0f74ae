/** When a connection is pinged, and when it counts as lost. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Pulse } from "../../games/static/games/connection/pulse.js";

const opened = () => {
  const pulse = new Pulse();
  pulse.open(0);
  return pulse;
};

test("a ping is due at once and then every three seconds", () => {
  const pulse = opened();
  assert.equal(pulse.isDue(0), true);
  pulse.ping(0);
  assert.deepEqual([pulse.isDue(2999), pulse.isDue(3000)], [false, true]);
});

test("seven seconds without a word count as lost", () => {
  const pulse = opened();
  pulse.ping(0);
  pulse.hear(100);
  pulse.ping(3000);
  assert.deepEqual([pulse.isSilent(7000), pulse.isSilent(7100)], [false, true]);
});

test("anything that is heard ends the silence", () => {
  const pulse = opened();
  pulse.ping(0);
  pulse.hear(6900);
  assert.equal(pulse.isSilent(9000), false);
});

test("a page that was put to sleep has lost nothing by its own silence", () => {
  const pulse = opened();
  pulse.ping(0);
  pulse.hear(50);
  assert.equal(pulse.isSilent(60000), false);
  pulse.ping(60000);
  assert.equal(pulse.isSilent(60500), false);
  assert.equal(pulse.isSilent(63000), true);
});

test("the time of an answer is measured from its own ping", () => {
  const pulse = opened();
  const first = pulse.ping(0);
  const second = pulse.ping(3000);
  assert.equal(pulse.answered(first, 3010), null);
  assert.equal(pulse.answered(second, 3042), 42);
});
