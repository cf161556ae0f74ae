/** The cards of the deck that a reader has seen, and where they are now. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { seenCards, seenWords } from "../../games/density_deck/static/density_deck/table/seen.js";

const dealt = (hand = ["Ye4", "Ye3", "Co8"], match = 1) => ({
  e: "dealt",
  match,
  dealer: 3,
  living: [0, 1, 2, 3],
  hand,
});
const names = ["Mira", "Kestrel", "Ola", "Tomasz"];

/** @param {object[]} log */
const table = (log, you = 0) => ({ you, log, seats: names.map((name, seat) => ({ seat, name })) });

/** @param {object[]} log */
const placesOf = (log, code, you = 0) =>
  seenCards(table(log, you))
    .flatMap(({ cards }) => cards)
    .filter((card) => card.code === code)
    .map(({ place }) => place);

test("the list is the whole deck of fifty cards", () => {
  const suits = seenCards(table([]));
  assert.equal(suits.length, 11);
  assert.equal(suits.flatMap(({ cards }) => cards).length, 50);
  assert.ok(suits.every(({ seen }) => seen === 0));
});

test("the own hand is seen from the deal on", () => {
  assert.deepEqual(placesOf([dealt()], "Ye4"), [{ at: "hand", seat: 0 }]);
  assert.equal(seenCards(table([dealt()])).find(({ suit }) => suit === "yellow")?.seen, 2);
});

test("two equal cards are counted one by one", () => {
  const log = [dealt(["Co4", "Ye3", "Co8"]), { e: "discarded", seat: 1, card: "Co4" }];
  assert.deepEqual(placesOf(log, "Co4"), [
    { at: "hand", seat: 0 },
    { at: "discards", seat: 1 },
  ]);
});

test("a discard of the own hand moves and is not counted twice", () => {
  const log = [
    dealt(),
    { e: "drew", seat: 0, from: "pile", card: "Re5" },
    { e: "discarded", seat: 0, card: "Ye4" },
  ];
  assert.deepEqual(placesOf(log, "Ye4"), [{ at: "discards", seat: 0 }]);
  assert.deepEqual(placesOf(log, "Re5"), [{ at: "hand", seat: 0 }]);
});

test("a hidden draw shows nothing, its discard does", () => {
  const log = [
    dealt(),
    { e: "drew", seat: 1, from: "pile", card: null },
    { e: "discarded", seat: 1, card: "Tu3" },
  ];
  assert.deepEqual(placesOf(log, "Tu3"), [{ at: "discards", seat: 1 }, null]);
});

test("a discard that somebody took is in that hand, and comes out of it", () => {
  const log = [
    dealt(),
    { e: "discarded", seat: 1, card: "Tu3" },
    { e: "drew", seat: 2, from: 1, card: "Tu3" },
  ];
  assert.deepEqual(placesOf(log, "Tu3"), [{ at: "hand", seat: 2 }, null]);
  const later = [...log, { e: "discarded", seat: 2, card: "Tu3" }];
  assert.deepEqual(placesOf(later, "Tu3"), [{ at: "discards", seat: 2 }, null]);
});

test("the center is seen when it is flipped", () => {
  assert.deepEqual(placesOf([dealt(), { e: "flipped", card: "Bl3", slot: 0 }], "Bl3"), [
    { at: "center" },
  ]);
});

test("a surrender forgets nothing, a new deal everything", () => {
  const log = [
    dealt(),
    { e: "discarded", seat: 1, card: "Tu3" },
    { e: "surrendered", seat: 1, round: 2, loss: 2, lives: 8 },
  ];
  assert.deepEqual(placesOf(log, "Tu3"), [{ at: "discards", seat: 1 }, null]);
  assert.deepEqual(placesOf([...log, dealt(["Co1", "Co2", "Co3"], 2)], "Tu3"), [null, null]);
});

test("a watcher has seen what everybody saw", () => {
  const log = [
    dealt(null),
    { e: "drew", seat: 0, from: "pile", card: null },
    { e: "discarded", seat: 0, card: "Wh6" },
  ];
  assert.deepEqual(placesOf(log, "Wh6", null), [{ at: "discards", seat: 0 }, null, null]);
});

test("each card says in words where it is", () => {
  const words = (place) => seenWords(table([]), { code: "Wh6", place });
  assert.equal(words(null), "White 6, not seen");
  assert.equal(words({ at: "center" }), "White 6, Center Amplification");
  assert.equal(words({ at: "hand", seat: 0 }), "White 6, your hand");
  assert.equal(words({ at: "discards", seat: 2 }), "White 6, Ola’s discards");
});
