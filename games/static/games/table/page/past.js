/** Looking back in a running match: earlier moments as this reader saw them. */

import { viewAt } from "../../replay/state.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("../state/model.js").Model} Model
 * @typedef {import("../../replay/state.js").Chapter} Chapter
 */

export class LookBack {
  /** The match up to the last request, and the index of the step that is shown. @type {(Chapter & {at: number}) | null} */
  shown = null;
  #asking = false;

  /**
   * @param {App} app
   * @param {string} url the address of the match's earlier steps; empty where looking back is off
   */
  constructor(app, url) {
    this.app = app;
    this.url = url;
  }

  get #covered() {
    const { scene, staged } = this.app;
    return staged || (!!scene?.covers && scene.shown);
  }

  /** Whether the reader can look back now. */
  get possible() {
    const { model } = this.app;
    const isDealt = model.view !== null && model.game?.status !== "sealing";
    return this.url !== "" && isDealt && model.view?.phase !== "over" && !this.#covered;
  }

  /**
   * Goes a step back or on; after the last one comes the live table.
   * @param {number} by
   */
  async step(by) {
    if (!this.shown && by < 0) await this.#ask();
    else if (this.shown) this.#to(this.shown.at + by);
  }

  /** @param {number} at */
  #to(at) {
    if (!this.shown) return;
    if (at >= this.shown.steps.length - 1) return this.live();
    this.shown = { ...this.shown, at: Math.max(at, 0) };
    this.app.drawNow();
  }

  async #ask() {
    if (this.#asking || !this.possible) return;
    this.#asking = true;
    try {
      const answer = await fetch(this.url, { credentials: "same-origin" });
      /** @type {Chapter} */
      const past = answer.ok ? await answer.json() : { match: 0, steps: [] };
      if (this.possible && past.match === this.app.model.view?.match && past.steps.length > 1) {
        this.shown = { ...past, at: past.steps.length - 1 };
        this.app.ui.panel = null;
        this.#to(past.steps.length - 2);
      }
    } catch {
      // without a connection there is no looking back; the table shows the loss itself
    } finally {
      this.#asking = false;
    }
  }

  /** Returns to the live table. */
  live() {
    this.shown = null;
    this.app.drawNow();
  }

  /**
   * Returns to the live table for a new question, a new match or its end.
   * @param {Model} before
   */
  hear(before) {
    const { model } = this.app;
    const isNewQuestion = model.question !== null && model.question !== before.question;
    if (isNewQuestion || model.view?.match !== before.view?.match || this.#covered)
      this.shown = null;
  }

  /**
   * The table at the moment that is shown, without a question to answer.
   * @template {import("../state/protocol.js").Types} G
   * @param {import("../state/model.js").Model<G>} live
   * @returns {import("../state/model.js").Model<G>}
   */
  modelOf(live) {
    if (!this.shown) return live;
    const { at, steps } = this.shown;
    const log = steps.slice(0, at + 1).flatMap(({ events }) => events);
    const view = viewAt(this.shown, at);
    return {
      ...live,
      view,
      log,
      question: null,
      clocks: {},
      selected: null,
      pending: null,
      fresh: [],
    };
  }
}
