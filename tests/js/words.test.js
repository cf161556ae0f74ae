/** Sentences in another language: values, plural forms, missing translations. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { addSentences } from "../../density/static/density/catalogue.js";
import { numberWords, t, tn, tnparts, tparts } from "../../density/static/density/words.js";

const english = (/** @type {number} */ count) => Number(count !== 1);
afterEach(() => addSentences(english, {}));

test("without a catalogue everything is said as the code writes it", () => {
  assert.equal(t("{name} is away.", { name: "Ola" }), "Ola is away.");
  assert.equal(tn("{count} card", "{count} cards", 1), "1 card");
  assert.equal(tn("{count} card", "{count} cards", 0), "0 cards");
});

test("values stand where the language wants them", () => {
  addSentences(english, {
    "{who} took {card} from {other}.": "Von {other} hat {who} {card} genommen.",
  });
  const values = { who: "Ola", card: "Red 5", other: "Mira" };
  assert.equal(t("{who} took {card} from {other}.", values), "Von Mira hat Ola Red 5 genommen.");
});

test("drawn values stay what they are, between the words", () => {
  addSentences(english, { "{who} took {card}.": "{card} ging an {who}." });
  const who = { who: "Ola" };
  const card = { card: "Re5" };
  assert.deepEqual(tparts("{who} took {card}.", { who, card }), [card, " ging an ", who, "."]);
  assert.deepEqual(tparts("{who} passed.", { who }), [who, " passed."]);
});

test("what is learned later comes on top of what is known", () => {
  addSentences(english, { Fight: "Kampf" });
  addSentences(english, { Pass: "Weiter" });
  assert.deepEqual([t("Fight"), t("Pass")], ["Kampf", "Weiter"]);
});

test("a language with many forms chooses by its own rule", () => {
  const polish = (/** @type {number} */ n) =>
    n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2;
  addSentences(polish, { "{count} card": ["{count} karta", "{count} karty", "{count} kart"] });
  const words = (/** @type {number} */ count) => tn("{count} card", "{count} cards", count);
  assert.deepEqual([1, 3, 5, 12, 22].map(words), [
    "1 karta",
    "3 karty",
    "5 kart",
    "12 kart",
    "22 karty",
  ]);
  assert.deepEqual(tnparts("{count} card", "{count} cards", 2, { count: 2 }), [2, " karty"]);
});

test("a sentence that the catalogue lacks is English, with its values", () => {
  addSentences(english, { Draw: "Ziehen" });
  assert.equal(t("Draw"), "Ziehen");
  assert.equal(t("Take {card}", { card: "Red 5" }), "Take Red 5");
  assert.equal(tn("{count} life", "{count} lives", 3), "3 lives");
});

test("a value that was not given leaves nothing, and braces of values are not read again", () => {
  assert.equal(t("{name} waits{clock}.", { name: "{clock}" }), "{clock} waits.");
});

test("numbers are written by the language of the page", () => {
  assert.equal(numberWords(-6), "\u22126");
  assert.equal(numberWords(1482), "1482");
  assert.equal(t("{count} games", { count: 12345 }), "12,345 games");
  globalThis.document = /** @type {any} */ ({ documentElement: { lang: "de" } });
  assert.equal(numberWords(12345.5), "12.345,5");
  delete (/** @type {any} */ (globalThis).document);
});
