/** The reader's own moves: a press becomes a move only where the server named it as legal. */

import { legalAction } from "./protocol.js";
import { setting } from "./settings.js";
import { ownHand } from "./shown.js";
import * as state from "./state.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./protocol.js").Action} Action
 */

/** Milliseconds in which presses are not meant for a question that has just come. */
const SETTLE = 250;
/** Milliseconds between the two presses of a move that asks twice. */
export const GUARD = 400;

export class Moves {
  #refs = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /**
   * Sends a move the server named as legal; anything else is silently nothing.
   * @param {Action["do"]} kind
   * @param {string | number} [what]
   * @param {number | null} [index] the place in the hand of a discarded card
   * @returns {boolean}
   */
  act(kind, what, index = null) {
    const { app } = this;
    const action = legalAction(app.model.view, kind, what);
    const { question } = app.model;
    if (!action || question === null || !app.mayAct || !this.#settled()) return false;
    this.#refs += 1;
    const ref = `c${this.#refs}`;
    if (!app.socket.send({ type: "act", question, action, ref })) return false;
    const before = app.model;
    app.prepare();
    app.model = state.sent(before, { ref, question, action, index });
    app.ui = { ...app.ui, panel: null, lifted: null };
    app.drawNow();
    app.tell(app, before);
    return true;
  }

  /**
   * A press on a card of the hand: the first selects it, the second discards it.
   * @param {number} index
   */
  pressCard(index) {
    const { app } = this;
    const card = ownHand(app.model).find((each) => each.index === index);
    if (!card || !app.mayAct || !this.#settled() || !legalAction(app.model.view, "discard", card.code)) return;
    if (app.model.selected === index) {
      this.act("discard", card.code, index);
    } else {
      this.select(index);
    }
  }

  /** @param {number | null} index */
  select(index) {
    this.app.model = state.select(this.app.model, index);
    this.app.redraw();
  }

  /** Discards the selected card. */
  discardSelected() {
    if (this.app.model.selected !== null) this.pressCard(this.app.model.selected);
  }

  /**
   * A press on another seat's discard; with a finger the first one only shows what it brings.
   * @param {number} seat
   * @param {boolean} touch
   */
  take(seat, touch) {
    const { app } = this;
    if (!legalAction(app.model.view, "draw", seat) || !app.mayAct) return;
    if (touch && setting("tapTwice") && app.ui.lifted !== seat) {
      app.ui.lifted = seat;
      app.redraw();
    } else {
      this.act("draw", seat);
    }
  }

  /**
   * The second press of a fight or a surrender, never within a moment of the first.
   * @param {"fight" | "surrender"} kind
   */
  confirm(kind) {
    if (this.app.ui.panel === kind && performance.now() - this.app.ui.panelAt >= GUARD) this.act(kind);
  }

  #settled() {
    return performance.now() - this.app.model.changed >= SETTLE;
  }
}
