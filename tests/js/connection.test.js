/** A page's connection: reconnects, silence, and unanswered requests. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Connection } from "../../games/static/games/connection/connection.js";
import { BACK, NEWS } from "../../games/static/games/connection/page.js";

const [CONNECTING, OPEN, CLOSED] = [0, 1, 3];

class FakeSocket {
  static CONNECTING = CONNECTING;
  static OPEN = OPEN;
  readyState = CONNECTING;
  /** @type {any[]} */
  sent = [];
  /** Whether its server answers pings. */
  answers = false;
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: {data: string}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number}) => void) | null} */
  onclose = null;
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    sockets.push(this);
  }
  /** @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    this.sent.push(message);
    if (this.answers && message.type === "ping") this.says({ type: "pong", ref: message.ref });
  }
  close() {
    this.readyState = CLOSED;
  }
  opens() {
    this.readyState = OPEN;
    this.onopen?.();
    return this;
  }
  /** @param {object} frame */
  says(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  /** @param {number} code */
  ends(code) {
    this.readyState = CLOSED;
    this.onclose?.({ code });
  }
}

/** @type {FakeSocket[]} */
let sockets = [];
/** @type {Connection[]} */
let opened = [];
let reloads = 0;
const storage = new Map();
const sign = { textContent: "", dataset: { words: "Connection lost. Reconnecting…" } };
const page = new EventTarget();

Object.assign(globalThis, {
  WebSocket: FakeSocket,
  location: { protocol: "https:", host: "site", reload: () => (reloads += 1) },
  sessionStorage: {
    getItem: (/** @type {string} */ key) => storage.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => storage.set(key, value),
  },
  document: Object.assign(new EventTarget(), {
    hidden: false,
    getElementById: () => sign,
    querySelector: () => null,
  }),
  addEventListener: page.addEventListener.bind(page),
});
Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
let now = 0;
performance.now = () => now;
mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });

/** @param {number} ms */
function pass(ms) {
  for (const end = now + ms; now < end;) {
    now += 100;
    mock.timers.tick(100);
  }
}

beforeEach(() => {
  for (const connection of opened) connection.close();
  [sockets, opened, reloads] = [[], [], 0];
  storage.clear();
});

/** @param {import("../../games/static/games/connection/connection.js").Options} [options] */
function connect(options, onFrame = (/** @type {any} */ _frame) => {}) {
  const connection = new Connection("/ws/tables/", onFrame, options);
  opened.push(connection);
  connection.open();
  return { connection, socket: sockets[0].opens() };
}

for (const code of [1006, 1012, 4503])
  test(`a connection that ends with ${code} is opened again`, () => {
    connect().socket.ends(code);
    pass(3000);
    assert.equal(sockets.length, 2);
    assert.equal(reloads, 0);
  });

test("a site that is restarted is looked for at once, and again soon", () => {
  connect().socket.ends(1012);
  pass(700);
  assert.equal(sockets.length, 2);
  sockets[1].ends(1006);
  pass(1600);
  assert.equal(sockets.length, 3);
});

test("where there is nothing to hear, nothing is opened again", () => {
  const { connection, socket } = connect();
  socket.ends(4404);
  pass(60_000);
  assert.equal(sockets.length, 1);
  assert.equal(connection.link.state, "refused");
});

test("a page whose reader was signed out is loaded again, once within a minute", () => {
  for (const loads of [1, 1]) {
    sockets = [];
    connect().socket.ends(4401);
    pass(3000);
    assert.deepEqual([reloads, sockets.length], [loads, 1]);
  }
});

test("a server that is silent is left within seconds, though nothing closes the socket", () => {
  const { connection, socket } = connect();
  pass(9000);
  assert.equal(connection.link.state, "reconnecting");
  assert.equal(socket.readyState, CLOSED);
  assert.ok(sockets.length > 1);
});

test("a server that answers pings is kept for as long as it likes", () => {
  const { connection, socket } = connect({ pingEvery: 10_000 });
  socket.answers = true;
  pass(60_000);
  assert.equal(sockets.length, 1);
  assert.equal(connection.link.state, "live");
  assert.ok(socket.sent.length <= 7);
});

test("a page that nobody is waited for on notices a silent server within a quarter of a minute", () => {
  const { connection } = connect({ pingEvery: 10_000 });
  pass(15_500);
  assert.equal(connection.link.state, "reconnecting");
});

test("a network that goes is noticed at once, and one that comes back is tried at once", () => {
  const { connection, socket } = connect();
  page.dispatchEvent(new Event("offline"));
  assert.equal(connection.link.state, "reconnecting");
  assert.equal(socket.readyState, CLOSED);
  page.dispatchEvent(new Event("online"));
  assert.equal(sockets.length, 2);
});

test("a reader who comes back to a page has its connection asked at once", () => {
  const { socket } = connect();
  pass(1000);
  const before = socket.sent.length;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(socket.sent.length, before + 1);
});

test("a page that the browser had kept opens again, and knows that the connection was lost", () => {
  /** @type {string[]} */
  const states = [];
  const { socket } = connect({ onLink: ({ state }) => states.push(state) });
  page.dispatchEvent(new Event("pagehide"));
  assert.equal(socket.readyState, CLOSED);
  page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  assert.equal(sockets.length, 2);
  sockets[1].opens();
  assert.deepEqual(states, ["live", "reconnecting", "live"]);
});

test("the page shows that its connection is lost, and that it is back", () => {
  let returnCount = 0;
  document.addEventListener(BACK, () => (returnCount += 1), { once: true });
  connect().socket.ends(1006);
  assert.equal(sign.textContent, "");
  pass(5000);
  assert.equal(sign.textContent, "Connection lost. Reconnecting…");
  sockets.at(-1)?.opens();
  assert.equal(sign.textContent, "");
  assert.equal(returnCount, 1);
});

test("what the server has not answered when the connection is lost did not arrive", () => {
  /** @type {any[]} */
  let unsent = [];
  const { connection, socket } = connect({ onUnsent: (requests) => (unsent = requests) });
  connection.ask({ type: "mute", seat: 1, on: true });
  connection.ask({ type: "say", kind: "text", text: "Hello", ref: "say1" });
  connection.ask({ type: "leave" });
  connection.send({ type: "beat" });
  const [mute] = socket.sent.filter(({ type }) => type === "mute");
  socket.says({ type: "ack", ref: mute.ref });
  socket.says({ type: "refused", code: "too-fast", ref: "say1" });
  socket.ends(1006);
  assert.deepEqual(
    unsent.map(({ type }) => type),
    ["leave"],
  );
});

test("what is asked while there is no connection is not sent, and never later", () => {
  const { connection, socket } = connect();
  socket.ends(1006);
  assert.equal(connection.ask({ type: "leave" }), false);
  pass(3000);
  sockets[1].opens();
  assert.deepEqual(
    sockets[1].sent.map(({ type }) => type),
    ["ping"],
  );
});

test("a challenge is news for the whole page, whatever its connection is about", () => {
  /** @type {any[]} */
  const news = [];
  document.addEventListener(
    NEWS,
    (event) => news.push(/** @type {CustomEvent} */ (event).detail.id),
    {
      once: true,
    },
  );
  connect().socket.says({ type: "challenge", id: 7 });
  assert.deepEqual(news, [7]);
});

test("a frame that is no message does no harm", () => {
  /** @type {any[]} */
  const frames = [];
  const { socket } = connect({}, (frame) => frames.push(frame));
  for (const data of ["nonsense", "null", "7", "{}"]) socket.onmessage?.({ data });
  assert.deepEqual(frames, []);
});
