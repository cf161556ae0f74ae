/** The form that continues a moment of a replay, and the check of a game that continues another. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { checkDecks } from "../../games/density_deck/static/density_deck/table/deal.js";
import { checkShuffles as checkDuel } from "../../games/rps_extreme/static/rps_extreme/table/deal.js";
import { nameMoment } from "../../games/static/games/replay/continuing.js";
import { begunIn } from "../../games/static/games/replay/deal.js";

const [deck, duel] = ["density-deck", "rps-extreme"].map((game) =>
  JSON.parse(readFileSync(new URL(`../golden/fork-${game}.jsonl`, import.meta.url), "utf8")),
);

test("the form names the moment, and the seat only when another view is chosen", () => {
  const fields = { match: { value: "" }, step: { value: "" }, seat: { value: "2" } };
  const form = { dataset: {}, elements: { namedItem: (name) => fields[name] } };
  nameMoment(form, { match: 3, step: 7, view: "all" });
  assert.deepEqual([fields.match.value, fields.step.value, fields.seat.value], ["3", "7", "2"]);
  nameMoment(form, { match: 3, step: 8, view: 1 });
  assert.equal(fields.seat.value, "1");
  fields.seat.value = "0";
  nameMoment(form, { match: 3, step: 9, view: 1 });
  assert.equal(fields.seat.value, "0");
});

test("the decks that begin after the moment are checked, and no others", async () => {
  const begun = begunIn(deck, deck.matches);
  assert.equal(begun, 2);
  const result = await checkDecks(deck);
  assert.deepEqual(result, { sealed: true, decks: deck.matches.length - 2, right: result.decks });
  assert.ok(result.decks > 0);
  deck.matches.at(-1).deck.reverse();
  assert.equal((await checkDecks(deck)).right, result.decks - 1);
});

test("so are the shuffles of a duel", async () => {
  assert.ok(begunIn(duel, duel.challenges) > 0);
  const result = await checkDuel(duel);
  assert.ok(result.sealed && result.decks > 0);
  assert.equal(result.right, result.decks);
  duel.challenges.at(-1).supply.reverse();
  assert.equal((await checkDuel(duel)).right, result.decks - 1);
});
