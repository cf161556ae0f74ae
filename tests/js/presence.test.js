/** The words at seats, the offers about seats and tabs, and the notices. */

import * as deck from "../../games/density_deck/static/density_deck/table/table_text.js";
import assert from "node:assert/strict";
import { test } from "node:test";

import { refusalWords } from "../../games/static/games/table/text/messages.js";
import { noticesOf, offersOf } from "../../games/static/games/table/views/offers.js";
import { plateWords as seatWords } from "../../games/density_deck/static/density_deck/table/text.js";
import * as sentences from "../../games/density_deck/static/density_deck/table/text.js";
import * as state from "./deck.js";
import { events, snapshot, view } from "./fixtures.js";

const NOW = 10000;
const started = (changes = {}) => state.fold(state.empty(), snapshot(changes), NOW);
const seated = (changed) =>
  snapshot().seats.map((seat) => ({
    ...seat,
    state: "playing",
    bank_ms: 72000,
    ...changed[seat.seat],
  }));
const clock = (changes = {}) => ({
  ms: 80000,
  of: 92000,
  free: 8000,
  bank: 72000,
  away: false,
  then: "lapse",
  ...changes,
});
const words = (model, seat, now = NOW) => seatWords(model, seat, now).words;
const offered = (model, now = NOW, known = true) => offersOf(model, { now, known });
const me = (changes = {}) => ({
  tab: "one",
  can_return: false,
  returns_left: null,
  muted: [],
  ...changes,
});

test("a seat on its turn says how long, on its free time and on its bank", () => {
  const model = started({ view: view({ turn: 1 }), seats: seated({}), clocks: { 1: clock() } });
  assert.deepEqual(seatWords(model, 1, NOW), { words: "Playing, 8\u00a0s", tone: "go", sign: "" });
  assert.deepEqual(seatWords(model, 1, NOW + 39000), {
    words: "Time bank, 0:41",
    tone: "stake",
    sign: "",
  });
  assert.equal(words(model, 2), "Next to play");
});

test("without a clock nothing counts, until the table has waited long", () => {
  const idle = clock({ ms: 600000, of: 600000, free: 600000, bank: 0 });
  const model = (seat, question = null) =>
    started({
      game: { ...snapshot().game, clock: null },
      view: view({ turn: seat }),
      question,
      seats: seated({}),
      clocks: { [seat]: idle },
    });
  assert.deepEqual(seatWords(model(1), 1, NOW), { words: "To play", tone: "", sign: "" });
  assert.deepEqual(seatWords(model(1), 1, NOW + 555000), {
    words: "45\u00a0s left to play",
    tone: "stake",
    sign: "",
  });
  assert.deepEqual(noticeTexts(model(0, 17), ui()), []);
  assert.deepEqual(noticeTexts(model(0, 17), ui({ now: NOW + 541000 })), [
    "The others are waiting for you. Play within a minute, or the table draws and discards for you.",
  ]);
  assert.deepEqual(noticeTexts(model(0, 17), ui({ now: NOW + 555000 })), []);
  assert.deepEqual(noticeTexts(model(1), ui({ now: NOW + 541000 })), []);
});

test("an absence is a quiet dot for five seconds and then a word", () => {
  const model = started({
    view: view({ turn: 0 }),
    seats: seated({ 1: { state: "away", away_ms: 3000 } }),
  });
  assert.deepEqual(seatWords(model, 1, NOW), { words: "Next to play", tone: "", sign: "blip" });
  assert.deepEqual(seatWords(model, 1, NOW + 2000), { words: "Away", tone: "", sign: "away" });
});

test("a countdown of somebody away stands there on their own turn only", () => {
  const away = { seats: seated({ 1: { state: "away", away_ms: 9000 } }) };
  const countdown = (then) => ({
    ...away,
    clocks: { 1: clock({ ms: 22000, of: 45000, free: 0, away: true, then }) },
  });
  assert.equal(
    words(started({ ...countdown("stand-in"), view: view({ turn: 1 }) }), 1),
    "Away, AI in 22\u00a0s",
  );
  assert.equal(
    words(started({ ...countdown("lapse"), view: view({ turn: 1 }) }), 1),
    "Away, 22\u00a0s",
  );
  assert.equal(words(started({ ...away, view: view({ turn: 1 }) }), 1), "Away");
  assert.equal(words(started({ ...countdown("stand-in"), view: view({ turn: 2 }) }), 1), "Away");
});

