/** Looking back in a running match: earlier moments as this reader was told and shown them. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { sentenceOf } from "../replay/lines.js";
import { viewAt } from "../replay/state.js";
import { icon, key } from "./parts.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("../replay/state.js").Chapter} Chapter
 */

/** So far a finger moves for a step, in px. */
const SWIPE = 48;

export class LookBack {
  /** the match up to when it was asked for, and which of its steps is shown @type {(Chapter & {at: number}) | null} */
  shown = null;
  #asking = false;

  /**
   * @param {App} app
   * @param {string} url where the past of the match is told; none where nobody looks back
   */
  constructor(app, url) {
    this.app = app;
    this.url = url;
  }

  /** Whether there is something to look back on. */
  get possible() {
    const { model } = this.app;
    return this.url !== "" && model.view !== null && model.view.phase !== "over" && model.showdown === null;
  }

  /**
   * One step back or on; on from the last one is now again.
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
      const told = answer.ok ? await answer.json() : { match: 0, steps: [] };
      if (this.possible && told.match === this.app.model.view?.match && told.steps.length > 1) {
        this.shown = { ...told, at: told.steps.length - 1 };
        this.app.ui.panel = null;
        this.#to(told.steps.length - 2);
      }
    } catch {
      // without a connection there is no earlier moment; the table says so itself
    } finally {
      this.#asking = false;
    }
  }

  /** Back to now. */
  live() {
    this.shown = null;
    this.app.drawNow();
  }

  /**
   * A new own turn, a new match and its end are told at once.
   * @param {Model} before
   */
  hear(before) {
    const { model } = this.app;
    const asked = model.question !== null && model.question !== before.question;
    if (asked || model.view?.match !== before.view?.match || model.showdown) this.shown = null;
  }

  /**
   * The table at the moment that is shown; nothing on it can be acted on.
   * @param {Model} live
   * @returns {Model}
   */
  modelOf(live) {
    if (!this.shown) return live;
    const { at, steps } = this.shown;
    const log = steps.slice(0, at + 1).flatMap(({ events }) => events);
    const view = viewAt(this.shown, at);
    return { ...live, view, log, question: null, clocks: {}, selected: null, pending: null, showdown: null, fresh: [] };
  }
}

/** @param {App} app where the moves would be: what happened at this step, and the ways from it */
export function pastDock({ past, model }) {
  if (!past.shown) return nothing;
  const { at, steps } = past.shown;
  const names = model.seats.map(({ name }) => name);
  return html`<div class="moves past" role="group" aria-label=${t("Earlier moments")}>
    <p class="past-words" role="status">${sentenceOf(steps[at], names)}</p>
    <div class="past-steps">
      <button type="button" class="button" data-do="earlier" ?disabled=${at === 0} aria-label=${t("One step back")} @click=${() => past.step(-1)}>${icon("back")}</button>
      <button type="button" class="button" data-do="later" aria-label=${t("One step on")} @click=${() => past.step(1)}>${icon("next")}</button>
    </div>
    <button type="button" class="button go" data-do="live" @click=${() => past.live()}>${t("Live")}${key("Esc")}</button></div>`;
}

/** @param {App} app the words above the hand while an earlier moment is shown */
export const pastWords = ({ past }) => ({
  lead: t("Earlier moment"),
  rest: t("step {step} of {count}", { step: past.shown?.at ?? 0, count: (past.shown?.steps.length ?? 1) - 1 }),
  own: false,
});

/** @param {App} app the way into the past, beside the log */
export const pastButton = ({ past }) =>
  past.possible && !past.shown
    ? html`<button type="button" class="button quiet look-back" data-do="look-back" @click=${() => past.step(-1)}>${icon("back")}${t("Look back")}</button>`
    : nothing;

/**
 * A swipe along the log or the last line of it, on a phone.
 * @param {App} app
 * @param {HTMLElement} root
 */
export function swipeBack(app, root) {
  /** @type {Touch | null} */
  let begun = null;
  root.addEventListener("touchstart", ({ touches, target }) => {
    begun = touches.length === 1 && target instanceof Element && target.closest(".log, .event, .prompt, .past") ? touches[0] : null;
  }, { passive: true });
  root.addEventListener("touchend", ({ changedTouches }) => {
    if (!begun) return;
    const x = changedTouches[0].clientX - begun.clientX;
    const y = changedTouches[0].clientY - begun.clientY;
    begun = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) app.past.step(x > 0 ? -1 : 1);
  }, { passive: true });
}
