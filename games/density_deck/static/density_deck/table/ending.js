/** The end of a match: its page lies over the table until the reader, or the pause, goes on. */

import { GUARD } from "../../games/table/core/moves.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Model} Model
 */

/** Milliseconds for which the page stands at least, and at the end of a game. */
const LEAST = 1000;
const LAST = 20000;
/** For so long lost lives stay marked. */
const HURT = 1200;

export class Ending {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  covers = true;

  get shown() {
    return this.app.model.own.ended !== null;
  }

  /** @param {Model} live @returns {Model} the table lies under it as it is */
  modelOf(live) {
    return live;
  }

  /** @param {Model} before */
  hear(before) {
    const { app } = this;
    if (app.model.fresh !== before.fresh) this.#hurt();
    const { ended } = app.model.own;
    if (!ended || ended === before.own.ended) return;
    app.ui = { ...app.ui, panel: null, own: { ...app.ui.own, openSeat: null } };
  }

  /** Lives that a surrender costs stay marked for a moment. */
  #hurt() {
    const { model, ui } = this.app;
    for (const event of model.fresh) {
      if (event.e === "surrendered")
        ui.own.hurt[event.seat] = { before: event.lives + event.loss, until: ui.now + HURT };
    }
  }

  /** Milliseconds until it closes by itself. */
  get left() {
    const { model } = this.app;
    if (!model.own.ended) return 0;
    const until = model.view?.phase === "over" ? model.own.endedAt + LAST : model.pauseUntil;
    return Math.max(until, model.own.endedAt + LEAST) - performance.now();
  }

  tick() {
    if (this.shown && this.left <= 0) this.close();
  }

  /** @param {KeyboardEvent} event */
  press({ key, target }) {
    if (key === "Enter" && !this.app.ui.panel && !(target instanceof HTMLButtonElement))
      this.leave();
  }

  /** The reader's own Ready, never within a moment of the beginning. */
  leave() {
    if (performance.now() - this.app.model.own.endedAt >= GUARD) this.close();
  }

  close() {
    const { app } = this;
    const before = app.model;
    app.model = { ...before, own: { ...before.own, ended: null } };
    if (app.ui.panel === "deal") app.ui.panel = null;
    app.drawNow();
    app.changed(app, before);
    app.callOut();
  }
}
