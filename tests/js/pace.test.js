/** The speed of AI players for a reader who plays alone, and skipping the wait. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const store = new Map();
globalThis.localStorage = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, value) => store.set(name, value),
};
const { keepPace, maySkip } = await import("../../games/static/games/table/senses/pace.js");
const { readPace, setPace } = await import("../../games/static/games/table/settings/settings.js");
const { view } = await import("./fixtures.js");

/** A page whose server has this pace; null if other people play. @param {string | null} now */
function page(now, changes = {}) {
  const sent = [];
  return {
    sent,
    model: {
      me: { tab: null, can_return: false, returns_left: null, muted: [], ai_pace: now },
      view: view({ turn: 1 }),
      question: null,
    },
    online: true,
    ask: (request) => sent.push(request) > 0,
    paused: false,
    past: { shown: false },
    scene: null,
    ...changes,
  };
}

beforeEach(() => {
  setPace("normal");
  keepPace(page("normal"));
});

test("before a choice, and after one that no page knows, the pace is normal", () => {
  store.clear();
  assert.equal(readPace(), "normal");
});

test("the server is asked once for the pace that the reader likes", () => {
  const app = page("normal");
  keepPace(app);
  assert.deepEqual(app.sent, []);
  setPace("fast");
  keepPace(app);
  keepPace(app);
  assert.deepEqual(app.sent, [{ type: "ai-pace", pace: "fast" }]);
  app.model.me.ai_pace = "fast";
  keepPace(app);
  setPace("normal");
  keepPace(app);
  assert.deepEqual(app.sent.at(-1), { type: "ai-pace", pace: "normal" });
});

test("where others play, and where the line is down, nothing is asked or noted", () => {
  setPace("instant");
  const shared = page(null);
  keepPace(shared);
  assert.deepEqual(shared.sent, []);
  keepPace(page("normal", { ask: () => false }));
  const app = page("normal");
  keepPace(app);
  assert.deepEqual(app.sent, [{ type: "ai-pace", pace: "instant" }]);
});

test("a wait can be skipped while AI players play, and at no other moment", () => {
  assert.equal(maySkip(page("normal")), true);
  assert.equal(maySkip(page(null)), false);
  assert.equal(maySkip(page("fast", { paused: true })), false);
  assert.equal(maySkip(page("fast", { past: { shown: true } })), false);
  assert.equal(maySkip(page("fast", { scene: { shown: true } })), false);
  const own = page("fast");
  own.model.question = 4;
  own.model.view = view({ legal: [{ do: "draw", from: "pile" }] });
  assert.equal(maySkip(own), false);
  const over = page("fast");
  over.model.view = view({ phase: "over" });
  assert.equal(maySkip(over), false);
});