test("a seat that an AI plays says so, and who is out or has surrendered stays so", () => {
  const shown = view({ turn: 1 });
  shown.seats[2] = { ...shown.seats[2], status: "surrendered", surrendered_in: 2 };
  const model = started({
    view: shown,
    seats: seated({
      1: { state: "stand-in" },
      2: { state: "stand-in" },
      3: { state: "abandoned" },
    }),
  });
  assert.deepEqual(
    [1, 2, 3].map((seat) => words(model, seat)),
    ["AI is playing", "Surrendered in round 2", "Left, AI is playing"],
  );
  assert.equal(seatWords(model, 3, NOW).sign, "ai");
});

test("the own seat is taken back from the AI, and the page says how often that goes", () => {
  const ownOffers = (changes) =>
    offered(started({ seats: seated({ 0: { state: "stand-in" } }), me: me(changes) }));
  assert.deepEqual(ownOffers({ can_return: true })[0].action, {
    label: "Take seat back",
    does: "return",
  });
  assert.equal(ownOffers({ can_return: true })[0].words, "An AI player is playing for you.");
  assert.match(ownOffers({ can_return: true, returns_left: 2 })[0].words, /2 more times/);
  assert.match(ownOffers({ can_return: true, returns_left: 1 })[0].words, /once more/);
  assert.equal(ownOffers({ can_return: false, returns_left: 0 })[0].action, undefined);
});

test("a tab that does not act offers to play here, before anything else", () => {
  const model = started({
    tab: "one",
    me: me({ tab: "two", can_return: true }),
    seats: seated({ 0: { state: "stand-in" } }),
  });
  assert.deepEqual(
    offered(model).map(({ name }) => name),
    ["other-tab"],
  );
  assert.deepEqual(offered(started({ tab: "one", me: me() })), []);
});

test("a table that waits offers an AI once the patience with somebody else is over", () => {
  const waiting = (seat, call_ms) =>
    started({ seats: seated({ [seat]: { state: "away", away_ms: 9000, call_ms } }) });
  assert.deepEqual(offered(waiting(1, 60000), NOW + 59000), []);
  assert.deepEqual(offered(waiting(1, 60000), NOW + 60000)[0].action, {
    label: "Let the AI play",
    does: "stand-in",
    seat: 1,
  });
  assert.deepEqual(offered(waiting(1, null), NOW + 90000), []);
  assert.deepEqual(offered(waiting(0, 0)), []);
});

test("a watcher may take one seat: the followed one where it is open", () => {
  const open = { state: "stand-in", can_substitute: true };
  const model = started({ you: null, seats: seated({ 1: open, 3: open }) });
  assert.deepEqual(
    offered(model).map(({ action }) => action?.seat),
    [1],
  );
  assert.deepEqual(
    offered({ ...model, follow: 3 }).map(({ action }) => action?.seat),
    [3],
  );
  assert.deepEqual(offered(started({ seats: seated({ 1: open }) })), []);
  assert.deepEqual(offered(model, NOW, false), []);
});

test("who left is told so and goes on seeing the own place", () => {
  const before = started({ you: 2 });
  const model = state.fold(
    before,
    events([], { seats: seated({ 2: { state: "abandoned" } }), me: null }),
    NOW,
  );
  assert.deepEqual(
    offered(model).map(({ words: each }) => each),
    ["You left this game and are now watching."],
  );
  assert.equal(model.follow, 2);
});

const ui = (changes = {}, link = {}) => ({
  now: NOW,
  back: null,
  link: { state: "live", ping: 40, since: NOW - 2000, restart: false, ...link },
  ...changes,
});
const noticeTexts = (model, shown) =>
  noticesOf(model, shown, deck).map(({ lead, words: each }) =>
    [lead, each].filter(Boolean).join(" "),
  );

