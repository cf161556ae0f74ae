/** A replay: the moments of keys and addresses, its lines, and the check of the deal. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { checkDecks } from "../../games/density_deck/static/density_deck/table/deal.js";
import { checkShuffles as checkChallenges } from "../../games/rps_extreme/static/rps_extreme/table/deal.js";
import { lineAt } from "../../games/static/games/replay/lines.js";
import { linesOf, sentenceOf } from "../../games/density_deck/static/density_deck/table/lines.js";
import { textOf } from "../../games/density_deck/static/density_deck/table/log_lines.js";
import * as state from "../../games/static/games/replay/state.js";
import { LookBack } from "../../games/static/games/table/page/past.js";
import * as table from "./deck.js";
import { discarding, fought, snapshot, view } from "./fixtures.js";

const NAMES = ["Mira", "Kestrel", "Ola", "Tomasz"];
const bounds = {
  seats: 4,
  matches: [
    { match: 1, steps: 4, ended_by: "fight", winners: [0] },
    { match: 2, steps: 2, ended_by: "surrenders", winners: [1] },
  ],
};
const at = (match, step, whose = "all") => ({ view: whose, match, step });
const step = (number, events, shown = view()) => ({ step: number, seat: 0, events, view: shown });
const chapter = {
  match: 4,
  steps: [
    step(
      0,
      [{ e: "dealt", match: 4, dealer: 3, living: [0, 1, 2, 3], hand: null }],
      view({ round: 1 }),
    ),
    step(1, [{ e: "drew", seat: 0, from: "pile", card: null }]),
    step(2, [{ e: "discarded", seat: 0, card: "Re10" }]),
    step(3, [{ e: "drew", seat: 1, from: 0, card: "Re10" }]),
    step(4, [
      { e: "discarded", seat: 1, card: "Co9", by: "clock" },
      { e: "round", round: 2, stake: 2 },
      { e: "flipped", card: "Bl3", slot: 0 },
    ]),
    step(5, [{ e: "drew", seat: 2, from: "pile", card: "Ye4" }]),
    step(6, [{ e: "surrendered", seat: 2, round: 2, loss: 1, lives: 9 }]),
    step(7, [{ e: "fight", seat: 3, stake: 2 }, fought()], null),
  ],
};

test("steps go on past the end of a match and back before its deal", () => {
  assert.deepEqual(state.moveBy(at(1, 3), bounds, 1), at(1, 4));
  assert.deepEqual(state.moveBy(at(1, 4), bounds, 1), at(2, 0));
  assert.deepEqual(state.moveBy(at(2, 0), bounds, -1), at(1, 4));
});

test("before the first step and past the last one nothing changes", () => {
  assert.deepEqual(state.moveBy(at(1, 0), bounds, -1), at(1, 0));
  assert.deepEqual(state.moveBy(at(2, 2), bounds, 1), at(2, 2));
});

test("an absurd moment becomes the nearest that there is", () => {
  assert.deepEqual(state.nearestMoment(at(9, 99, 7), bounds), at(1, 4));
  assert.deepEqual(state.nearestMoment(at(2, -5, 3), bounds), at(2, 0, 3));
  assert.deepEqual(state.nearestMoment(at(2, Infinity, 0.5), bounds), at(2, 2));
  assert.deepEqual(state.nearestMoment(at(1, NaN), bounds), at(1, 0));
});

test("an address names the moment that wrote it", () => {
  for (const moment of [at(1, 3), at(2, 1, 0), at(2, 2, 3)]) {
    assert.deepEqual(state.readAddress(state.addressOf(moment), at(1, 0, 1), bounds), moment);
  }
  assert.deepEqual(state.readAddress("?view=9&match=x&step=1e9", at(2, 1, 1), bounds), at(2, 0));
});

test("rounds begin where they were told, and keys go from one to the next", () => {
  assert.deepEqual(state.roundsOf(chapter), [
    { round: 1, step: 0 },
    { round: 2, step: 4 },
  ]);
  assert.equal(state.toRound(chapter, 1, 1), 4);
  assert.equal(state.toRound(chapter, 4, 1), 7);
  assert.equal(state.toRound(chapter, 5, -1), 4);
  assert.equal(state.toRound(chapter, 4, -1), 0);
});

test("the last step shows the table before it, and how the match ended", () => {
  assert.equal(state.viewAt(chapter, 7), chapter.steps[6].view);
  assert.equal(state.endAt(chapter, 7)?.e, "match_over");
  assert.equal(state.endAt(chapter, 6), null);
});

test("keys mean steps, rounds, ends, play and views of seats that there are", () => {
  const key = (name, shiftKey = false) => state.intentOf({ key: name, shiftKey }, 3);
  assert.deepEqual(key("ArrowRight"), { kind: "step", by: 1 });
  assert.deepEqual(key("ArrowLeft", true), { kind: "round", by: -1 });
  assert.deepEqual(key(" "), { kind: "play" });
  assert.deepEqual(key("Home"), { kind: "first" });
  assert.deepEqual(key("End"), { kind: "last" });
  assert.deepEqual(key("0"), { kind: "view", view: "all" });
  assert.deepEqual(key("3"), { kind: "view", view: 2 });
  assert.equal(key("4"), null);
  assert.equal(key("x"), null);
});

test("a draw from the pile and its discard are one line", () => {
  const lines = linesOf(chapter, NAMES);
  assert.deepEqual(
    lines.map(({ kind, from, step: last, parts }) => [kind, from, last, textOf(parts)]),
    [
      ["move", 0, 0, "Match 4, Tomasz deals"],
      ["move", 1, 2, "Mira drew, discarded Red 10"],
      ["move", 3, 3, "Kestrel took Red 10 from Mira"],
      ["move", 4, 4, "Kestrel discarded Common 9 (time ran out)"],
      ["round", 4, 4, "Round 2, flipped: Blue 3"],
      ["move", 5, 5, "Ola drew Yellow 4"],
      ["move", 6, 6, "Ola surrendered, 1 damage"],
      ["move", 7, 7, textOf(lines[7].parts)],
    ],
  );
  assert.match(textOf(lines[7].parts), /^Tomasz called the fight/);
  assert.deepEqual(
    [0, 1, 2, 4, 7].map((number) => lineAt(lines, number)),
    [0, 1, 1, 3, 7],
  );
});

test("a drawn card that this view saw is told with the discard", () => {
  const seen = {
    match: 1,
    steps: [
      step(1, [{ e: "drew", seat: 0, from: "pile", card: "Ye4" }]),
      step(2, [{ e: "discarded", seat: 0, card: "Re10" }]),
    ],
  };
  assert.equal(textOf(linesOf(seen, NAMES)[0].parts), "Mira drew Yellow 4, discarded Red 10");
  const back = {
    match: 1,
    steps: [
      step(1, [{ e: "drew", seat: 0, from: "pile", card: "Ye4" }]),
      step(2, [{ e: "discarded", seat: 0, card: "Ye4" }]),
    ],
  };
  assert.equal(textOf(linesOf(back, NAMES)[0].parts), "Mira drew, discarded Yellow 4");
});

test("a step is a sentence for those who listen", () => {
  assert.equal(
    sentenceOf(chapter.steps[4], NAMES),
    "Kestrel discarded Common 9 (time ran out). Round 2, flipped: Blue 3.",
  );
});

const { games } = JSON.parse(
  readFileSync(new URL("../golden/deal_vectors.json", import.meta.url), "utf8"),
);
const recorded = ({
  id,
  secret,
  client_bytes: bytes,
  commitment,
  first_dealer: dealer,
  matches,
}) => ({
  id,
  game: "density-deck",
  ruleset: {},
  first_dealer: dealer,
  fair: { commitment, secret, client_bytes: bytes, scheme: "density-deck-fair/1" },
  matches: matches.map(({ number, deck }) => ({ number, dealer: 0, deck })),
});

test("the browser deals every game of the vectors again", async () => {
  for (const game of games) {
    const decks = game.matches.length;
    assert.deepEqual(await checkDecks(recorded(game)), { sealed: true, decks, right: decks });
  }
});

test("the browser deals the supply of every game of RPS Extreme again", async () => {
  for (const name of [
    "rps-extreme-easy",
    "rps-extreme-hard",
    "rps-extreme-attended",
    "rps-extreme-stopped",
    "sealed-2-rps-extreme-attended",
  ]) {
    const lines = readFileSync(new URL(`../golden/${name}.jsonl`, import.meta.url), "utf8")
      .trim()
      .split("\n");
    for (const record of lines.map((line) => JSON.parse(line))) {
      const decks = Math.max(...record.challenges.map(({ shuffle }) => shuffle));
      assert.deepEqual(await checkChallenges(record), { sealed: true, decks, right: decks });
      const [first, ...rest] = record.challenges;
      const supply = [first.supply[1], first.supply[0], ...first.supply.slice(2)];
      assert.equal(
        (await checkChallenges({ ...record, challenges: [{ ...first, supply }, ...rest] })).right,
        decks - 1,
      );
      assert.equal(
        (await checkChallenges({ ...record, fair: { ...record.fair, secret: "00".repeat(32) } }))
          .sealed,
        false,
      );
    }
  }
});

test("an exchanged card, another secret or another dealer is found", async () => {
  const record = recorded(games[0]);
  const decks = record.matches.length;
  const deck = [...record.matches[0].deck];
  [deck[48], deck[49]] = [deck[49], deck[48]];
  assert.equal(
    (
      await checkDecks({
        ...record,
        matches: [{ ...record.matches[0], deck }, ...record.matches.slice(1)],
      })
    ).right,
    decks - 1,
  );
  assert.equal(
    (await checkDecks({ ...record, fair: { ...record.fair, commitment: "00" } })).sealed,
    false,
  );
  assert.equal(
    (await checkDecks({ ...record, first_dealer: record.first_dealer + 1 })).sealed,
    false,
  );
});

const seated = (model) => ({ model, ui: { panel: null }, drawNow() {} });
const lookingBack = (model, at) => {
  const past = new LookBack(seated(model), "/past/");
  past.shown = { ...chapter, at };
  return past;
};

test("an earlier moment of the live table is the one that was told, and nothing can be done in it", () => {
  const live = table.fold(table.empty(), snapshot({ question: 18, view: discarding() }), 1000);
  const shown = lookingBack(live, 3).modelOf(live);
  assert.equal(shown.view, chapter.steps[3].view);
  assert.equal(shown.question, null);
  assert.deepEqual(
    shown.log.map(({ e }) => e),
    ["dealt", "drew", "discarded", "drew"],
  );
  assert.equal(new LookBack(seated(live), "").modelOf(live), live);
});

test("on from the last earlier moment is now again, and back stops at the deal", async () => {
  const past = lookingBack(snapshot(), 0);
  await past.step(-1);
  assert.equal(past.shown?.at, 0);
  past.shown = { ...chapter, at: 6 };
  await past.step(1);
  assert.equal(past.shown, null);
});

test("a new own turn and a new match are told at once, other moves are not", () => {
  const before = table.fold(table.empty(), snapshot({ question: null }), 1000);
  for (const [changes, stays] of [
    [{}, true],
    [{ question: 19 }, false],
    [{ view: view({ match: 5 }) }, false],
  ]) {
    const past = lookingBack({ ...before, ...changes }, 2);
    past.hear(before);
    assert.equal(past.shown !== null, stays);
  }
});
