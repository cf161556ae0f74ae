/** The queue: a page's model, the pages it opens automatically, times, and the spread of ratings. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  NOTHING,
  timeToAnswer,
  offerOf,
  goesTo,
  updateModel,
  isLastCall,
  keyOf,
  timeLeft,
  stageOf,
  timeWaited,
} from "../../matchmaking/static/matchmaking/state.js";
import {
  stageOf as hourStage,
  untilWords as untilHour,
} from "../../matchmaking/static/matchmaking/hour_words.js";
import { axisOf, bandOf, dotsOf } from "../../matchmaking/static/matchmaking/spread.js";
import {
  bandWords,
  offerWords,
  crowdWords,
  foundWords,
  leftWords,
  noteWords,
  roughWords,
  timeWords,
  untilWords,
  waitingWords,
} from "../../matchmaking/static/matchmaking/words.js";

const TABLE = {
  url: "/game/abc/",
  ready_by_ms: 15_000,
  check: false,
  seats: [
    { name: "Ola", here: true },
    { name: "Kim", here: false },
  ],
};
const frame = (state, changes = {}) => ({
  type: "queue",
  state,
  queue: "density-deck",
  since_ms: 0,
  estimate_ms: 42_000,
  waiting: 9,
  online: 31,
  rating: 1500,
  band: [1400, 1600],
  dots: [],
  cap_ms: 300_000,
  table: null,
  cooldown: null,
  ...changes,
});
const seated = (changes = {}) => frame("seated", { table: { ...TABLE, ...changes } });
const after = (...frames) =>
  frames.reduce((model, each) => updateModel(model, each, 0, false), NOTHING);

test("what did not arrive is told, unless the queue is as the reader asked", () => {
  const lost = (before, wish, changes = {}) => ({ ...after(before), ...changes, unsent: [wish] });
  const noteAfter = (model, next) => updateModel(model, next, 0, false).note;
  assert.equal(noteAfter(lost(frame("idle"), "join"), frame("idle")), "unsent");
  assert.equal(noteAfter(lost(frame("idle"), "join"), frame("waiting")), "");
  assert.equal(noteAfter(lost(frame("waiting"), "leave"), frame("waiting")), "unsent");
  assert.equal(noteAfter(lost(frame("waiting"), "leave", { left: true }), frame("idle")), "");
  assert.equal(noteAfter(lost(frame("waiting"), "sit"), frame("waiting")), "unsent");
  const sits = lost(frame("waiting"), "sit", { sits: true });
  const back = updateModel(sits, frame("waiting"), 0, false);
  assert.deepEqual([back.sits, back.unsent], [false, []]);
  assert.equal(noteWords(back, 0), "Not sent. Try again.");
  const open = frame("waiting", { ask: { left_ms: 9000 } });
  const answers = lost(open, "answer", { agrees: true });
  assert.equal(updateModel(answers, open, 0, false).agrees, false);
});

test("a reader whose place went while the connection was lost is told so", () => {
  const back = updateModel(after(frame("waiting")), frame("idle"), 0, false);
  assert.equal(noteWords(back, 0), "You’re no longer in the queue.");
});

test("a table is found until its cards are dealt", () => {
  assert.equal(stageOf(null), "idle");
  assert.equal(stageOf(seated()), "found");
  assert.equal(stageOf(seated({ ready_by_ms: null })), "playing");
  assert.equal(stageOf(frame("cooldown")), "cooldown");
});

test("a page that is looked at goes to the table by itself", () => {
  const waits = after(frame("waiting"));
  const model = updateModel(waits, seated(), 0, false);
  assert.equal(goesTo(model, waits, false), "/game/abc/");
  assert.equal(goesTo(model, waits, true), null);
  assert.equal(goesTo(after(frame("waiting")), NOTHING, false), null);
});

test("a reader who was called comes by the button, and is not called where nobody need be", () => {
  const waits = after(frame("waiting"));
  const called = updateModel(waits, seated({ check: true }), 0, true);
  assert.equal(called.called, true);
  assert.equal(goesTo(called, waits, false), null);
  const again = updateModel(called, seated({ check: true }), 0, false);
  assert.equal(again.called, true);
  assert.equal(updateModel(waits, seated(), 0, true).called, false);
  assert.equal(updateModel(waits, seated({ check: true }), 0, false).called, false);
});

test("a page leaves a game alone that it has not seen begin", () => {
  const plays = seated({ ready_by_ms: null });
  assert.equal(goesTo(after(plays), NOTHING, false), null);
  assert.equal(
    goesTo(after(frame("waiting"), plays), after(frame("waiting")), false),
    "/game/abc/",
  );
});

test("a reader who does something else meanwhile is called, and goes by itself at the last", () => {
  const waits = after(frame("waiting"));
  const called = updateModel(waits, seated(), 0, false, true);
  assert.equal(goesTo(called, waits, false), null);
  assert.equal(isLastCall(called, 0, false), false);
  assert.equal(isLastCall(called, TABLE.ready_by_ms - 8_000, false), true);
  assert.equal(isLastCall(called, TABLE.ready_by_ms - 8_000, true), false);
});

test("a page does not call or go where its reader is in another page already", () => {
  const waits = after(frame("waiting"));
  for (const busy of [false, true]) {
    const there = updateModel(waits, seated({ here: true, check: true }), 0, busy, busy);
    assert.equal(there.called, false);
    assert.equal(goesTo(there, waits, false, busy), null);
    assert.equal(isLastCall(there, TABLE.ready_by_ms, false), false);
  }
  const called = updateModel(waits, seated(), 0, false, true);
  assert.equal(updateModel(called, seated({ here: true }), 0, false, true).called, false);
});

test("a game that begins takes no page whose reader does something else", () => {
  const waits = after(frame("waiting"));
  const begun = updateModel(waits, seated({ ready_by_ms: null }), 0, false, true);
  assert.equal(goesTo(begun, waits, false, true), null);
  assert.equal(goesTo(begun, { ...waits, agrees: true }, false, true), TABLE.url);
});

test("who agreed to leave a game for a ranked table goes there at once", () => {
  const agrees = { ...after(frame("waiting")), agrees: true };
  const model = updateModel(agrees, seated(), 0, false, true);
  assert.equal(model.called, false);
  assert.equal(goesTo(model, agrees, false), TABLE.url);
});

test("a shared table is offered until the reader declines these people", () => {
  const offer = { with: ["Ola"], others: 0, ais: 2, begun: false };
  const model = after(frame("waiting", { offer }));
  assert.equal(offerOf(after(frame("waiting"))), null);
  assert.equal(offerOf(model), offer);
  assert.equal(offerOf({ ...model, declined: keyOf(offer) }), null);
  assert.equal(offerOf({ ...model, declined: keyOf({ ...offer, others: 1 }) }), offer);
  assert.equal(offerWords({ ...offer, others: 1 }), "Ola and 1 more player, you and 2 AI players.");
  assert.equal(offerWords({ ...offer, with: [], others: 1, ais: 0 }), "1 player and you.");
  assert.equal(offerWords(offer), "Ola, you and 2 AI players.");
  assert.equal(
    offerWords({ ...offer, begun: true, with: ["Ola", "Kim"] }),
    "Ola and Kim are already playing: take an AI player’s seat.",
  );
});

test("who sits down goes to the shared table once the server has done it", () => {
  const meanwhile = { url: "/game/b/", people: false, shared: true };
  const presses = { ...after(frame("waiting")), sits: true };
  assert.equal(goesTo(presses, presses, false), null);
  const sits = updateModel(presses, frame("waiting", { meanwhile }), 0, false);
  assert.equal(goesTo(sits, presses, false), "/game/b/");
  assert.equal(goesTo(after(frame("waiting", { meanwhile })), presses, false), null);
});

test("a question is open for as long as the server says", () => {
  const model = after(frame("waiting", { ask: { left_ms: 20_000 } }));
  assert.equal(timeToAnswer(model, 5_000), 15_000);
  assert.equal(timeToAnswer(model, 21_000), 0);
  assert.equal(timeToAnswer(after(frame("waiting")), 0), 0);
});

test("a table that did not come about is told until something else happens", () => {
  const back = after(frame("waiting"), seated(), frame("waiting", { since_ms: 48_000 }));
  assert.equal(
    noteWords(back, 0),
    "A player didn’t show up. You keep your place in the queue and have waited 0:48 so far.",
  );
  assert.equal(updateModel(back, frame("waiting"), 0, false).note, "void");
  assert.equal(updateModel(back, seated(), 0, false).note, "");
  assert.equal(after(seated(), frame("cooldown")).note, "missed");
  assert.equal(after(seated(), frame("cooldown"), frame("idle")).note, "missed");
  const model = { ...NOTHING, note: "void" };
  assert.equal(updateModel(model, frame("waiting"), 0, false).note, "void");
  assert.equal(updateModel(model, frame("idle"), 0, false).note, "");
});

test("who leaves the queue is told nothing, who falls out of it is", () => {
  const waits = after(frame("waiting"));
  assert.equal(updateModel(waits, frame("idle"), 0, false).note, "lost");
  assert.equal(updateModel({ ...waits, left: true }, frame("idle"), 0, false).note, "");
  assert.equal(after(frame("idle"), frame("idle")).note, "");
});

test("times go on between two frames", () => {
  const waits = updateModel(NOTHING, frame("waiting", { since_ms: 58_000 }), 1_000, false);
  assert.equal(timeWaited(waits, 3_000), 60_000);
  assert.equal(timeLeft(updateModel(NOTHING, seated(), 1_000, false), 5_000), 11_000);
  assert.equal(timeLeft(updateModel(NOTHING, seated(), 1_000, false), 99_000), 0);
  const out = frame("cooldown", { cooldown: { until_ms: 600_000, reason: "no-show", strikes: 2 } });
  assert.equal(timeLeft(updateModel(NOTHING, out, 0, false), 19_000), 581_000);
});

test("the page says how far the table is", () => {
  assert.equal(foundWords(frame("waiting", { seats: 4, found: 2 })), "2 of 4 found, 2 to go");
  assert.equal(foundWords(frame("waiting", { seats: 4, found: 3 })), "3 of 4 found, one to go");
  // an older server sends only the number of queued users
  assert.equal(foundWords(frame("waiting", { seats: 2, waiting: 9 })), "1 of 2 found, one to go");
});

test("times are told in words", () => {
  assert.equal(timeWords(68_900), "1:08");
  assert.equal(roughWords(42_000), "40\u00a0s");
  assert.equal(roughWords(1_000), "5\u00a0s");
  assert.equal(roughWords(100_000), "2\u00a0min");
  assert.equal(leftWords(580_001), "9:41");
  assert.equal(leftWords(7_100_000), "1\u00a0h 58\u00a0min");
  const noon = new Date(2026, 10, 21, 12, 0);
  assert.equal(untilWords(20 * 60_000, noon), "You can queue again at 12:20.");
  assert.equal(untilWords(20 * 3_600_000, noon), "You can queue again on Sunday at 08:00.");
});

test("the crowd and the spread are told in words", () => {
  assert.equal(waitingWords(frame("waiting")), "Typical wait 40\u00a0s, 9 in the queue, 31 online");
  assert.equal(waitingWords(frame("waiting", { estimate_ms: null })), "9 in the queue, 31 online");
  assert.equal(
    waitingWords(frame("waiting", { estimate_ms: null, waiting: 1 })),
    "No one else in the queue, 31 online",
  );
  assert.equal(crowdWords(frame("idle", { waiting: 0 })), "No one in the queue, 31 online");
  assert.equal(bandWords(frame("waiting")), "You can meet players rated 1400 to 1600.");
  assert.equal(
    bandWords(frame("waiting", { band: null })),
    "You can now meet anyone in the queue.",
  );
});

test("who is there alone is not counted as a crowd", () => {
  for (const online of [0, 1]) {
    assert.equal(
      crowdWords(frame("idle", { waiting: 0, online })),
      "No one is in the queue yet. Join, and the next player will find you.",
    );
    assert.equal(crowdWords(frame("idle", { waiting: 1, online })), "1 in the queue");
    assert.equal(
      waitingWords(frame("waiting", { estimate_ms: null, waiting: 1, online })),
      "No one else in the queue",
    );
  }
});

test("the line reaches farther as the band widens, with the reader in the middle", () => {
  assert.deepEqual(axisOf(frame("waiting")), { from: 1350, to: 1650 });
  assert.deepEqual(axisOf(frame("waiting", { band: [1300, 1700] })), { from: 1200, to: 1800 });
  assert.deepEqual(bandOf(frame("waiting", { band: [1350, 1650] })).now, { x: 25, width: 50 });
  assert.deepEqual(bandOf(frame("waiting", { band: null })).now, { x: 0, width: 100 });
});

test("people stand on the line where their rating is, equals above each other", () => {
  const dots = dotsOf(frame("waiting", { dots: [1400, 1500, 1500, 1625, 2400] }));
  assert.deepEqual(
    dots.map(({ row, inside }) => [row, inside]),
    [
      [0, true],
      [0, true],
      [1, true],
      [0, false],
    ],
  );
  assert.deepEqual(
    dots.map(({ at }) => Math.round(at)),
    [17, 50, 50, 92],
  );
});

test("how long it is until a ranked hour is said in days, in hours, and to the second", () => {
  const hour = 3_600_000;
  assert.equal(untilHour(50 * hour), "in 2 days");
  assert.equal(untilHour(47.9 * hour), "in 47 hours");
  assert.equal(untilHour(1.5 * hour), "in 1\u00a0h 30\u00a0min");
  assert.equal(untilHour(hour - 1000), "in 59:59");
  assert.equal(untilHour(-5), "in 0:00");
});

test("a ranked hour comes, runs, and is over", () => {
  assert.equal(hourStage(1, 10), "next");
  assert.equal(hourStage(0, 10), "now");
  assert.equal(hourStage(-10, 0), "over");
});
