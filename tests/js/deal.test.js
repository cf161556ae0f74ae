/** The check of a deal: memory, public log, and forged records of real games. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { examineRecord, isFine } from "../../games/static/games/replay/compare.js";
import { hashOf, rootOf, encodeText, bytesOf } from "../../games/static/games/replay/deal.js";
import {
  comparedLines,
  differenceLines,
  rangesOf,
  titleOf,
} from "../../games/static/games/replay/findings.js";
import {
  checkDecks,
  ways as deckWays,
} from "../../games/density_deck/static/density_deck/table/deal.js";
import { ways as duelWays } from "../../games/rps_extreme/static/rps_extreme/table/deal.js";
import { dealerOf, deckOf } from "./dealing.js";
import {
  recallGame,
  rememberDeal,
  rememberBytes,
} from "../../games/static/games/table/state/deal_memory.js";

const golden = (name) => readFileSync(new URL(`../golden/${name}`, import.meta.url), "utf8");
const lines = (name) =>
  golden(name)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const vectors = JSON.parse(golden("deal_vectors.json"));
const second = JSON.parse(golden("deal_vectors_2.json"));
const [played] = lines("sealed-2-attended-4.jsonl");
const [silent] = lines("sealed-2-stopped-4.jsonl");
const [duel] = lines("sealed-2-rps-extreme-attended.jsonl");
const [old] = lines("attended-4.jsonl");
const waysOf = (record) => (record.game === "rps-extreme" ? duelWays : deckWays);
const look = (record) => examineRecord(record, waysOf(record));

/** Stand-ins for the browser's storage and the site's answer. */
let storage;
let answer;
beforeEach(() => {
  storage = new Map();
  const localStorage = {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => storage.set(key, value),
  };
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
  answer = () => ({ deals: [] });
  globalThis.fetch = async (address) => ({ ok: true, json: async () => answer(address) });
});

/** The answer of the public log for a game. */
async function published({ id, fair }, at = "2026-11-21T11:40:00.25Z") {
  const game = fair.scheme.endsWith("/1") ? null : await hashOf(encodeText(id));
  const previous = "00".repeat(32);
  const hash = await hashOf(...[previous, fair.commitment, game ?? ""].map(bytesOf));
  return { deals: [{ sequence: 7, game, commitment: fair.commitment, previous, hash, at }] };
}

/** Remembers what a table shows of a game; seat 0 is the browser's own. */
async function show(record, changes = {}) {
  const { id, fair } = record;
  const given = fair.client_bytes.map((bytes) => (bytes ? "client" : "server"));
  const pledges = await Promise.all(
    fair.client_bytes.map((bytes) => (bytes ? hashOf(bytesOf(bytes)) : null)),
  );
  const publicDeal = {
    commitment: fair.commitment,
    pledges,
    given: pledges.map(() => null),
    stage: "pledge",
    root: null,
    ...changes,
  };
  rememberDeal({ game: { id, status: "sealing" }, fair: publicDeal, view: null });
  rememberBytes(id, 0, changes.bytes ?? fair.client_bytes[0]);
  for (const match of [1, 2]) {
    const root = await rootOf(record, match, await waysOf(record).codes(record, match));
    rememberDeal({
      game: { id, status: "playing" },
      fair: { ...publicDeal, given, root },
      view: { match },
    });
  }
}

/**
 * A forgery: the same game with another secret, from which all decks follow, so that the record is
 * consistent.
 */
async function forge(record) {
  const secret = "11".repeat(32);
  const fair = { ...record.fair, secret };
  const forged = { ...record, fair };
  fair.commitment = await promiseOf(forged);
  if (record.matches) {
    forged.first_dealer = dealerOf(forged);
    forged.matches = record.matches.map((match) => ({
      ...match,
      deck: deckOf(forged, match.number),
    }));
  }
  return forged;
}

