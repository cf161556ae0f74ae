/** The list of tables and the rematch: frames and their words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  NOTHING,
  chairWords,
  crowdWords,
  editionWords,
  gameWords,
  newestList,
  openWords,
  paceWords,
  progressWords,
  rowWords,
  sitterWords,
  useWords,
} from "../../games/static/games/lobby/list.js";
import {
  againWords,
  buttonWords,
  updateRematch,
  openWords as openFor,
  readyWords,
} from "../../games/static/games/lobby/rematch.js";

const frame = (stamp, tables = []) => ({ type: "tables", stamp, tables });

test("an AI player is called one where nothing else says so", () => {
  assert.equal(sitterWords({ kind: "ai", name: "Topaz" }), "Topaz (AI)");
  assert.equal(sitterWords({ kind: "guest", name: "Mira" }), "Mira");
});

test("a newer list takes the place of the one held, an older one does not", () => {
  const list = newestList(NOTHING, frame(20, [{ id: "a", seats: [] }]));
  assert.deepEqual(list.tables, [{ id: "a", seats: [] }]);
  assert.equal(newestList(list, frame(19)), list);
  assert.deepEqual(newestList(list, frame(20)).tables, []);
  assert.equal(newestList(list, { type: "pong" }), list);
});

test("a crowd is counted, a reader who is alone is not", () => {
  assert.equal(crowdWords({ online: 12, running: 5 }), "12 players online, 5 games running");
  assert.equal(crowdWords({ online: 1, running: 1 }), "1 game running");
  assert.equal(crowdWords({ online: 1, running: 0 }), "");
  // an older server does not send it
  assert.equal(crowdWords(newestList(NOTHING, frame(20))), "");
});

test("a game to watch says what is played there", () => {
  const row = { slug: "none", game: "Density Deck", match: null, left: null };
  assert.equal(rowWords({ ...row, rated: true }), "Ranked, Density Deck");
  assert.equal(rowWords(row), "Casual, Density Deck");
});

test("tables and chairs are told in words", () => {
  assert.equal(openWords([{ open: true }, { open: false }, { open: true }]), "2 open");
  assert.equal(openWords([{ open: false }]), "");
  const seats = [
    { kind: "guest", name: "Ola" },
    { kind: "ai", name: "Mica" },
    { kind: "empty", name: "" },
  ];
  assert.equal(chairWords(seats), "Ola, AI player Mica, free seat");
});

const REMATCH = { names: [], of: 3, until: 20_000 };

test("a rematch follows the frames of the finished game", () => {
  const rematch = updateRematch(
    REMATCH,
    { type: "again", url: "/x/", names: ["Ola"], ms: 9_000 },
    1_000,
  );
  assert.deepEqual(rematch, { names: ["Ola"], of: 3, until: 10_000 });
  const message = { type: "again", url: "/x/", table: "/y/", open: false, names: ["Ola"], ms: 0 };
  const begun = updateRematch(REMATCH, message, 1_000);
  assert.deepEqual([begun.table, begun.open], ["/y/", false]);
  assert.equal(updateRematch(rematch, { type: "talk" }, 2_000), rematch);
  assert.equal(updateRematch(rematch, { type: "snapshot", game: { again: null } }, 2_000), rematch);
});

test("the button counts who is ready, and the page names them and the seconds left", () => {
  assert.equal(buttonWords(REMATCH), "Rematch");
  assert.equal(buttonWords({ ...REMATCH, names: ["Ola", "Kim"] }), "Rematch, 2 of 3 ready");
  assert.equal(readyWords([]), "");
  assert.equal(readyWords(["Ola"]), "Ola is ready.");
  assert.equal(againWords(["Ola"]), "Ola is playing again.");
  assert.equal(againWords(["Ola", "Kim"]), "Ola and Kim are playing again.");
  assert.equal(readyWords(["Ola", "Kim", "Eva"]), "Ola, Kim and Eva are ready.");
  assert.equal(openFor(REMATCH, 6_500), "open for 14\u00a0s");
  assert.equal(openFor(REMATCH, 20_000), "");
});

test("a row says what the page has brought of its game", () => {
  const pace = "{seconds} s per turn";
  useWords(
    JSON.stringify({
      games: {
        one: { usual: true, pace, progress: "Match {match}, {left} players left" },
        two: { usual: false, pace, progress: "Part {match}" },
      },
      editions: { current: "", classic: "Classic" },
    }),
  );
  const row = { slug: "one", game: "One", edition: "classic", free: 20, match: 7, left: 3 };
  assert.deepEqual(
    [paceWords(row), progressWords(row), gameWords(row), editionWords(row)],
    ["20 s per turn", "Match 7, 3 players left", "", "Classic"],
  );
  assert.deepEqual(
    [progressWords({ ...row, slug: "two" }), gameWords({ ...row, slug: "two", game: "Two" })],
    ["Part 7", "Two"],
  );
  assert.deepEqual(
    [paceWords({ ...row, free: null }), progressWords({ ...row, match: null })],
    ["No clock", ""],
  );
});
