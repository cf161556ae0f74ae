/** The reader's moves: sent at once, or after some time in which they can be taken back. */

import * as state from "./state.js";

/**
 * @typedef {import("../page/app.js").App} App
 * @typedef {import("./protocol.js").Action} Action
 */

/** Milliseconds in which presses do not count for a question that has just come. */
const SETTLE = 250;
/** Milliseconds between the two presses of a move that asks twice. */
export const GUARD = 400;
/** Milliseconds after which a previewed card counts as seen, so that a press on it moves it. */
const SEEN = 150;

export class Moves {
  #refs = 0;
  /** Since when the selected card is only previewed; null: the reader chose it. @type {number | null} */
  #previewedAt = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    // timers of a hidden page fire late or never; capture: before the socket closes
    addEventListener("pagehide", () => this.#release(), { capture: true });
    document.addEventListener("visibilitychange", () => document.hidden && this.#release());
  }

  /**
   * Sends one of the legal actions, unless the question has only just come.
   * @param {Action} action
   * @param {number | null} [index] the card that was selected for it
   * @param {number} [hold] how long it can be taken back before it is sent, in ms
   * @returns {boolean}
   */
  send(action, index = null, hold = 0) {
    const { app } = this;
    const { question } = app.model;
    if (question === null || !app.mayAct || !this.settled) return false;
    this.#refs += 1;
    const ref = `c${this.#refs}`;
    if (!hold && !app.socket.send({ type: "act", question, action, ref })) return false;
    const before = app.model;
    app.prepare();
    app.model = state.sendMove(before, {
      ref,
      question,
      action,
      index,
      heldUntil: hold ? performance.now() + hold : null,
    });
    if (hold) setTimeout(() => this.#release(ref), hold);
    app.ui = { ...app.ui, panel: null, lifted: null };
    app.drawNow();
    app.changed(app, before);
    return true;
  }

  /**
   * Sends a held action, unless it was taken back or the question has changed.
   * @param {string} [meant] its ref; without it, any held action
   */
  #release(meant) {
    const { app } = this;
    const { pending } = app.model;
    if (!pending?.heldUntil || (meant && meant !== pending.ref)) return;
    const { question, action, ref } = pending;
    const sent = app.socket.send({ type: "act", question, action, ref });
    app.model = sent
      ? { ...app.model, pending: { ...pending, heldUntil: null } }
      : state.giveBack(app.model);
    app.drawNow();
  }

  /**
   * Takes back a held action and selects its card again.
   * @returns {boolean}
   */
  undo() {
    const { app } = this;
    if (!app.model.pending?.heldUntil) return false;
    const before = app.model;
    app.prepare();
    app.model = state.giveBack(before);
    app.drawNow();
    app.changed(app, before);
    return true;
  }

  /** @param {number | null} index @param {boolean} [isPreview] selected by the mouse or the focus only, without a press */
  select(index, isPreview = false) {
    if (!isPreview || index !== this.app.model.selected)
      this.#previewedAt = isPreview ? performance.now() : null;
    this.app.model = state.selectCard(this.app.model, index);
    this.app.redraw();
  }

  /** Whether the selected card has been shown long enough for a press to mean it. */
  get isShown() {
    return this.#previewedAt === null || performance.now() - this.#previewedAt >= SEEN;
  }

  /** Whether the reader chose the selected card by a press. */
  get isChosen() {
    return this.#previewedAt === null;
  }

  /** Whether the question has been shown long enough for a press to count. */
  get settled() {
    return performance.now() - this.app.model.changed >= SETTLE;
  }
}
