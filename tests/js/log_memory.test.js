/** A browser notices when the public log changes after it has seen it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import {
  findChanges,
  findWrongEntry,
  keepEntry,
  recallEntries,
} from "../../games/static/games/replay/log_memory.js";
import { changeWords } from "../../games/static/games/replay/log_words.js";

const { chain } = JSON.parse(
  readFileSync(new URL("../golden/deal_vectors_2.json", import.meta.url), "utf8"),
);
const entries = chain.map((entry, at) => ({
  sequence: at + 1,
  game: null,
  at: "2026-11-21T12:00:00Z",
  ...entry,
}));
const named = entries.findLast(({ id }) => id);
const SEEN = "2026-11-21T12:00:00.000Z";

let log;
let storage;
beforeEach(() => {
  log = entries.map((entry) => ({ ...entry }));
  storage = new Map();
  const localStorage = {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => storage.set(key, value),
  };
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
  globalThis.fetch = async (address) => {
    const query = new URL(address, "https://site.example").searchParams;
    const asked = query.getAll("sequence").map(Number);
    const game = query.get("game");
    const deals = log.filter(
      ({ sequence, id }) => asked.includes(sequence) || (game !== null && id === game),
    );
    return { ok: true, json: async () => ({ deals }) };
  };
});

test("the entry of a table is compared and kept, and stays unchanged", async () => {
  assert.equal(await findWrongEntry(named.id, named.commitment, SEEN), null);
  assert.deepEqual(recallEntries(), [{ sequence: named.sequence, hash: named.hash, seen: SEEN }]);
  assert.deepEqual(await findChanges(), []);
});

test("an entry that is changed, dropped or reordered later is named with its day", async () => {
  for (const entry of entries) keepEntry(entry, SEEN);
  const [first, second] = log;
  log = log.slice(0, -1);
  assert.deepEqual(
    (await findChanges()).map(({ what, sequence }) => [what, sequence]),
    [["gone", entries.length]],
  );
  log = [{ ...second, sequence: 1 }, { ...first, sequence: 2 }, ...entries.slice(2)];
  const changes = await findChanges();
  assert.deepEqual(
    changes.map(({ what, sequence }) => [what, sequence]),
    [
      ["changed", 2],
      ["changed", 1],
    ],
  );
  assert.match(changeWords(changes[0]), /^Entry 2 of the public log isn’t the one .* 2026/);
});

test("a log that does not list the game, or has another fingerprint, is named", async () => {
  const { what, shown } = await findWrongEntry(named.id, "00".repeat(32), SEEN);
  assert.deepEqual([what, shown], ["other", named.commitment]);
  assert.equal((await findWrongEntry("unknown", named.commitment, SEEN)).what, "missing");
  log = log.map((entry) => ({ ...entry, previous: "00".repeat(32) }));
  assert.equal((await findWrongEntry(named.id, named.commitment, SEEN)).what, "broken");
  assert.deepEqual(recallEntries(), []);
});

test("the first sight of an entry stays, and the newest fifty are kept", () => {
  for (let sequence = 1; sequence <= 60; sequence += 1) keepEntry({ sequence, hash: "aa" }, SEEN);
  keepEntry({ sequence: 60, hash: "bb" }, SEEN);
  const kept = recallEntries();
  assert.deepEqual([kept.length, kept[0].hash, kept.at(-1).sequence], [50, "aa", 11]);
});
