/** The socket of the lists: it comes back by itself, unless the page is to be loaded again. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { listen } from "../../games/static/games/lobby/line.js";

/** @type {{onclose: (event: {code: number}) => void, close: () => void}[]} */
let sockets = [];
let reloads = 0;
const kept = new Map();

Object.assign(globalThis, {
  WebSocket: class {
    static OPEN = 1;
    constructor() {
      sockets.push(/** @type {any} */ (this));
    }
    close() {}
  },
  location: { protocol: "https:", host: "house", reload: () => (reloads += 1) },
  sessionStorage: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  },
  addEventListener: () => {},
});
mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });

beforeEach(() => {
  sockets = [];
  reloads = 0;
  kept.clear();
});

const closed = (/** @type {number} */ code) => {
  listen("/ws/tables/", () => {});
  sockets[0].onclose({ code });
  mock.timers.tick(3000);
  return { reloads, opened: sockets.length };
};

test("a lost connection is opened again, also after a restart", () => {
  for (const code of [1006, 1012, 4503]) {
    sockets = [];
    assert.deepEqual(closed(code), { reloads: 0, opened: 2 });
  }
});

test("after a restart the house is looked for at once", () => {
  listen("/ws/tables/", () => {});
  sockets[0].onclose({ code: 1012 });
  mock.timers.tick(600);
  assert.equal(sockets.length, 2);
  // and again soon, when it is not there yet
  sockets[1].onclose({ code: 1006 });
  mock.timers.tick(1500);
  assert.equal(sockets.length, 3);
});

test("where there is nothing to hear, nothing is opened", () => {
  assert.deepEqual(closed(4404), { reloads: 0, opened: 1 });
});

test("whoever listens may speak while the line is open", () => {
  /** @type {(((message: object) => void) | null)[]} */
  const lines = [];
  /** @type {string[]} */
  const sent = [];
  const stop = listen(
    "/ws/queue/",
    () => {},
    (line) => lines.push(line),
  );
  Object.assign(sockets[0], {
    readyState: 1,
    send: (/** @type {string} */ text) => sent.push(text),
  });
  /** @type {any} */ (sockets[0]).onopen();
  lines[0]?.({ type: "leave" });
  sockets[0].onclose({ code: 1006 });
  assert.deepEqual(sent, ['{"type":"leave"}']);
  assert.equal(lines.at(-1), null);
  stop();
});

test("a reader who was signed out gets the page anew, once within a minute", () => {
  assert.deepEqual(closed(4401), { reloads: 1, opened: 1 });
  sockets = [];
  assert.deepEqual(closed(4401), { reloads: 1, opened: 1 });
});
