/** The proof of cards at the deal: each kind of tampering is found and named. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  checkProof,
  findDifference,
  findForeignCard,
  isProved,
} from "../../games/static/games/table/seal/proof.js";
import {
  handsAtEnd,
  seenOfDeck,
} from "../../games/density_deck/static/density_deck/table/dealt.js";
import { seenOfSupply } from "../../games/rps_extreme/static/rps_extreme/table/dealt.js";

const vectors = JSON.parse(
  readFileSync(new URL("../golden/proof_vectors.json", import.meta.url), "utf8"),
);
const clone = (value) => JSON.parse(JSON.stringify(value));
const seenBy = { "density-deck": seenOfDeck, "rps-extreme": seenOfSupply };
const seenIn = ({ game, you, view, log }) => seenBy[game]({ you, view, log });

for (const vector of vectors) {
  const { name, game, proof, root } = vector;

  test(`${name}: the proof fits the root, and proves every card that was seen`, async () => {
    const proved = await checkProof(proof, root);
    assert.ok(proved instanceof Map);
    const seen = seenIn(vector);
    assert.ok(seen.cards.length > 0);
    assert.equal(findDifference(seen, proved, []), null);
    assert.ok(isProved(seen, proved));
    // nothing beyond what the table shows
    const shown = game === "density-deck" ? handsAtEnd(vector.log, vector.you) : [];
    const others = shown.flatMap(({ codes }) => codes);
    assert.equal(proved.size, seen.cards.length + others.length);
  });

  test(`${name}: another deck, another card and another salt are found`, async () => {
    const [card] = proof.cards;
    assert.deepEqual(await checkProof(proof, "00".repeat(32)), { what: "root", code: "" });
    const swapped = clone(proof);
    swapped.leaves.reverse();
    assert.deepEqual(await checkProof(swapped, root), { what: "root", code: "" });
    for (const change of [
      { code: card.code === "Go10" ? "Co7" : "Go10" },
      { salt: "00".repeat(16) },
      { place: card.place + 1 },
    ]) {
      const forged = clone(proof);
      forged.cards[0] = { ...card, ...change };
      const { what } = await checkProof(forged, root);
      assert.equal(what, "leaf");
    }
  });
}

const named = (name) => vectors.find((vector) => vector.name === name);

test("a card that the table shows in place of the sealed one is found", async () => {
  const vector = named("a hand");
  const proved = await checkProof(vector.proof, vector.root);
  const shown = clone(vector);
  const deal = shown.log.find(({ e }) => e === "dealt");
  const real = deal.hand[0];
  deal.hand[0] = real === "Go10" ? "Co7" : "Go10";
  assert.deepEqual(findDifference(seenIn(shown), proved, []), {
    what: "place",
    code: deal.hand[0],
  });
});

test("a drawn card that lies deeper in the pile is found", async () => {
  const vector = named("a hand");
  const proved = await checkProof(vector.proof, vector.root);
  const shown = clone(vector);
  const draw = shown.log.find(({ e, from, card }) => e === "drew" && from === "pile" && card);
  const others = [...proved.values()].filter((code) => code !== draw.card);
  draw.card = others[0];
  assert.equal(findDifference(seenIn(shown), proved, []).what, "place");
});

test("a card without a proof is still to be checked", async () => {
  const vector = named("a hand");
  const proved = await checkProof(vector.proof, vector.root);
  proved.delete(proved.keys().next().value);
  assert.ok(!isProved(seenIn(vector), proved));
});

test("cards of a supply that come out of turn are found", async () => {
  const vector = named("a challenge");
  const proved = await checkProof(vector.proof, vector.root);
  const seen = seenIn(vector);
  assert.ok(seen.order.length > 1);
  const late = { ...seen, order: seen.order.toReversed() };
  assert.equal(findDifference(late, proved, []).what, "order");
  // a hidden place before a card that came
  const last = Math.max(...proved.keys());
  assert.equal(findDifference(seen, proved, [last + 1, last + 2]), null);
  const before = [...proved.keys()].filter((place) => place !== last);
  const early = new Map([...proved].filter(([place]) => place !== before[0]));
  assert.equal(findDifference(seen, early, [before[0], last]).what, "order");
});

test("each card that a rival shows or discards is found among those dealt to that rival", async () => {
  const vector = named("the end of a match");
  const proved = await checkProof(vector.proof, vector.root);
  const over = vector.log.at(-1);
  const rivals = over.seats.filter(({ seat, hand }) => hand && seat !== vector.you);
  assert.ok(rivals.length);
  assert.ok(over.seats.some(({ hand }) => !hand));
  const hands = handsAtEnd(vector.log, vector.you);
  assert.equal(hands.length, rivals.length);
  assert.equal(findForeignCard(hands, proved), null);
  // no place of a seat that keeps its hand secret
  const places = hands.flatMap((hand) => hand.places);
  const own = seenIn(vector).cards.map(({ place }) => place);
  assert.deepEqual(new Set(proved.keys()), new Set([...places, ...own]));
});

test("a card that a rival shows or discards in place of the sealed one is found", async () => {
  const vector = named("the end of a match");
  const proved = await checkProof(vector.proof, vector.root);
  const dealt = new Set(proved.values());
  const foreign = ["Go10", "Co9", "Wh6", "Bl3"].find((code) => !dealt.has(code));
  const seat = vector.log.at(-1).seats.find((row) => row.hand && row.seat !== vector.you).seat;

  const shown = clone(vector).log;
  shown.at(-1).seats.find((row) => row.seat === seat).hand[0] = foreign;
  assert.deepEqual(findForeignCard(handsAtEnd(shown, vector.you), proved), {
    what: "shown",
    code: foreign,
  });
  const discarded = clone(vector).log;
  discarded.findLast((event) => event.e === "discarded" && event.seat === seat).card = foreign;
  assert.equal(findForeignCard(handsAtEnd(discarded, vector.you), proved).code, foreign);
});
