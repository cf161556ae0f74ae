/** The options of a table in words. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as deck from "../../games/density_deck/static/density_deck/table/table_text.js";
import * as duel from "../../games/rps_extreme/static/rps_extreme/table/table_text.js";
import {
  levelName,
  optionWords as wordsOf,
  useLabels,
  waitingWords,
} from "../../games/static/games/table/parts/options.js";

useLabels(
  JSON.stringify({
    levels: { easy: "Easy", hard: "Hard" },
    editions: { current: "Current edition" },
    access: { link: "Link only" },
    absence: { ai: "AI players take over for absent players" },
  }),
);
const optionWords = (table, game = deck) => wordsOf(table, { options: game.optionWords });

const game = (more = {}) => ({
  edition: "current",
  ruleset: { lives: 10 },
  clock: { free: 20, bank: 90 },
  access: "link",
  watchable: true,
  chat: false,
  absence: "ai",
  ...more,
});

test("every choice is told in a few words", () => {
  assert.deepEqual(optionWords(game()), [
    "Current edition",
    "10 lives",
    "20\u00a0s per turn, 90\u00a0s time bank",
    "Link only",
    "Spectators welcome",
    "Ready-made phrases only",
    "AI players take over for absent players",
  ]);
});

test("a table without a clock hurries nobody, one without a bank says nothing of it", () => {
  assert.ok(optionWords(game({ clock: null })).includes("No clock"));
  assert.ok(optionWords(game({ clock: { free: 45 } })).includes("45\u00a0s per turn"));
});

test("a single life is one life", () => {
  assert.ok(optionWords(game({ ruleset: { lives: 1 } })).includes("1 life"));
});

test("a table of Rock Paper Scissors Extreme tells of points, throws and cards to keep", () => {
  const table = (more = {}) =>
    game({ ruleset: { target: 21, hand_limit: 3, ...more }, clock: { free: 10, bank: 20 } });
  assert.deepEqual(optionWords(table(), duel).slice(1, 3), [
    "To 21 points",
    "10\u00a0s per throw, 20\u00a0s time bank",
  ]);
  assert.deepEqual(optionWords(table({ hand_limit: 5 }), duel).slice(1, 3), [
    "To 21 points",
    "Keep 5 cards",
  ]);
});

test("the people a table waits for are counted", () => {
  assert.equal(waitingWords(2), "Waiting for 2 more players.");
  assert.equal(waitingWords(1), "Waiting for 1 more player.");
});

test("levels are called as the page says, and by their own name where it says nothing", () => {
  assert.deepEqual(["easy", "hard", "odd"].map(levelName), ["Easy", "Hard", "odd"]);
});
