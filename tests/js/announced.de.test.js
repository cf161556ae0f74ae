/** The same in German, with the words that a page loads before the script of its table. */

import assert from "node:assert/strict";
import { test } from "node:test";

await import("../../density/static/density/words/de/density_deck/table/main.js");
const { SAID } = await import("./announced.js");

for (const [event, { told, de }] of Object.entries(SAID)) {
  test(`${event} is announced in German`, () => assert.deepEqual(told(), de));
}
