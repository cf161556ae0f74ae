/** Rock Paper Scissors Extreme: events are shown one by one, and announced without secrets. */

import { rpsFold } from "../../games/rps_extreme/static/rps_extreme/table/fold.js";
import * as duel from "../../games/rps_extreme/static/rps_extreme/table/table_text.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { viewAfter } from "../../games/rps_extreme/static/rps_extreme/table/after.js";
import { beatsOf } from "../../games/rps_extreme/static/rps_extreme/table/effects.js";
import { CODES, SIGNS, readItem } from "../../games/rps_extreme/static/rps_extreme/table/items.js";
import {
  effectOf,
  logLines,
  textOf,
} from "../../games/rps_extreme/static/rps_extreme/table/log_lines.js";
import * as words from "../../games/rps_extreme/static/rps_extreme/table/text.js";
import { missedTurns } from "../../games/static/games/table/state/missed.js";
import { noticesOf } from "../../games/static/games/table/views/offers.js";
import { optionWords } from "../../games/static/games/table/parts/options.js";
import { seatWords } from "../../games/static/games/table/seats/presence.js";
import * as state from "./duel.js";
import { snapshot } from "./fixtures.js";

/** A short game with every kind of event, as seat 0 sees it: the view after each move. */
const DUEL = JSON.parse(readFileSync(new URL("duel.json", import.meta.url), "utf8"));
/** The public part of a position, without the seats that are asked and their legal actions. */
const seen = ({ match, round, black, supply, shuffle, center, discard, winner, last, seats }) => ({
  ...{ match, round, black, supply, shuffle, center, discard, winner, last },
  seats: seats.map(({ score, items, sign, drunk, as, picked, answered, choice }) => ({
    score,
    items,
    sign,
    drunk,
    as,
    picked,
    answered,
    choice,
  })),
});
const steps = () =>
  DUEL.slice(1).map(({ events, view }, index) => ({ before: DUEL[index].view, events, view }));
const stepWith = (kind) => steps().find(({ events }) => events.some(({ e }) => e === kind));

const first = (changes = {}) => {
  const frame = snapshot({ view: DUEL[0].view, log: [], question: 1, ...changes });
  return {
    ...frame,
    game: { ...frame.game, slug: "rps-extreme", ruleset: { target: 12 } },
    seats: frame.seats.slice(0, 2),
  };
};
const start = (changes) => state.fold(state.empty(), first(changes), 1000);
const frame = (events, view = DUEL[0].view, more = {}) => ({
  type: "events",
  version: 13,
  events,
  view,
  question: null,
  clocks: {},
  pause: 0,
  ...more,
});
const hear = (events, view, changes) =>
  words.spokenWords(state.fold(start(changes), frame(events, view), 2000), false, 2000);
const cause = (seat, card, by = null) => ({ seat, card, by });

test("the events of a move lead from the position before it to the one after it", () => {
  for (const { before, events, view } of steps()) {
    assert.deepEqual(seen(events.reduce(viewAfter, before)), seen(view));
  }
});

test("the moments of a move end where the move ends, in its order", () => {
  for (const { before, events, view } of steps()) {
    const beats = beatsOf(before, events);
    if (!beats.length) continue;
    assert.deepEqual(
      beats.flatMap(({ events: shown }) => shown),
      events.slice(events.length - beats.flatMap(({ events: shown }) => shown).length),
    );
    assert.deepEqual(seen(beats.at(-1).view), seen(view));
  }
});

test("potions that are revealed together are seen together", () => {
  const drank = (seat, card) => ({ e: "drank", seat, phase: "window-1", card, as: null });
  const beats = beatsOf(DUEL[0].view, [drank(0, "sparkly-potion"), drank(1, "rainbow-potion")]);
  assert.equal(beats.length, 1);
  assert.equal(beats[0].events.length, 2);
});

test("both throws of a tie are still seen when it is told, before the next throw", () => {
  const signs = ["rock", "rock"];
  const tie = [
    { e: "thrown", round: 1, signs },
    { e: "outcome", round: 1, signs, winner: null, claims: [] },
    { e: "round", round: 2 },
  ];
  const beats = beatsOf(DUEL[0].view, tie);
  assert.deepEqual(
    beats.map(({ view }) => view.seats[0].sign),
    ["rock", "rock", null],
  );
});

test("a pick alone is not held up", () => {
  assert.deepEqual(
    beatsOf(DUEL[0].view, [{ e: "picked", seat: 0, card: "ruby-totem", slot: 0 }]),
    [],
  );
});

