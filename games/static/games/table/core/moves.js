/** The reader's own moves: a press becomes a move only where the server named it as legal. */

import { timeLeft } from "./clock.js";
import { legalAction } from "./protocol.js";
import { setting } from "../settings/settings.js";
import { ownHand } from "../../../density_deck/table/shown.js";
import * as state from "./state.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./protocol.js").Action} Action
 */

/** Milliseconds in which presses are not meant for a question that has just come. */
const SETTLE = 250;
/** Milliseconds for which a discard can be taken back, where the reader wants that. */
export const HELD = 1500;
/** With less time than this left nothing is held back. */
const HURRY = 3000;
/** Tables with so few seconds a turn are too fast for it. */
const FAST = 10;
/** Milliseconds between the two presses of a move that asks twice. */
export const GUARD = 400;

export class Moves {
  #refs = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    // timers of a page that is hidden or left come late or never; capture: before the socket closes
    addEventListener("pagehide", () => this.#release(), { capture: true });
    document.addEventListener("visibilitychange", () => document.hidden && this.#release());
  }

  /**
   * Sends a move the server named as legal; anything else is silently nothing.
   * @param {Action["do"]} kind
   * @param {string | number} [what]
   * @param {number | null} [index] the place in the hand of a discarded card
   * @returns {boolean}
   */
  act(kind, what, index = null) {
    const action = legalAction(this.app.model.view, kind, what);
    return !!action && this.send(action, index);
  }

  /**
   * Sends one of the actions that the server named, unless its question has only just come.
   * @param {Action} action
   * @param {number | null} [index]
   * @returns {boolean}
   */
  send(action, index = null) {
    const { app } = this;
    const { question } = app.model;
    if (question === null || !app.mayAct || !this.#settled()) return false;
    this.#refs += 1;
    const ref = `c${this.#refs}`;
    const held = action.do === "discard" && index !== null && this.#holds();
    if (!held && !app.socket.send({ type: "act", question, action, ref })) return false;
    const before = app.model;
    app.prepare();
    app.model = state.sent(before, { ref, question, action, index, heldUntil: held ? performance.now() + HELD : null });
    if (held) setTimeout(() => this.#release(ref), HELD);
    app.ui = { ...app.ui, panel: null, lifted: null };
    app.drawNow();
    app.tell(app, before);
    return true;
  }

  /** Whether a discard waits a moment before it is sent. */
  #holds() {
    const { model } = this.app;
    const free = model.game?.clock?.free;
    if (!setting("takeBack") || (free !== undefined && free <= FAST)) return false;
    const clock = model.you === null ? null : timeLeft(model, model.you, performance.now());
    return clock === null || clock.ms > HURRY;
  }

  /**
   * Sends a discard that was held, unless it was taken back or the question is another one.
   * @param {string} [meant] its ref; none: whichever is held
   */
  #release(meant) {
    const { app } = this;
    const { pending } = app.model;
    if (!pending?.heldUntil || (meant && meant !== pending.ref)) return;
    const { question, action, ref } = pending;
    const sent = app.socket.send({ type: "act", question, action, ref });
    app.model = sent ? { ...app.model, pending: { ...pending, heldUntil: null } } : state.giveBack(app.model);
    app.drawNow();
  }

  /**
   * Takes back a discard that is still held: the card is in the hand again, selected.
   * @returns {boolean}
   */
  undo() {
    const { app } = this;
    if (!app.model.pending?.heldUntil) return false;
    const before = app.model;
    app.prepare();
    app.model = state.giveBack(before);
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
