/** The chat lines that a reader gets. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as talk from "../../games/static/games/table/chat/lines.js";
import { useLabels } from "../../games/static/games/table/parts/options.js";

useLabels(JSON.stringify({ phrases: { "well-played": "Well played" } }));

const line = (id, more = {}) => ({
  id,
  seat: 2,
  name: "Ola",
  kind: "text",
  text: "Hello",
  at: 5000 + id,
  ...more,
});
const seats = ["player", "ai", "guest", "player"].map((kind, seat) => ({
  seat,
  kind,
  name: "ABCD"[seat],
}));
const table = (lines = [], more = {}) => ({
  game: { chat: false },
  version: 7,
  you: 0,
  seats,
  muted: [],
  talk: lines,
  ...more,
});
const opened = (lines = []) =>
  talk.addNewLines(talk.createHeard(), { ...table(), game: null }, table(lines), 0);
const later = (chat, lines, { version = 7, muted = [], now = 1000 } = {}) =>
  talk.addNewLines(chat, table(), table(lines, { version, muted }), now);

test("what was said before the page was opened is read", () => {
  const lines = [line(1), line(2)];
  assert.equal(talk.countUnread(table(lines), opened(lines)), 0);
});

test("new lines of others are counted until they are read", () => {
  const lines = [line(1), line(2), line(3, { seat: 0 })];
  const chat = later(opened([line(1)]), lines);
  assert.equal(talk.countUnread(table(lines), chat), 1);
  assert.equal(talk.countUnread(table(lines), talk.markAllRead(chat)), 0);
});

test("lines missed while away are counted, their signs are over", () => {
  const lines = [line(1), line(2), line(3, { kind: "sign", text: "wave" })];
  const chat = later(opened([line(1)]), lines, { version: 9 });
  assert.equal(talk.countUnread(table(lines), chat), 1);
  assert.equal(talk.lineAtSeat(table(lines), chat, 2, 1001), null);
});

test("a sign stands beside its seat for two seconds and is no unread line", () => {
  const lines = [line(4, { kind: "sign", text: "clap" })];
  const chat = later(opened(), lines, { now: 1000 });
  assert.equal(talk.lineAtSeat(table(lines), chat, 2, 2999)?.text, "clap");
  assert.equal(talk.lineAtSeat(table(lines), chat, 2, 3000), null);
  assert.equal(talk.lineAtSeat(table(lines), chat, 1, 2000), null);
  assert.equal(talk.countUnread(table(lines), chat), 0);
});

test("a muted person is neither read nor counted nor seen", () => {
  const lines = [line(1), line(2, { kind: "sign", text: "nod" }), line(3, { seat: 3 })];
  const model = table(lines, { muted: [2] });
  const chat = later(opened(), lines, { muted: [2] });
  assert.deepEqual(
    talk.visibleLines(model).map(({ id }) => id),
    [3],
  );
  assert.equal(talk.countUnread(model, chat), 1);
  assert.equal(talk.lineAtSeat(model, chat, 2, 1001), null);
});

test("muting somebody hides a sign that is already shown", () => {
  const lines = [line(1, { kind: "sign", text: "nod" })];
  const chat = later(opened(), lines);
  assert.equal(talk.lineAtSeat(table(lines), chat, 2, 1001)?.text, "nod");
  assert.equal(talk.lineAtSeat(table(lines, { muted: [2] }), chat, 2, 1001), null);
});

test("a phrase stands beside its seat for five seconds, and the newest words replace it", () => {
  const first = [line(1, { kind: "phrase", text: "thanks" })];
  const chat = later(opened(), first, { now: 1000 });
  assert.equal(talk.lineAtSeat(table(first), chat, 2, 5999)?.text, "thanks");
  assert.equal(talk.lineAtSeat(table(first), chat, 2, 6000), null);
  const lines = [...first, line(2, { kind: "sign", text: "nod" }), line(3, { seat: 0 })];
  const more = later(chat, lines, { now: 3000 });
  assert.equal(talk.lineAtSeat(table(lines), more, 2, 4000)?.text, "nod");
  assert.equal(talk.lineAtSeat(table(lines), more, 2, 5500), null);
});

test("written words stand beside a seat only where the table has a chat", () => {
  const lines = [line(1)];
  const chat = later(opened(), lines, { now: 1000 });
  assert.equal(talk.lineAtSeat(table(lines), chat, 2, 2000), null);
  const chatty = table(lines, { game: { chat: true } });
  assert.equal(talk.lineAtSeat(chatty, chat, 2, 2000)?.text, "Hello");
});

test("words that were said before the page was opened, or missed, stand nowhere", () => {
  const lines = [line(1, { kind: "phrase", text: "thanks" })];
  assert.equal(talk.lineAtSeat(table(lines), opened(lines), 2, 100), null);
  const missed = later(opened(), lines, { version: 9 });
  assert.equal(talk.lineAtSeat(table(lines), missed, 2, 1001), null);
});

test("lines are read aloud with their speaker", () => {
  assert.equal(
    talk.spokenLine(line(1, { kind: "phrase", text: "well-played" })),
    "Ola: Well played",
  );
  assert.equal(talk.spokenLine(line(1, { kind: "sign", text: "oops" })), "Ola: Oops");
  assert.equal(talk.spokenLine(line(1)), "Ola: Hello");
});

test("a phrase or a sign that this page does not know does no harm", () => {
  assert.equal(talk.lineText(line(1, { kind: "phrase", text: "see-you" })), "see-you");
  assert.deepEqual(talk.visibleLines(table([line(1, { kind: "sign", text: "toString" })])), []);
});

test("people can be muted, AI players and the reader cannot", () => {
  assert.deepEqual(
    talk.peopleToMute(table()).map(({ seat }) => seat),
    [2, 3],
  );
});

test("who sits may talk, freely where the table allows it", () => {
  assert.equal(talk.chatMode(table()), "phrases");
  assert.equal(talk.chatMode(table([], { game: { chat: true } })), "text");
  assert.equal(talk.chatMode(table([], { you: null })), "listen");
});

test("among AI players nobody talks, with a free seat somebody may come", () => {
  const among = (...kinds) =>
    table([], { seats: kinds.map((kind, seat) => ({ seat, kind, name: "" })) });
  assert.equal(talk.chatMode(among("guest", "ai", "ai", "ai")), "listen");
  assert.equal(talk.chatMode(among("guest", "ai", "empty")), "phrases");
  assert.equal(talk.hasCompany(among("player", "ai", "guest")), true);
  assert.equal(talk.hasCompany(among("ai", "ai")), false);
});

test("only what others say from now on is read aloud", () => {
  const lines = [line(1), line(2), line(3, { seat: 0 }), line(4)];
  const chat = later(opened([line(1)]), lines);
  assert.deepEqual(
    talk.newLinesOfOthers(table(lines), chat).map(({ id }) => id),
    [2, 4],
  );
});
