/** Popups close at a press elsewhere and at Esc, which returns the focus. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { closePop, escapePop } from "../../games/static/games/table/parts/pops.js";

globalThis.Node = /** @type {any} */ (class {});
const inside = new Node();
const outside = new Node();
let focused = "";
globalThis.document = /** @type {any} */ ({
  querySelector: (/** @type {string} */ selector) => ({
    closest: () => ({ contains: (/** @type {Node} */ node) => node === inside }),
    focus: () => (focused = selector),
  }),
});

/** @param {string | null} panel */
function page(panel) {
  const app = { ui: { panel }, close: () => (app.ui.panel = null), escape: () => app.close() };
  return app;
}

beforeEach(() => (focused = ""));

test("a press elsewhere closes the phrases, one among them does not", () => {
  for (const panel of ["phrases", "emotes", "seal"]) {
    const app = page(panel);
    closePop(app, inside);
    assert.equal(app.ui.panel, panel);
    closePop(app, outside);
    assert.equal(app.ui.panel, null);
  }
});

test("a press leaves alone what does not pop up", () => {
  for (const panel of ["fight", "settings", null]) {
    const app = page(panel);
    closePop(app, outside);
    assert.equal(app.ui.panel, panel);
  }
});

test("Esc closes and gives the focus back to the button", () => {
  const app = page("phrases");
  escapePop(app);
  assert.deepEqual([app.ui.panel, focused], [null, '[aria-controls="phrases"]']);
  focused = "";
  escapePop(page("fight"));
  assert.equal(focused, "");
});