test("nothing is shown of a choice that is still secret", () => {
  assert.deepEqual(
    beatsOf(DUEL[0].view, [{ e: "answered", seat: 1, phase: "throw", choice: null }]),
    [],
  );
});

test("every effect stands in the log with the card that caused it", () => {
  for (const kind of ["lost", "broke", "stole"]) {
    const caused = (each) => each.e === kind && each.cause;
    const { events, view } = steps().find((step) => step.events.some(caused));
    const event = events.find(caused);
    const model = state.fold(start(), frame(events, view), 2000);
    assert.ok(
      logLines(model).some(
        ({ parts }) => parts[0].card === event.cause.card || parts[0].card === event.cause.by,
      ),
      kind,
    );
  }
});

test("a card that is shown large is not named twice", () => {
  const event = { e: "stole", seat: 1, card: "onyx-athame", cause: cause(0, "milky-green-potion") };
  const { cause: card, parts } = effectOf(start(), event);
  assert.deepEqual(
    [card, textOf(parts)],
    ["Milky Green Potion", "You take Onyx Athame from Kestrel"],
  );
  const claimed = {
    e: "outcome",
    round: 1,
    signs: [],
    winner: 1,
    claims: [cause(1, "diamond-scroll", "rainbow-potion")],
  };
  assert.deepEqual(effectOf(start(), claimed), {
    cause: "Rainbow Potion as Diamond Scroll",
    parts: [{ who: "Kestrel" }, " wins the throw"],
  });
  const twice = {
    ...claimed,
    claims: [cause(1, "diamond-scroll"), cause(0, "ruby-totem"), cause(1, "sparkly-potion")],
  };
  assert.equal(effectOf(start(), twice).cause, "Diamond Scroll, Sparkly Potion");
});

test("the log keeps the challenges before this one", () => {
  const dealt = (match) => ({ e: "dealt", match, shuffle: 1, center: [], supply: 9 });
  let model = start();
  for (let match = 1; match <= 6; match += 1)
    model = state.fold(model, frame([dealt(match)], DUEL[0].view, { version: 12 + match }), 2000);
  assert.deepEqual(
    model.log.map(({ match }) => match),
    [3, 4, 5, 6],
  );
});

test("the end of a challenge opens no page of its own", () => {
  const { events, view } = stepWith("match_over");
  assert.equal(state.fold(start(), frame(events, view, { pause: 2000 }), 2000).own, null);
});

test("that somebody has thrown is said, what it was is not", () => {
  const spoken = hear([{ e: "answered", seat: 1, phase: "throw", choice: null }]);
  assert.deepEqual(spoken, { assertive: [], polite: ["Kestrel has thrown."] });
});

test("an own throw is said at once", () => {
  const { assertive } = hear([
    { e: "answered", seat: 0, phase: "throw", choice: { do: "throw", sign: "paper" } },
  ]);
  assert.deepEqual(assertive, ["You throw Paper. It stays hidden until both have thrown."]);
});