test("a lost connection is told after a second, with the own clock", () => {
  const model = started({ clocks: { 0: clock({ ms: 14000, free: 14000, bank: 0 }) } });
  assert.deepEqual(noticeTexts(model, ui({}, { state: "reconnecting" })), [
    "Reconnecting. Your clock is running, 14\u00a0s left.",
  ]);
  assert.deepEqual(noticeTexts(model, ui({}, { state: "reconnecting", since: NOW - 900 })), []);
  assert.deepEqual(noticesOf(model, ui({}, { state: "offline" }), deck)[0].action, {
    label: "Retry",
    does: "retry",
  });
  assert.deepEqual(noticeTexts(model, ui({}, { state: "reconnecting", restart: true })), [
    "Short maintenance. Your clock is stopped.",
  ]);
});

test("after the return the page says what was missed, and whether a move was lost", () => {
  const back = (changes) =>
    noticeTexts(started(), ui({ back: { missed: 0, unsent: false, until: NOW + 1, ...changes } }));
  assert.deepEqual(back({}), ["Back online. You didn’t miss anything."]);
  assert.deepEqual(back({ missed: 2 }), ["Back online. You missed 2 turns, see the log."]);
  assert.deepEqual(back({ missed: null }), [
    "Back online. You missed entire matches. It’s match 4 now.",
  ]);
  assert.deepEqual(back({ missed: 1 }), ["Back online. You missed 1 turn, see the log."]);
  assert.deepEqual(back({ unsent: true }), [
    "Back online. Your move didn’t arrive. Make it again.",
  ]);
});

test("a lapsed turn is told for a while, and nobody is asked to choose what is chosen", () => {
  const lapsed = [
    { e: "drew", seat: 0, from: "pile", card: "Re5", by: "clock" },
    { e: "discarded", seat: 0, card: "Re5", by: "clock" },
  ];
  const model = state.fold(started(), events(lapsed), NOW);
  assert.deepEqual(noticeTexts(model, ui()), [
    "Time ran out, so the table drew a card and discarded it for you.",
  ]);
  assert.deepEqual(noticeTexts(model, ui({ now: NOW + 9000 })), []);
  assert.deepEqual(sentences.spokenWords(model, NOW).assertive, [
    "You discarded Red 5. Your score is 66.",
  ]);
});

test("every new refusal has a sentence", () => {
  for (const code of [
    "other-tab",
    "stand-in",
    "not-away",
    "abandoned",
    "no-returns",
    "not-allowed",
    "barred",
    "busy",
    "wrong-password",
    "muted-self",
    "draining",
  ]) {
    assert.doesNotMatch(refusalWords(code, deck.refusals), /didn’t work \(/, code);
  }
});

test("who was sent away has no seat any more, and is not told besides that the table is closed", () => {
  const opened = started({ view: null, you: 1, game: { ...snapshot().game, status: "open" } });
  const barred = state.fold(opened, { type: "barred" }, NOW);
  assert.deepEqual([barred.barred, barred.you], [true, null]);
  assert.deepEqual(noticeTexts(barred, ui({}, { state: "refused" })), []);
  const after = state.fold(
    barred,
    snapshot({ view: null, you: null, version: opened.version + 1 }),
    NOW,
  );
  assert.ok(after.barred);
});

test("that no new games begin is said for a while, also when the table was read anew meanwhile", () => {
  const draining = state.fold(started(), { type: "draining", on: true }, NOW);
  const after = state.fold(draining, snapshot({ version: draining.version + 1 }), NOW);
  assert.deepEqual(noticeTexts(after, ui()), [
    "An update is coming, so finish your game. You can start new ones in a few minutes.",
  ]);
  assert.deepEqual(noticeTexts(after, ui({ now: NOW + 9000 })), []);
  assert.deepEqual(noticeTexts(state.fold(after, { type: "draining", on: false }, NOW), ui()), []);
});
