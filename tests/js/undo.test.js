/** A discard that is held back before it is sent, if the setting is on. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { discarding, snapshot } from "./fixtures.js";

globalThis.localStorage = { getItem: () => null, setItem: () => {} };
/** The page's listeners, by event. @type {Record<string, () => void>} */
const heard = {};
globalThis.addEventListener = (/** @type {string} */ name, /** @type {() => void} */ action) =>
  (heard[name] = action);
globalThis.document = { hidden: false, addEventListener: globalThis.addEventListener };
const { Moves } = await import("../../games/static/games/table/state/moves.js");
const { sendMove } = await import("../../games/density_deck/static/density_deck/table/moves.js");
const { setSwitch } = await import("../../games/static/games/table/settings/settings.js");
const state = await import("./deck.js");

/** @param {object} [game] changes to the usual game */
function table(game = {}) {
  const frame = snapshot({
    view: discarding(),
    question: 3,
    clocks: { 0: { ms: 20000, of: 20000 } },
  });
  const message = { ...frame, game: { ...frame.game, ...game } };
  const app = {
    model: { ...state.fold(state.empty(), message, performance.now()), changed: -1000 },
    ui: { panel: null, lifted: null },
    sent: [],
    online: true,
    get mayAct() {
      return state.myTurn(app.model);
    },
    socket: { send: (request) => app.sent.push(request) > 0 },
    prepare() {},
    drawNow() {},
    changed() {},
    redraw() {},
  };
  app.moves = new Moves(app);
  return app;
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  setSwitch("takeBack", true);
});

test("a discard is sent when its moment is over", () => {
  const app = table();
  sendMove(app, "discard", "Aq5", 3);
  assert.deepEqual(app.sent, []);
  assert.equal(app.model.pending.action.card, "Aq5");
  mock.timers.tick(1500);
  assert.equal(app.sent.length, 1);
  assert.deepEqual(app.sent[0].action, { do: "discard", card: "Aq5" });
});

test("a discard that was taken back is never sent, and is selected again", () => {
  const app = table();
  sendMove(app, "discard", "Aq5", 3);
  assert.equal(app.moves.undo(), true);
  mock.timers.tick(5000);
  assert.deepEqual(app.sent, []);
  assert.equal(app.model.pending, null);
  assert.equal(app.model.selected, 3);
});

test("another card can be discarded after the first was taken back, once", () => {
  const app = table();
  sendMove(app, "discard", "Aq5", 3);
  app.moves.undo();
  sendMove(app, "discard", "Co8", 2);
  mock.timers.tick(1500);
  assert.deepEqual(
    app.sent.map(({ action }) => action.card),
    ["Co8"],
  );
});

test("nothing waits at a table with fast turns", () => {
  const app = table({ clock: { free: 10, bank: 40 } });
  sendMove(app, "discard", "Aq5", 3);
  assert.equal(app.sent.length, 1);
});

test("nothing waits when the time is nearly over", () => {
  const app = table();
  app.model.clocks[0].until = performance.now() + 2000;
  sendMove(app, "discard", "Aq5", 3);
  assert.equal(app.sent.length, 1);
});

test("nothing waits without the wish", () => {
  setSwitch("takeBack", false);
  const app = table();
  sendMove(app, "discard", "Aq5", 3);
  assert.equal(app.sent.length, 1);
});

test("a discard is forgotten when the question has gone meanwhile", () => {
  const app = table();
  sendMove(app, "discard", "Aq5", 3);
  app.model = { ...app.model, question: 4, pending: null };
  mock.timers.tick(1500);
  assert.deepEqual(app.sent, []);
});

for (const [name, hidden] of /** @type {const} */ ([
  ["pagehide", false],
  ["visibilitychange", true],
])) {
  test(`a discard that waits is sent at once, and once, when the page goes: ${name}`, () => {
    const app = table();
    sendMove(app, "discard", "Aq5", 3);
    document.hidden = hidden;
    heard[name]();
    document.hidden = false;
    assert.deepEqual(
      app.sent.map(({ action }) => action.card),
      ["Aq5"],
    );
    assert.equal(app.moves.undo(), false);
    mock.timers.tick(5000);
    assert.equal(app.sent.length, 1);
  });
}

test("a page that comes into view again sends nothing that still waits", () => {
  const app = table();
  sendMove(app, "discard", "Aq5", 3);
  heard.visibilitychange();
  assert.deepEqual(app.sent, []);
});
