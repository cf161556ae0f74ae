/** The same in German, with the catalogue that a page loads before everything else. */

import assert from "node:assert/strict";
import { test } from "node:test";

await import("../../density/static/density/words/de.js");
const { SAID } = await import("./announced.js");

for (const [event, { told, de }] of Object.entries(SAID)) {
  test(`${event} is announced in German`, () => assert.deepEqual(told(), de));
}
