/** The end of a match: shown at the table, then as a page over it until the reader or the pause goes on. */

import { Moments } from "../../games/table/state/moments.js";
import { GUARD } from "../../games/table/state/moves.js";
import { choiceOf, isStill } from "../../games/table/settings/settings.js";
import { fightOf } from "./fight.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Model} Model
 */

/** How long the page stays at least, and at the end of a game, in ms. */
const LEAST = 1000;
const LAST = 20000;
/** How long lost lives stay marked, in ms. */
const HURT = 1200;

/** @extends {Moments<import("./protocol.js").Deck>} */
export class Ending extends Moments {
  /** The match after which the table waits for this reader, or was asked to. */
  #held = 0;

  /** Whether the page covers the table. */
  get covers() {
    return !this.playing;
  }

  get shown() {
    return this.playing || this.app.model.own.ended !== null;
  }

  /**
   * @param {Model} before
   * @param {Model} next
   * @param {import("./protocol.js").Message} message
   */
  stage(before, next, message) {
    if (message.type !== "events" || next.fresh !== message.events) return null;
    this.#hold(next);
    const pace = /** @type {"full" | "short" | "off"} */ (choiceOf("fights"));
    return fightOf(before, next, { pace, still: isStill() });
  }

  /** @param {Model} before */
  hear(before) {
    const { app } = this;
    if (app.model.fresh !== before.fresh) this.#hurt();
    const { ended } = app.model.own;
    if (!ended || ended === before.own.ended) return;
    app.model = { ...app.model, own: { ...app.model.own, endedAt: performance.now() } };
    app.ui = { ...app.ui, panel: null, own: { ...app.ui.own, openSeat: null } };
    this.#hold(app.model);
  }

  /**
   * At a table without a clock, has the next match wait for a reader who played in the one that ended.
   * @param {Model} model
   */
  #hold(model) {
    const { you, ready, own } = model;
    const match = own.ended?.match ?? 0;
    if (you === null || ready?.ready.includes(you) || this.#held === match || !this.holds(model))
      return;
    this.#held = match;
    if (!ready?.waiting.includes(you)) this.app.ask({ type: "ready", on: false });
  }

  /** Whether the next match waits for this reader. @param {Model} model */
  holds({ you, game, view, own: { ended }, pauseUntil }) {
    const result = ended?.seats.find(({ seat }) => seat === you);
    return (
      !!result?.lives_before &&
      game?.clock === null &&
      view?.phase !== "over" &&
      pauseUntil > performance.now()
    );
  }

  /** Marks the lives that a surrender costs for a moment. */
  #hurt() {
    const { model, ui } = this.app;
    for (const event of model.own.ended ? [] : model.fresh) {
      if (event.e === "surrendered")
        ui.own.hurt[event.seat] = { before: event.lives + event.loss, until: ui.now + HURT };
    }
  }

  /** Milliseconds until it closes automatically. */
  get left() {
    const { model } = this.app;
    if (!model.own.ended) return 0;
    const until = model.view?.phase === "over" ? model.own.endedAt + LAST : model.pauseUntil;
    return Math.max(until, model.own.endedAt + LEAST) - performance.now();
  }

  tick() {
    if (!this.playing && this.shown && this.left <= 0) this.close();
  }

  /** @param {KeyboardEvent} event */
  press({ key, target }) {
    if (
      key === "Enter" &&
      !this.app.ui.panel &&
      !(target instanceof HTMLElement && target.closest("a, button"))
    )
      this.leave();
  }

  /** Closes the page, but not in its first moment. */
  leave() {
    if (performance.now() - this.app.model.own.endedAt >= GUARD) this.close();
  }

  /**
   * Closes the page, and says that its reader is ready; after the last match it goes to the result.
   *
   * This is also said when the pause seems over: the request to wait may be unanswered yet.
   */
  close() {
    const { app } = this;
    const before = app.model;
    if (this.#held && this.#held === before.own.ended?.match) app.ask({ type: "ready", on: true });
    if (before.view?.phase === "over" && !app.ui.chat.draft) {
      app.model = { ...before, own: { ...before.own, endedAt: performance.now() } };
      return app.goToResult();
    }
    app.model = { ...before, own: { ...before.own, ended: null } };
    if (app.ui.panel === "deal") app.ui.panel = null;
    app.drawNow();
    app.changed(app, before);
    app.callOut();
  }
}
