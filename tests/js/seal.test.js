/** The seal of a table: its state when the site proves, refuses, omits or swaps cards. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";

import {
  handsAtEnd,
  seenOfDeck,
} from "../../games/density_deck/static/density_deck/table/dealt.js";

const vectors = JSON.parse(
  readFileSync(new URL("../golden/proof_vectors.json", import.meta.url), "utf8"),
);
const clone = (value) => JSON.parse(JSON.stringify(value));
const named = (name) => clone(vectors.find((vector) => vector.name === name));

// no test draws anything
globalThis.document = /** @type {any} */ ({ createComment() {}, createTreeWalker() {} });
/** The work that waits until the page is idle. */
let idle = [];
globalThis.window = /** @type {any} */ ({ requestIdleCallback: true });
globalThis.requestIdleCallback = (work) => idle.push(work);
const { Seal } = await import("../../games/static/games/table/seal/seal.js");
afterEach(() => (idle = []));

/** Does what waits, and the work that follows from it. */
async function settle() {
  while (idle.length) await Promise.all(idle.splice(0).map((work) => work()));
}

/** Answers requests for a proof by the number of the match; null: the site refuses. */
function serve(proofs) {
  globalThis.fetch = async (url) => {
    const match = Number(new URL(url, "https://site").searchParams.get("match"));
    const proof = url.startsWith("/proof/") ? proofs[match] : null;
    return { ok: !!proof, json: async () => clone(proof) };
  };
}

/** A table that shows a vector, and its seal. */
function startTable({ view, log, you, root }) {
  const live = {
    ...{ game: { id: "game" }, version: 1, view, log, you, fresh: [], sealed: null },
    fair: { commitment: "00", root },
  };
  const app = { live, model: live, redraw() {} };
  return { live, seal: new Seal(app, seenOfDeck, "/proof/", handsAtEnd) };
}

test("a refused proof is named, until the site sends it", async () => {
  const vector = named("a hand");
  const { live, seal } = startTable(vector);
  serve({});
  seal.hear();
  assert.equal(seal.state, "checking");
  await settle();
  assert.equal(seal.state, "unproved");
  assert.equal(seal.words, "Cards not checked");
  // no request is repeated for the same version
  seal.hear();
  assert.equal(idle.length, 0);
  serve({ 1: vector.proof });
  live.version += 1;
  seal.hear();
  assert.equal(seal.state, "unproved");
  await settle();
  assert.equal(seal.state, "checked");
  assert.equal(seal.words, "Deal checked");
});

test("a proof without a card that the table shows is named", async () => {
  const vector = named("a hand");
  const { seal } = startTable(vector);
  vector.proof.cards.pop();
  serve({ 1: vector.proof });
  seal.hear();
  await settle();
  assert.equal(seal.state, "unproved");
});

/** Shows the deal after a vector that ends a match: the last event comes with the next deal. */
async function endMatch(vector, change = () => {}) {
  const next = named("a hand");
  const { live, seal } = startTable({ ...vector, log: vector.log.slice(0, -1) });
  serve({ 1: { ...vector.proof, cards: ownCards(vector) } });
  seal.hear();
  await settle();
  assert.equal(seal.state, "checked");
  const over = vector.log.at(-1);
  const rival = over.seats.find(({ seat, hand }) => hand && seat !== vector.you);
  change(rival, vector.proof);
  const dealt = { ...next.log.find(({ e }) => e === "dealt"), match: 2, hand: null };
  Object.assign(live, {
    version: 2,
    view: { ...vector.view, match: 2 },
    log: [over, dealt],
    fresh: [over, dealt],
    sealed: vector.root,
    fair: { ...live.fair, root: next.root },
  });
  serve({ 1: { ...vector.proof, leaves: [] }, 2: { ...next.proof, match: 2, cards: [] } });
  seal.hear();
  assert.equal(seal.state, "checking");
  assert.equal(seal.words, "Deal checked");
  await settle();
  return seal;
}

/** The proved cards that the viewer knows before the match ends. */
function ownCards({ proof, log, you }) {
  const seen = new Set(seenOfDeck({ log, you }).cards.map(({ place }) => place));
  return proof.cards.filter(({ place }) => seen.has(place));
}

test("the hands that others show are checked when the match ends", async () => {
  const seal = await endMatch(named("the end of a match"));
  assert.equal(seal.state, "checked");
  assert.equal(seal.opened.match, 1);
  assert.ok(seal.opened.proved.size > seal.opened.hands.length * 3);
});

test("a swapped card that a rival shows is named", async () => {
  const seal = await endMatch(named("the end of a match"), (rival, { cards }) => {
    const dealt = new Set(cards.map(({ code }) => code));
    rival.hand[0] = ["Go10", "Co9", "Wh6", "Bl3"].find((code) => !dealt.has(code));
  });
  assert.equal(seal.state, "differs");
  assert.equal(seal.difference.what, "shown");
});

test("a proof that omits a card of a shown hand is named", async () => {
  const vector = named("the end of a match");
  const own = ownCards(vector);
  const seal = await endMatch(vector, (_, proof) => (proof.cards = own));
  assert.equal(seal.state, "unproved");
});