const promiseOf = ({ id, game, ruleset, fair }) => {
  const rules = JSON.stringify(
    Object.fromEntries(Object.entries(ruleset).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
  const parts = [
    encodeText(fair.scheme),
    encodeText(id),
    encodeText(game),
    encodeText(rules),
    bytesOf(fair.secret),
  ];
  return hashOf(...parts.flatMap((part) => [Uint8Array.of(0, 0, 0, part.length), part]));
};

test("the commitments of scheme 2 are those of the vectors, whatever the order of the fields", async () => {
  for (const { id, game, ruleset, secret, commitment } of second.commitments) {
    const shuffled = Object.fromEntries(Object.entries(ruleset).reverse());
    const fair = { commitment, secret, client_bytes: [null, null], scheme: second.scheme };
    const record = {
      id,
      game,
      ruleset: shuffled,
      fair,
      first_dealer: 0,
      matches: [],
      challenges: [],
    };
    const dealer = [0, 1];
    const sealed = await Promise.all(
      dealer.map(async (first) => (await checkDecks({ ...record, first_dealer: first })).sealed),
    );
    assert.deepEqual(sealed.toSorted(), [false, true]);
    const other = { ...record, ruleset: { ...ruleset, version: 2 } };
    for (const first of dealer)
      assert.equal((await checkDecks({ ...other, first_dealer: first })).sealed, false);
  }
});

test("an unknown scheme is never called right", async () => {
  await assert.rejects(
    checkDecks({ ...played, fair: { ...played.fair, scheme: "density-deck-fair/3" } }),
  );
});

test("the roots of decks are those of the vectors", async () => {
  for (const game of vectors.games) {
    const fair = {
      commitment: game.commitment,
      secret: game.secret,
      client_bytes: game.client_bytes,
      scheme: vectors.scheme,
    };
    for (const { number, deck, merkle_root: root } of game.matches) {
      const matches = [];
      matches[number - 1] = { deck };
      assert.equal(await rootOf({ id: game.id, fair }, number, matches[number - 1].deck), root);
    }
  }
});

test("a browser that was at the table says what it compared", async () => {
  for (const record of [played, duel]) {
    await show(record);
    answer = () => published(record);
    const { memory, log, ...rest } = await look(record);
    assert.equal(log.state, "same");
    assert.deepEqual([memory.early, memory.own, memory.differs], [true, true, []]);
    assert.deepEqual(memory.matches, [1, 2]);
    assert.equal(memory.seats, record.fair.client_bytes.filter(Boolean).length);
    assert.deepEqual([rest.sealed, rest.right], [true, rest.decks]);
    const comparison = { memory, log, ...rest };
    assert.equal(titleOf(comparison), "The deal matches what your browser saw");
    assert.deepEqual(differenceLines(comparison), []);
    assert.deepEqual(comparedLines(comparison).slice(0, 2), [
      "The fingerprint is the one your browser saw before the first card.",
      "Your bytes are the ones your browser made.",
    ]);
    assert.match(
      comparedLines(comparison)[3],
      record === duel ? /^The decks of challenges 1–2 fit/ : /^The decks of matches 1–2 fit/,
    );
    storage.clear();
  }
});

test("a forged record of a real game is consistent with itself and differs from what this browser was shown", async () => {
  await show(played);
  const forged = await forge(played);
  const dealing = await checkDecks(forged);
  assert.deepEqual([dealing.sealed, dealing.right], [true, forged.matches.length]);
  answer = () => published(forged);
  const result = await look(forged);
  assert.equal(isFine(result), false);
  assert.deepEqual(
    result.memory.differs.map(({ what, match }) => [what, match]),
    [
      ["commitment", 0],
      ["match", 1],
      ["match", 2],
    ],
  );
  assert.equal(
    differenceLines(result)[0],
    `The fingerprint isn’t the one your browser saw: ${played.fair.commitment}.`,
  );
  assert.equal(
    differenceLines(result)[1],
    "The deck of match 1 doesn’t fit the fingerprint this browser was shown.",
  );
  assert.equal(
    comparedLines(result).some((line) => line.startsWith("The fingerprint is the one")),
    false,
  );
});

test("a browser that was not there finds the forged record by the public log", async () => {
  const forged = await forge(played);
  answer = () => published(played);
  const [right, forgedResult] = [await look(played), await look(forged)];
  assert.deepEqual(
    [right.memory, right.log.state, right.log.sequence, isFine(right)],
    [null, "same", 7, true],
  );
  assert.equal(titleOf(right), "The fingerprint matches the public log");
  assert.deepEqual(
    [forgedResult.memory, forgedResult.log.state, isFine(forgedResult)],
    [null, "other", false],
  );
});

test("without a log and a memory a record is consistent with itself, and nothing else is said", async () => {
  globalThis.fetch = async () => ({ ok: false });
  const result = await look(played);
  assert.deepEqual([result.memory, result.log.state], [null, "unread"]);
  assert.equal(titleOf(result), "This record is consistent");
});

test("a log that does not name the game, names it too late or does not fit its hash is a failure", async () => {
  assert.equal((await look(played)).log.state, "missing");
  answer = () => published(played, "2026-11-21T12:00:01Z");
  assert.equal((await look(played)).log.state, "late");
  const {
    deals: [entry],
  } = await published(played);
  for (const change of [
    { hash: "00".repeat(32) },
    { game: "00".repeat(32) },
    { game: null },
    { previous: "11".repeat(32) },
  ]) {
    answer = () => ({ deals: [{ ...entry, ...change }] });
    const result = await look(played);
    assert.deepEqual([result.log.state, isFine(result)], ["broken", false]);
  }
});

test("records of before the second scheme stand in the log without a name", async () => {
  answer = () => published(old);
  const result = await look(old);
  assert.deepEqual(
    [result.sealed, result.right, result.log.state, isFine(result)],
    [true, result.decks, "same", true],
  );
});

test("exchanged bytes, a silenced seat and another deck are named", async () => {
  await show(played, { bytes: "ff".repeat(16) });
  const differs = async (record) =>
    (await look(record)).memory.differs.map(({ what, seat, match }) => [what, seat, match]);
  assert.deepEqual(await differs(played), [["bytes", -1, 0]]);
  storage.clear();
  await show(played);
  const fair = { ...played.fair, client_bytes: [null, ...played.fair.client_bytes.slice(1)] };
  const result = await differs({ ...played, fair });
  assert.deepEqual(result.slice(0, 2), [
    ["bytes", -1, 0],
    ["silent", 0, 0],
  ]);
  // the browser saw the pledge and left before the reveals, so the pledge cannot have been missing
  storage.clear();
  const pledges = [await hashOf(bytesOf(played.fair.client_bytes[0])), null, null, null];
  rememberDeal({
    game: { id: played.id, status: "sealing" },
    fair: { ...played.fair, pledges, stage: "reveal", root: null },
    view: null,
  });
  for (const [reason, names] of [
    ["no-reveal", []],
    ["no-pledge", [["silent", 0, 0]]],
  ]) {
    assert.deepEqual(
      await differs({
        ...played,
        fair: { ...fair, silent: [{ seat: 0, reason, at: "2026-11-21T11:45:00Z" }] },
      }),
      names,
    );
  }
  storage.clear();
  await show(played);
  const deck = played.matches[1].deck.toReversed();
  assert.deepEqual(
    await differs({ ...played, matches: played.matches.with(1, { ...played.matches[1], deck }) }),
    [["match", -1, 2]],
  );
  assert.deepEqual(await differs({ ...played, matches: played.matches.slice(0, 1) }), [
    ["match", -1, 2],
  ]);
});

test("silent seats are told with reason and time", async () => {
  const result = await look(silent);
  assert.deepEqual(result.silent[0], {
    name: "Mira",
    reason: "no-pledge",
    at: "2026-11-21T11:45:00Z",
  });
  assert.equal(result.silent.length, 4);
});

test("what was shown first stays, and a finished game teaches nothing", async () => {
  await show(played);
  const fair = {
    commitment: "ff".repeat(32),
    pledges: ["a", "b", "c", "d"],
    given: ["server"],
    stage: "dealt",
    root: "ee".repeat(32),
  };
  rememberDeal({ game: { id: played.id, status: "playing" }, fair, view: { match: 1 } });
  const shown = recallGame(played.id);
  assert.equal(shown.commitment, played.fair.commitment);
  assert.equal(shown.roots[1], await rootOf(played, 1, played.matches[0].deck));
  assert.deepEqual(shown.given.slice(0, 2), ["client", "client"]);
  rememberDeal({ game: { id: "other", status: "finished" }, fair, view: { match: 1 } });
  assert.equal(recallGame("other"), null);
});

test("who came later says so, and twenty games are kept", () => {
  const fair = { commitment: "aa", pledges: [null], given: [null], stage: "dealt", root: "bb" };
  for (let game = 0; game < 25; game += 1)
    rememberDeal({ game: { id: `g${game}`, status: "playing" }, fair, view: { match: 3 } });
  assert.equal(recallGame("g24").early, false);
  assert.deepEqual(recallGame("g24").roots, { 3: "bb" });
  assert.equal(recallGame("g4"), null);
  assert.notEqual(recallGame("g5"), null);
  storage.set("density-deals", "{");
  assert.equal(recallGame("g24"), null);
});

test("a browser that keeps nothing plays on", () => {
  Object.defineProperty(globalThis, "localStorage", {
    get: () => {
      throw new Error("denied");
    },
    configurable: true,
  });
  rememberDeal({
    game: { id: "g", status: "playing" },
    fair: { commitment: "aa", pledges: [], stage: "dealt", root: null },
    view: null,
  });
  assert.equal(recallGame("g"), null);
});

test("matches are named in few words", () => {
  assert.equal(rangesOf([1, 2, 3, 5, 7, 8]), "1–3, 5, 7–8");
  assert.equal(rangesOf([4]), "4");
});