test("every event is a sentence", () => {
  const politeWords = (event) => hear([event]).polite.join(" ");
  assert.equal(
    politeWords({ e: "thrown", round: 1, signs: ["rock", "paper"] }),
    "You throw Rock, Kestrel throws Paper.",
  );
  assert.equal(
    politeWords({ e: "outcome", round: 1, signs: [], winner: null, claims: [] }),
    "A tie.",
  );
  assert.equal(
    politeWords({
      e: "outcome",
      round: 1,
      signs: [],
      winner: 1,
      claims: [cause(1, "diamond-scroll")],
    }),
    "Diamond Scroll: Kestrel wins the throw.",
  );
  const both = [cause(1, "diamond-scroll"), cause(1, "sparkly-potion")];
  assert.equal(
    politeWords({ e: "outcome", round: 1, signs: [], winner: 1, claims: both }),
    "Diamond Scroll, Sparkly Potion: Kestrel wins the throw.",
  );
  const tied = [...both, cause(0, "diamond-totem", "rainbow-potion")];
  assert.equal(
    politeWords({ e: "outcome", round: 1, signs: [], winner: null, claims: tied }),
    "Both claim the win, so it’s a tie.",
  );
  assert.equal(
    politeWords({
      e: "drank",
      seat: 1,
      phase: "window-2",
      card: "rainbow-potion",
      as: "silver-totem",
    }),
    "Kestrel drinks Rainbow Potion as Silver Totem.",
  );
  assert.equal(politeWords({ e: "passed", seat: 0, phase: "window-1" }), "You drink nothing.");
  assert.equal(
    politeWords({
      e: "awarded",
      seat: 0,
      points: 1,
      cause: cause(0, "silver-totem"),
      scores: [8, 8],
    }),
    "Silver Totem: You score 1\u00a0point.",
  );
  assert.equal(
    politeWords({
      e: "awarded",
      seat: 1,
      points: 2,
      cause: cause(1, "golden-scroll", "rainbow-potion"),
      scores: [7, 10],
    }),
    "Rainbow Potion as Golden Scroll: Kestrel scores 2\u00a0points.",
  );
  assert.equal(
    politeWords({
      e: "lost",
      seat: 1,
      points: 0,
      cause: cause(0, "murky-red-potion"),
      scores: [7, 0],
    }),
    "Murky Red Potion: Kestrel has no points to lose.",
  );
  assert.equal(
    politeWords({
      e: "broke",
      seat: 1,
      cards: ["onyx-athame", "rainbow-potion"],
      cause: cause(0, "murky-blue-potion"),
    }),
    "Murky Blue Potion: Kestrel’s broken cards: Onyx Athame, Rainbow Potion.",
  );
  assert.equal(
    politeWords({
      e: "stole",
      seat: 0,
      card: "silver-totem",
      cause: cause(1, "milky-green-potion"),
    }),
    "Milky Green Potion: Kestrel takes Silver Totem from you.",
  );
  assert.equal(
    politeWords({ e: "picks_first", seat: 0, alone: false, cause: cause(0, "ruby-totem") }),
    "Ruby Totem: You pick first.",
  );
  assert.equal(
    politeWords({ e: "picked", seat: 1, card: "ruby-totem", slot: 0 }),
    "Kestrel picks Ruby Totem.",
  );
  assert.equal(
    politeWords({ e: "reshuffled", shuffle: 2, supply: 12 }),
    "The discard pile becomes the new supply.",
  );
  assert.match(
    politeWords({ e: "game_over", places: [1, 2] }),
    /^The game is over\. Mira wins \d+ to \d+\.$/,
  );
});

test("a question is said with its cards and its time", () => {
  const view = {
    ...DUEL[0].view,
    phase: "window-1",
    legal: [{ do: "drink", card: "sparkly-potion" }, { do: "pass" }],
  };
  const model = start({ view, clocks: { 0: { ms: 8000, of: 10000 } } });
  assert.equal(
    words.turnSentence(model, 1000),
    "A potion: drink one, or pass. Sparkly Potion. 8 seconds.",
  );
});

test("a seat that has thrown says so, and nothing more", () => {
  const [one, other] = DUEL[0].view.seats;
  const view = {
    ...DUEL[0].view,
    asked: [0],
    seats: [one, { ...other, answered: true, asked: false }],
  };
  assert.equal(seatWords(start({ view }), 1, 1000, words.statusWords).words, "Has thrown");
});

test("who ran out of time is told that the table chose", () => {
  const events = [
    { e: "answered", seat: 0, phase: "throw", choice: { do: "throw", sign: "rock" }, by: "clock" },
  ];
  const model = state.fold(start(), frame(events), 2000);
  const [notice] = noticesOf(
    model,
    { now: 2100, link: { state: "live", ping: 1, since: 0 }, back: null },
    duel,
  );
  assert.equal(notice.words, "Time ran out, so the table chose for you.");
});

test("throws that were missed are counted", () => {
  const later = { ...DUEL[0].view, round: 3 };
  assert.equal(missedTurns(start(), first({ view: later }), rpsFold), 2);
});

test("a table says how many points win", () => {
  assert.ok(optionWords(first().game, { options: duel.optionWords }).includes("To 12 points"));
});

test("every card has a name, an effect, a color and a shape of its own", () => {
  const items = CODES.map(readItem);
  assert.equal(new Set(items.map(({ name }) => name)).size, 30);
  for (const { effect, short, shape, sign } of items) {
    assert.ok(
      effect.length > 10 &&
        short.length === 2 &&
        ["totem", "scroll", "athame", "bottle"].includes(shape),
    );
    assert.ok(sign === null || SIGNS.includes(sign));
  }
});

test("that the other has thrown does not say the own question again", () => {
  const told = frame(
    [{ e: "answered", seat: 1, phase: "throw", choice: null, by: "player" }],
    DUEL[0].view,
    { question: 1 },
  );
  const { assertive, polite } = words.spokenWords(state.fold(start(), told, 2000), true, 2000);
  assert.deepEqual(assertive, []);
  assert.equal(polite.length, 1);
});
