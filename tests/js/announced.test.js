/** Checks the English announcement of every event. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { SAID } from "./announced.js";

for (const [event, { told, en }] of Object.entries(SAID)) {
  test(`${event} is announced`, () => assert.deepEqual(told(), en));
}
