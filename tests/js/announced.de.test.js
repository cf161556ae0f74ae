/** The announcements in German, with the words that a page loads before its table's script. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { addSentences } from "../../density/static/density/catalogue.js";

const MADE = `import django; django.setup()
from density.assets.browser_catalogues import browser_modules
print(browser_modules("de")["density_deck/table/main.js"])`;

const folder = mkdtempSync(join(tmpdir(), "density-js-"));
const words = execFileSync(".venv/bin/python", ["-c", MADE], {
  cwd: new URL("../..", import.meta.url),
  encoding: "utf8",
  env: { ...process.env, DJANGO_SETTINGS_MODULE: "tests.settings", TEST_DATA_DIR: folder },
});
rmSync(folder, { recursive: true });
new Function("addSentences", words.replace(/^import .*$/m, ""))(addSentences);
const { SAID } = await import("./announced.js");

for (const [event, { told, de }] of Object.entries(SAID)) {
  test(`${event} is announced in German`, () => assert.deepEqual(told(), de));
}
