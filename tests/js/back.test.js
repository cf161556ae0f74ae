/** The notices after a reconnect: no request or message is lost silently. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import * as deck from "../../games/density_deck/static/density_deck/table/table_text.js";
import { deckFold } from "../../games/density_deck/static/density_deck/table/fold.js";
import { snapshot } from "./fixtures.js";

Object.assign(globalThis, {
  requestAnimationFrame: () => 1,
  cancelAnimationFrame: () => {},
  addEventListener: () => {},
  document: { hidden: false, addEventListener: () => {}, querySelectorAll: () => [] },
  localStorage: { getItem: () => null, setItem: () => {} },
  sessionStorage: { getItem: () => null, setItem: () => {} },
});
const { App } = await import("../../games/static/games/table/page/app.js");
const { noticesOf } = await import("../../games/static/games/table/views/offers.js");
const chat = await import("../../games/static/games/table/chat/exchange.js");

const link = (state) => ({ state, ping: null, since: 0, restart: false });
const LINE = { id: 40, seat: 0, name: "Mira", kind: "text", text: "Hello", at: 0 };

/** A table with a chat, whose connection remembers what is asked. */
function table() {
  const requests = [];
  const socket = {
    link: link("live"),
    send: () => true,
    ask: (request) => socket.link.state === "live" && requests.push(request) > 0,
  };
  const nothing = () => {};
  const game = { fold: deckFold, ui: () => ({}), press: () => false, refusals: {} };
  const app = new App(socket, {}, nothing, nothing, nothing, game);
  const frame = (changes = {}) =>
    snapshot({ talk: [], ...changes, game: { ...snapshot().game, chat: true, ...changes.game } });
  app.hear(frame());
  return {
    app,
    asked: requests,
    /** Loses the connection, and reconnects to a table with these changes. */
    lose(changes) {
      socket.link = link("reconnecting");
      app.connect(socket.link);
      app.lose(requests.splice(0));
      socket.link = link("live");
      app.connect(socket.link);
      app.hear(frame(changes));
    },
    goDead() {
      socket.link = link("reconnecting");
      app.connect(socket.link);
    },
    told: () =>
      noticesOf(app.model, app.ui, deck).map(({ lead, words }) =>
        [lead, words].filter(Boolean).join(" "),
      ),
    unsaid: () => app.ui.chat.unsaid.map(({ text }) => text),
  };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
});

test("lines that did not arrive stay in the chat, and can be sent again", () => {
  const { app, asked, lose, told, unsaid } = table();
  chat.sendLine(app, "text", "Hello");
  chat.sendLine(app, "text", "Are you there?");
  lose();
  assert.deepEqual(unsaid(), ["Hello", "Are you there?"]);
  assert.match(told().join(), /Back online\. Your message wasn’t sent\./);
  chat.retryOrDropLine(app, app.ui.chat.unsaid[0], true);
  assert.deepEqual(unsaid(), ["Are you there?"]);
  assert.deepEqual(
    asked.map(({ text }) => text),
    ["Hello"],
  );
  chat.retryOrDropLine(app, app.ui.chat.unsaid[0], false);
  assert.deepEqual([unsaid(), asked.length], [[], 1]);
});

test("a line that arrived after all is not told of", () => {
  const { app, lose, told, unsaid } = table();
  chat.sendLine(app, "text", "Hello");
  lose({ talk: [LINE] });
  assert.deepEqual(unsaid(), []);
  assert.deepEqual(told(), []);
});

test("a line that did not arrive is not taken for an older one of the same words", () => {
  const { app, lose, unsaid } = table();
  app.hear({ type: "talk", line: LINE });
  chat.sendLine(app, "text", "Hello");
  lose({ talk: [LINE] });
  assert.deepEqual(unsaid(), ["Hello"]);
});

test("a refused line does not vanish where something else is written by now", () => {
  const { app, asked, unsaid } = table();
  chat.sendLine(app, "text", "Hello");
  app.hear({ type: "refused", code: "too-fast", ref: asked[0].ref });
  assert.equal(app.ui.chat.draft, "Hello");
  chat.sendLine(app, "text", "Again");
  app.hear({ type: "refused", code: "too-fast", ref: asked[1].ref });
  assert.deepEqual([app.ui.chat.draft, unsaid()], ["Hello", ["Again"]]);
});

const seats = (changed) => snapshot().seats.map((each) => ({ ...each, ...changed[each.seat] }));
const owner = { kind: "player", state: "playing" };

/** Requests, each with a table on which it was not carried out and one on which it was. */
const REQUESTS = [
  [{ type: "mute", seat: 1, on: true }, { muted: [] }, { muted: [1] }],
  [{ type: "mute", seat: 1, on: false }, { muted: [1] }, { muted: [] }],
  [
    { type: "end", on: true },
    { end: { asked: [0, 2], agreed: [] } },
    { end: { asked: [0, 2], agreed: [0] } },
  ],
  [{ type: "absence", mode: "wait" }, { game: { absence: "ai" } }, { game: { absence: "wait" } }],
  [{ type: "leave" }, {}, { you: null }],
  [
    { type: "return" },
    { seats: seats({ 0: { ...owner, state: "stand-in" } }) },
    { seats: seats({ 0: owner }) },
  ],
  [
    { type: "stand-in", seat: 1 },
    { seats: seats({ 1: { ...owner, state: "away" } }) },
    { seats: seats({ 1: owner }) },
  ],
  [
    { type: "unseat", seat: 1 },
    { seats: seats({ 1: owner }) },
    { seats: seats({ 1: { kind: "empty" } }) },
  ],
  [
    { type: "seat-ai", seat: 1 },
    { seats: seats({ 1: { kind: "empty" } }) },
    { seats: seats({ 1: { kind: "ai" } }) },
  ],
  [
    { type: "fill", level: "easy" },
    { game: { status: "open" }, seats: seats({ 1: { kind: "empty" } }) },
    { game: { status: "open" } },
  ],
  [
    { type: "substitute", seat: 1 },
    { you: null, seats: seats({ 1: { ...owner, can_substitute: true } }) },
    { you: 1 },
  ],
  [{ type: "say", kind: "phrase", text: "thanks", ref: "say1" }, {}, null],
];
for (const [request, undone, done] of REQUESTS)
  test(`a press on ${request.type} (${request.on ?? ""}) that did not arrive is told, one that did is not`, () => {
    const one = table();
    one.app.ask(request);
    one.lose(undone);
    assert.match(one.told().join(), /Your last action wasn’t sent\./);
    if (!done) return;
    const other = table();
    other.app.ask(request);
    other.lose(done);
    assert.doesNotMatch(other.told().join(), /(?:Not|n’t) sent/);
  });

test("what only keeps the table as its reader likes it is asked again without a word", () => {
  const { app, asked, lose, told } = table();
  app.ask({ type: "ready", on: false });
  lose({ pause: 8000 });
  assert.deepEqual(
    asked.map(({ type, on }) => [type, on]),
    [["ready", false]],
  );
  assert.doesNotMatch(told().join(), /(?:Not|n’t) sent/);
});

test("a press while there is no connection is told at once, and comes to nothing later", () => {
  const { app, asked, goDead, lose, told } = table();
  goDead();
  assert.equal(app.ask({ type: "mute", seat: 1, on: true }), false);
  assert.match(told().join(), /Not sent\. You’re not connected\./);
  lose();
  assert.deepEqual(asked, []);
  assert.doesNotMatch(told().join(), /(?:Not|n’t) sent/);
});
