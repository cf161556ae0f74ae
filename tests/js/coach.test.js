/** The coach of a replay: polled match by match, and less often if it does not answer. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Coach } from "../../games/static/games/replay/coach.js";

const REVIEW = { match: 1, level: "master", samples: 400, decisions: [], leads: [] };
const waiting = (count) => ({ status: 202, body: { state: "waiting", made: count, of: 3 } });
const worst = (count) => ({ status: 200, body: { mistakes: [], made: count, of: 3 } });

/** A coach that gets these answers one after the other, and the last one forever. */
function coachOf(reviews, mistakes) {
  const urls = [];
  globalThis.fetch = async (url) => {
    urls.push(url);
    const left = url.startsWith("/review") ? reviews : mistakes;
    const { status, body } = left.length > 1 ? left.shift() : left[0];
    return { status, ok: status < 300, json: async () => body };
  };
  const seen = [];
  const waits = [];
  const coach = new Coach(
    { reviews: "/review", mistakes: "/mistakes" },
    () => seen.push({ ...coach.progress, here: coach.reviewOf({ view: 0, match: 1 }) !== null }),
    async (ms) => void waits.push({ ms, away: coach.away }),
  );
  return { coach, asked: urls, seen, waits };
}

test("a match is here as soon as it is made, while the others are still made", async () => {
  const { coach, seen } = coachOf(
    [waiting(0), { status: 200, body: REVIEW }],
    [worst(0), worst(1), worst(3)],
  );
  await coach.follow({ view: 0, match: 1 });
  assert.deepEqual(seen, [
    { made: 0, of: 3, here: false },
    { made: 1, of: 3, here: true },
    { made: 3, of: 3, here: true },
  ]);
  assert.equal(coach.isDone(0), true);
  assert.equal(coach.isDone("all"), false);
});

test("what is here is not asked for again", async () => {
  const { coach, asked } = coachOf([{ status: 200, body: REVIEW }], [worst(3)]);
  await coach.follow({ view: 0, match: 1 });
  await coach.follow({ view: 0, match: 1 });
  assert.deepEqual(asked, ["/review?view=0&match=1", "/mistakes?view=0"]);
});

test("a coach that brings nothing new is away, and asked less often until it does", async () => {
  const late = (answer, last) => [...Array(80).fill(answer), last];
  const { coach, waits } = coachOf(
    late(waiting(1), { status: 200, body: REVIEW }),
    late(worst(1), worst(3)),
  );
  await coach.follow({ view: 0, match: 1 });
  assert.equal(coach.away, false);
  assert.ok(coach.isComplete({ view: 0, match: 1 }));
  const [often, ...rarely] = new Set(waits.map(({ ms }) => ms));
  assert.ok(rarely.length === 1 && rarely[0] > often);
  assert.ok(waits.every(({ ms, away }) => ms > often === away));
});

test("without a match only the costliest decisions are asked for", async () => {
  const { coach, asked } = coachOf([waiting(0)], [worst(1), worst(3)]);
  await coach.follow({ view: 0, match: 0 });
  assert.deepEqual(asked, ["/mistakes?view=0", "/mistakes?view=0"]);
  assert.ok(coach.isDone(0));
});

test("one fault is passed over, three in a row are not", async () => {
  const fault = { status: 500, body: null };
  const once = coachOf([fault, { status: 200, body: REVIEW }], [worst(3)]);
  await once.coach.follow({ view: 0, match: 1 });
  assert.equal(once.coach.away, false);
  const back = { status: 200, body: REVIEW };
  const thrice = coachOf([fault, fault, fault, back], [fault, fault, fault, worst(3)]);
  await thrice.coach.follow({ view: 0, match: 1 });
  assert.equal(thrice.waits.at(-1).away, true);
  assert.equal(thrice.coach.away, false);
});

test("faults count in a row: an answer between them sets the count back", async () => {
  const fault = { status: 500, body: null };
  const answer = { status: 200, body: REVIEW };
  const { coach } = coachOf([fault, fault, answer, fault, fault, answer], [worst(3)]);
  await coach.follow({ view: 0, match: 1 });
  await coach.follow({ view: 0, match: 2 });
  assert.equal(coach.away, false);
  assert.notEqual(coach.reviewOf({ view: 0, match: 2 }), null);
});

test("a game without a coach is not asked about twice", async () => {
  const { coach, asked } = coachOf([{ status: 404, body: null }], [worst(3)]);
  await coach.follow({ view: 0, match: 1 });
  await coach.follow({ view: 0, match: 2 });
  assert.equal(coach.none, true);
  assert.equal(asked.length, 1);
});
