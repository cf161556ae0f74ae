/** Lines of the log, and announcements for screen readers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  MINUS,
  ordinalWord,
  plainNumber,
  signedNumber,
} from "../../games/static/games/table/text/numbers.js";
import { readCard } from "../../games/density_deck/static/density_deck/table/cards.js";
import { spotsOf, turnOrder } from "../../games/static/games/table/seats/order.js";
import { refusalWords } from "../../games/static/games/table/text/messages.js";
import { readMessage } from "../../games/static/games/table/state/protocol.js";
import { legalAction } from "../../games/density_deck/static/density_deck/table/protocol.js";
import { refusals } from "../../games/density_deck/static/density_deck/table/table_text.js";
import { logLines, textOf } from "../../games/density_deck/static/density_deck/table/log_lines.js";
import * as sentences from "../../games/density_deck/static/density_deck/table/text.js";
import { resultSentence } from "../../games/density_deck/static/density_deck/table/result_words.js";
import * as state from "./deck.js";
import { discarding, events, fought, snapshot, view } from "./fixtures.js";

const started = (changes = {}) => state.fold(state.empty(), snapshot(changes), 1000);
const after = (told, changes = {}) => state.fold(started(), events(told, changes), 2000);
const lines = (log, changes = {}) =>
  logLines(started({ log, ...changes })).map(({ parts }) => textOf(parts));

test("the log writes colors as words and joins a draw with its discard", () => {
  const log = [
    { e: "drew", seat: 3, from: "pile", card: null },
    { e: "discarded", seat: 3, card: "Co4" },
    { e: "round", round: 2, stake: 2 },
    { e: "flipped", card: "Ye5", slot: 0 },
    { e: "drew", seat: 2, from: 0, card: "Re10" },
    { e: "discarded", seat: 2, card: "Co9" },
  ];
  assert.deepEqual(lines(log), [
    "Tomasz drew, discarded Common 4",
    "Round 2, 2 damage",
    "Flipped: Yellow 5",
    "Ola took Red 10 from you",
    "Ola discarded Common 9",
  ]);
});

test("the own line names the drawn card when another one went", () => {
  const drew = { e: "drew", seat: 0, from: "pile", card: "Si4" };
  assert.deepEqual(lines([drew, { e: "discarded", seat: 0, card: "Ye3" }]), [
    "You drew Silver 4, discarded Yellow 3",
  ]);
  assert.deepEqual(lines([drew, { e: "discarded", seat: 0, card: "Si4" }]), [
    "You drew, discarded Silver 4",
  ]);
  assert.deepEqual(lines([drew]), ["You drew Silver 4"]);
});

test("a draw that ends in a surrender keeps its own line", () => {
  const log = [
    { e: "drew", seat: 1, from: "pile", card: null },
    { e: "surrendered", seat: 1, round: 2, loss: 1, lives: 5 },
  ];
  assert.deepEqual(lines(log), ["Kestrel drew from the pile", "Kestrel surrenders, 1 damage"]);
});

test("a move of the clock says so and an own turn ends the log", () => {
  const log = [{ e: "discarded", seat: 1, card: "Tu3", by: "clock" }];
  const changes = { question: 17, view: view({ legal: [{ do: "draw", from: "pile" }] }) };
  assert.deepEqual(lines(log, changes), [
    "Kestrel discarded Turquoise 3 (time ran out)",
    "Your turn",
  ]);
});

test("an own turn is announced with round, damage, time and score", () => {
  const changes = {
    question: 18,
    clocks: { 0: { ms: 20000, of: 20000 } },
    view: view({ legal: [{ do: "draw", from: "pile" }] }),
  };
  const { assertive } = sentences.spokenWords(
    after([{ e: "discarded", seat: 3, card: "Aq5" }], changes),
    2000,
  );
  assert.deepEqual(assertive, [
    "Your turn. Round 3, 3 damage at stake. 20 seconds. Your score is 66.",
  ]);
});

test("own moves are assertive, moves of others polite", () => {
  const own = sentences.spokenWords(
    after([{ e: "drew", seat: 0, from: "pile", card: "Re5" }], {
      view: discarding(),
      question: 19,
    }),
    2000,
  );
  assert.deepEqual(own, { assertive: ["You drew Red 5. Choose a card to discard."], polite: [] });
  const gone = sentences.spokenWords(after([{ e: "discarded", seat: 0, card: "Aq5" }]), 2000);
  assert.deepEqual(gone.assertive, ["You discarded Aquamarine 5. Your score is 66."]);
  const took = sentences.spokenWords(after([{ e: "drew", seat: 2, from: 0, card: "Re10" }]), 2000);
  assert.deepEqual(took, { assertive: [], polite: ["Ola took Red 10 from you."] });
});

test("a flip tells the round and the damage", () => {
  const told = [
    { e: "round", round: 4, stake: 4 },
    { e: "flipped", card: "Co7", slot: 2 },
  ];
  const { polite } = sentences.spokenWords(after(told, { view: view({ round: 4, stake: 4 }) }), 0);
  assert.deepEqual(polite, ["Round 4. Center Amplification: Common 7. Damage is now 4."]);
});

test("a surrender tells the damage and the lives left", () => {
  const { polite } = sentences.spokenWords(
    after([{ e: "surrendered", seat: 3, round: 3, loss: 2, lives: 1 }]),
    0,
  );
  assert.deepEqual(polite, ["Tomasz surrenders, 2 damage, 1 life left."]);
});

test("the end of a match is announced by hands from the lowest score, the verdict and lives", () => {
  assert.equal(
    resultSentence(started(), fought()),
    "Your score is 72. Kestrel shows Yellow 4, Yellow 3 and Common 8: 6. Tomasz shows Yellow 4, Yellow 3 and Common 8: 37. Ola shows Yellow 4, Yellow 3 and Common 8: 40. You win, 72 against 40. Kestrel goes from 6 to 2 lives. Ola goes from 10 to 6 lives. Tomasz is out.",
  );
});

test("seats say in words what they do", () => {
  const shown = view({ turn: 1, phase: "discard" });
  shown.seats[2] = { ...shown.seats[2], status: "surrendered", surrendered_in: 2 };
  shown.seats[3] = { ...shown.seats[3], status: "out", place: 4 };
  const model = started({ view: shown });
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => sentences.seatStatus(model, seat)),
    ["Next to play", "Choosing a discard", "Surrendered in round 2", "Out, 4th"],
  );
});

test("seats sit clockwise from the viewer at tables of two, three and four", () => {
  assert.deepEqual(spotsOf(4, 2), ["across", "right", "own", "left"]);
  assert.deepEqual(spotsOf(3, 0), ["own", "left", "right"]);
  assert.deepEqual(spotsOf(2, 1), ["across", "own"]);
  assert.deepEqual(spotsOf(4, null), ["own", "left", "across", "right"]);
  assert.deepEqual(turnOrder(4, 3), [3, 0, 1, 2]);
});

test("numbers carry a real minus sign and cards their names", () => {
  assert.equal(plainNumber(-429), `${MINUS}429`);
  assert.equal(signedNumber(9), "+9");
  assert.equal(ordinalWord(2), "2nd");
  assert.equal(readCard("Re10").name, "Red 10");
});

test("every code of the protocol has a sentence", () => {
  for (const code of [
    "malformed",
    "not-your-turn",
    "stale-question",
    "illegal-card",
    "illegal-draw",
    "illegal-fight",
    "illegal-pass",
    "wrong-phase",
    "game-over",
    "not-seated",
    "not-started",
    "not-host",
    "seat-taken",
    "table-full",
    "too-large",
    "too-fast",
    "unavailable",
    "unknown-type",
  ]) {
    assert.doesNotMatch(refusalWords(code, refusals), /didn’t work \(/, code);
  }
  assert.match(refusalWords("new-code", refusals), /new-code/);
});

test("only known messages are read and only named actions are legal", () => {
  assert.equal(readMessage({ type: "other" }), null);
  assert.equal(readMessage({ type: "pong" })?.type, "pong");
  const asked = view({ legal: [{ do: "draw", from: 2 }, { do: "fight" }] });
  assert.deepEqual(legalAction(asked, "draw", 2), { do: "draw", from: 2 });
  assert.equal(legalAction(asked, "draw", "pile"), undefined);
  assert.deepEqual(legalAction(asked, "fight"), { do: "fight" });
  assert.equal(legalAction(null, "fight"), undefined);
});
