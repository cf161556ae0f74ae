/** The pause after a match: moves are offered at its end, and not before. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { events, fought, snapshot, view } from "./fixtures.js";

globalThis.localStorage = { getItem: () => null, setItem: () => {} };
globalThis.addEventListener = () => {};
globalThis.document = {
  hidden: false,
  addEventListener() {},
  querySelectorAll: () => [],
  documentElement: { lang: "", dataset: { fights: "off" } },
};
globalThis.requestAnimationFrame = () => 1;
globalThis.cancelAnimationFrame = () => {};
let now = 1000;
mock.method(performance, "now", () => now);
const { App } = await import("../../games/static/games/table/page/app.js");
const { deckFold } = await import("../../games/density_deck/static/density_deck/table/fold.js");
const { Ending } = await import("../../games/density_deck/static/density_deck/table/ending.js");
const { sendMove, askFirst } =
  await import("../../games/density_deck/static/density_deck/table/moves.js");
const sentences = await import("../../games/density_deck/static/density_deck/table/text.js");

const LIVE = { state: "live", ping: 40, since: 0, restart: false };
const PILE = { do: "draw", from: "pile" };
const dealt = { e: "dealt", match: 5, dealer: 3, living: [0, 1, 2], hand: [] };
const turn = { question: 18, view: view({ match: 5, legal: [PILE] }), clocks: {} };

/** Advances time, and runs the timers that are due. @param {number} ms */
function pass(ms) {
  now += ms;
  mock.timers.tick(ms);
}

/**
 * A table at the end of a match; the reader begins the next one in eight seconds.
 * @param {object} [of] the game
 * @param {object} [changes] of the frame that ends the match
 */
function table(of = snapshot().game, changes = {}) {
  const sent = [];
  const notices = [];
  const send = (request) => sent.push(request) > 0;
  const socket = { link: LIVE, send, ask: send };
  const game = {
    fold: deckFold,
    ui: () => ({ openSeat: null, hurt: {} }),
    scene: (it) => new Ending(it),
    press: () => false,
    spoken: () => ({ assertive: [], polite: [] }),
  };
  const changed = ({ model }, before) => notices.push([before.question, model.question]);
  const app = new App(
    socket,
    {},
    () => {},
    changed,
    () => {},
    game,
  );
  app.hear(snapshot({ game: of }));
  app.hear(events([fought(), dealt], { ...turn, version: 13, pause: 8000, ...changes }));
  return { app, sent, told: notices, acts: () => sent.filter(({ type }) => type === "act") };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
});

test("nothing is offered in a pause, though Ready was pressed", () => {
  const { app, acts } = table();
  pass(1000);
  app.scene.leave();
  assert.equal(app.model.own.ended, null);
  pass(6500);
  assert.equal(app.mayAct, false);
  assert.equal(sendMove(app, "draw", "pile"), false);
  askFirst(app, "surrender");
  assert.equal(app.ui.panel, null);
  assert.deepEqual(acts(), []);
});

test("when it is over the reader is called to the question, once, and may answer", () => {
  const { app, told, acts } = table();
  pass(1000);
  app.scene.leave();
  told.length = 0;
  pass(6990);
  assert.deepEqual(told, []);
  pass(20);
  assert.deepEqual(told, [[null, 18]]);
  assert.equal(app.mayAct, true);
  pass(300);
  assert.equal(sendMove(app, "draw", "pile"), true);
  assert.deepEqual(
    acts().map(({ action }) => action),
    [PILE],
  );
  assert.equal(told.length, 2);
});

test("the press that closes the end of a match as the pause ends draws no card", () => {
  const { app, acts } = table();
  pass(8005);
  assert.equal(app.model.own.ended, null);
  assert.equal(sendMove(app, "draw", "pile"), false);
  pass(300);
  assert.equal(sendMove(app, "draw", "pile"), true);
  assert.equal(acts().length, 1);
});

test("a frame in the pause brings it up to what the server says", () => {
  const { app } = table();
  pass(1000);
  app.hear(events([], { ...turn, version: 14, pause: 9000 }));
  app.scene.close();
  pass(8500);
  assert.equal(app.mayAct, false);
  pass(600);
  assert.equal(app.mayAct, true);
});

test("a move that came too early for the server is no fault: the page asks how long it still lasts", () => {
  const { app, sent } = table();
  app.scene.close();
  pass(8010);
  pass(300);
  assert.equal(sendMove(app, "draw", "pile"), true);
  const { ref } = sent.at(-1);
  app.hear({ type: "refused", code: "paused", ref });
  assert.equal(app.model.refused, null);
  assert.equal(app.model.pending, null);
  assert.deepEqual(sent.at(-1), { type: "resync" });
  app.hear(snapshot({ ...turn, version: 13, pause: 200 }));
  assert.equal(app.mayAct, false);
  pass(210);
  assert.equal(app.mayAct, true);
});

test("whoever hears the table is not called to a question before it may be answered", () => {
  const { app } = table();
  const isCalled = (at) =>
    sentences.spokenWords(app.model, at).assertive.some((each) => each.startsWith("Your turn"));
  assert.equal(isCalled(now + 7000), false);
  assert.equal(isCalled(now + 8000), true);
});

/** The same without a clock. @param {object} [changes] of the frame that ends the match */
function unhurried(changes = {}) {
  const page = table({ ...snapshot().game, clock: null }, changes);
  return { ...page, said: () => page.sent.filter(({ type }) => type === "ready") };
}

test("without a clock the next match waits for its reader, who says so once", () => {
  const { app, said } = unhurried();
  assert.deepEqual(said(), [{ type: "ready", on: false }]);
  app.hear(events([], { ...turn, version: 14, pause: 600000, ready: { waiting: [0], ready: [] } }));
  pass(20000);
  assert.equal(app.model.own.ended?.match, 4);
  assert.equal(said().length, 1);
  app.scene.leave();
  assert.deepEqual(said().at(-1), { type: "ready", on: true });
  assert.equal(app.model.own.ended, null);
  app.hear(events([], { ...turn, version: 15, pause: 100, ready: { waiting: [], ready: [0] } }));
  pass(110);
  assert.equal(app.mayAct, true);
});

for (const how of ["the reader leaves", "the pause ends"]) {
  test(`a table that waits longer than its page knew starts when ${how}`, () => {
    const { app, said } = unhurried();
    if (how === "the pause ends") pass(8005);
    else {
      now += 8005;
      app.scene.leave();
    }
    assert.equal(app.model.own.ended, null);
    // the answer comes only now
    app.hear(
      events([], { ...turn, version: 14, pause: 592000, ready: { waiting: [0], ready: [] } }),
    );
    assert.deepEqual(
      said().map(({ on }) => on),
      [false, true],
    );
  });
}

test("a page that opens while its reader is awaited starts the match", () => {
  const { app, said } = unhurried({ pause: 600000, ready: { waiting: [0], ready: [] } });
  assert.deepEqual(said(), []);
  pass(1000);
  app.scene.leave();
  assert.deepEqual(said(), [{ type: "ready", on: true }]);
});

test("with a clock nothing is said, nor by somebody who was out before", () => {
  const { sent } = table();
  assert.deepEqual(sent, []);
  const over = fought();
  over.seats = over.seats.map((seat) => (seat.seat === 0 ? { ...seat, lives_before: 0 } : seat));
  assert.deepEqual(unhurried({ events: [over, dealt] }).said(), []);
});
