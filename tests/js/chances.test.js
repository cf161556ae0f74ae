/** The effect of unseen cards on a score, and its chance to be on top. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  SAMPLES,
  keptHand,
  nextCard,
  onTop,
  percentOf,
  unseenCards,
} from "../../games/density_deck/static/density_deck/table/chances.js";
import { scoreOf } from "../../games/density_deck/static/density_deck/table/scoring.js";

const READING = { edition: "current", lone: "ignored" };

/** A seat with cards that are unknown unless they are given. */
const seat = (discards = "", { hand = "", known = "", cards = 3, status = "standing" } = {}) => ({
  status,
  cards,
  hand: hand ? hand.split(" ") : null,
  known: known.split(" ").filter(Boolean),
  discards: discards.split(" ").filter(Boolean),
});
const own = (hand, discards = "") => seat(discards, { hand, cards: hand.split(" ").length });
const table = (center, ...seats) => ({ amplification: center, seats });
const top = (at, most) => onTop(at, 0, READING, keptHand(at, 0, READING), most);

test("seen are the own hand, the center, all discards and what others were seen to take", () => {
  const at = table(
    ["Ye5", null, null],
    own("Ye4 Ye3 Co8", "Si4"),
    seat("Co8 Tu3", { known: "Co9" }),
    seat("", { known: "Wh6", status: "surrendered" }),
  );
  const unseen = unseenCards(at, 0);
  assert.equal(unseen.length, 50 - 9);
  assert.ok(!unseen.some((code) => ["Ye4", "Ye5", "Co8"].includes(code)));
  assert.equal(unseen.filter((code) => code === "Co9").length, 1);
  assert.equal(unseen.filter((code) => code === "Wh6").length, 2);
});

test("each unseen card counts once for the next amplification, the largest changes are named", () => {
  const at = table([null, null, null], own("Ye4 Co1 Co3"), seat());
  const next = nextCard(at, 0, READING, keptHand(at, 0, READING));
  // Common cards add, Yellow multiplies, any other color stands against
  assert.equal(next.cards, 47);
  assert.equal(next.up, 18 + 2);
  assert.equal(next.down, 27);
  assert.deepEqual(next.best, { code: "Ye5", by: 16 });
  assert.equal(next.worst.by, -10);
});

test("with all three open there is no next one", () => {
  const at = table(["Ye5", "Bl3", "Co7"], own("Ye4 Co1 Co3"), seat());
  assert.equal(nextCard(at, 0, READING, keptHand(at, 0, READING)), null);
});

test("of four cards the selected one is laid, else the one that is missed the least", () => {
  const at = table(["Ye5", null, null], own("Ye4 Ye3 Co8 Aq5"), seat());
  assert.deepEqual(keptHand(at, 0, READING), {
    hand: ["Ye4", "Ye3", "Co8"],
    score: 68,
    laid: "Aq5",
  });
  assert.equal(keptHand(at, 0, READING, "Co8").laid, "Co8");
});

test("the own discard counts for the others", () => {
  const rival = seat("", { known: "Wh6 Co1 Co2" });
  const at = table([null, null, null], own("Co10 Co9 Co10 Wh6"), rival);
  const wins = (laid) => onTop(at, 0, READING, keptHand(at, 0, READING, laid)).wins;
  // 29 against a pair of White, which the discard makes, or 26 against one
  assert.deepEqual([wins("Wh6"), wins("Co9")], [0, 1]);
});

test("hands that are known leave one deal; a shared top score is on top", () => {
  const at = (mine, theirs) => table(["Co1", null, null], own(mine), seat("", { known: theirs }));
  const sure = { deals: 1, exact: true, others: 1 };
  assert.deepEqual(top(at("Co5 Co6 Co7", "Co4 Co6 Co8")), { wins: 1, ...sure });
  assert.deepEqual(top(at("Co5 Co6 Co7", "Co4 Co7 Co8")), { wins: 0, ...sure });
});

test("all deals are counted, equal cards by their number", () => {
  const at = table(
    ["Ye5", null, null],
    own("Co9 Co7 Co3", "Bl3"),
    seat("Tu3", { known: "Ye4" }),
    seat("", { known: "Co1 Wh6" }),
  );
  const unseen = unseenCards(at, 0);
  const [first, second] = [
    ["Ye5", "Bl3"],
    ["Ye5", "Bl3", "Tu3"],
  ];
  const score = scoreOf(at.seats[0].hand, ["Ye5", "Tu3"], READING);
  let [wins, deals] = [0, 0];
  for (const [one] of unseen.entries())
    for (const [two] of unseen.entries())
      for (const [three] of unseen.entries()) {
        if (one >= two || three === one || three === two) continue;
        const hands = [
          scoreOf(["Ye4", unseen[one], unseen[two]], first, READING),
          scoreOf(["Co1", "Wh6", unseen[three]], second, READING),
        ];
        deals += 1;
        wins += Number(Math.max(...hands) <= score);
      }
  assert.ok(wins > 0 && wins < deals);
  assert.deepEqual(top(at, deals), { wins, deals, exact: true, others: 2 });
});

test("where four cards are held, the best three of them count", () => {
  const four = seat("", { known: "Co1 Co2 Co3 Co4", cards: 4 });
  assert.equal(top(table(["Co5", null, null], own("Co2 Co3 Co4"), four)).wins, 1);
  assert.equal(top(table(["Co5", null, null], own("Co1 Co3 Co4"), four)).wins, 0);
});

test("a sample comes near to what is counted, and is always the same", () => {
  const at = table(["Ye5", "Bl3", null], own("Ye4 Co5 Co8", "Si4"), seat("Tu3"));
  const counted = top(at);
  assert.ok(counted.exact && counted.wins > 0 && counted.wins < counted.deals);
  const tried = top(at, 0);
  assert.deepEqual([tried.deals, tried.exact], [SAMPLES, false]);
  const apart = tried.wins / tried.deals - counted.wins / counted.deals;
  assert.ok(Math.abs(apart) < 0.05, `${apart}`);
  assert.deepEqual(top(at, 0), tried);
});

test("only who stands is a rival", () => {
  const gone = seat("Tu3", { status: "surrendered" });
  assert.equal(top(table([null, null, null], own("Ye4 Co5 Co8"), gone)), null);
  const three = table([null, null, null], own("Ye4 Co5 Co8"), gone, seat(), seat());
  assert.deepEqual([top(three).others, top(three).exact], [2, false]);
});

test("0 and 100 of 100 are said only of what is certain", () => {
  assert.equal(percentOf({ wins: 0, deals: 10, exact: true }), 0);
  assert.equal(percentOf({ wins: 10, deals: 10, exact: true }), 100);
  assert.equal(percentOf({ wins: 9999, deals: 10_000, exact: true }), 99);
  assert.equal(percentOf({ wins: 0, deals: 1000, exact: false }), 1);
  assert.equal(percentOf({ wins: 1000, deals: 1000, exact: false }), 99);
});
