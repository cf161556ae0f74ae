/** What a screen reader hears: one message an event, own turn and time at once, the rest in turn. */

import { WORDS, refusal } from "./messages.js";
import { spoken, turnSentence } from "./sentences.js";
import { timeLeft } from "./clock.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./state.js").Model} Model
 */

const WARN = 8000;

export class Speech {
  /** @type {number | null} the question whose last seconds were told */
  #warned = null;
  /** @type {string} */
  #link = "";

  /**
   * @param {HTMLElement} assertive
   * @param {HTMLElement} polite
   */
  constructor(assertive, polite) {
    this.assertive = assertive;
    this.polite = polite;
  }

  /**
   * @param {HTMLElement} region
   * @param {string[]} sentences
   */
  #say(region, sentences) {
    if (!sentences.length) return;
    const lines = sentences.map((sentence) => {
      const line = document.createElement("p");
      line.textContent = sentence;
      return line;
    });
    region.replaceChildren(...lines);
  }

  /**
   * Tells what a message changed.
   * @param {App} app
   * @param {Model} before
   */
  tell({ model, ui }, before) {
    if (model.refused && model.refused !== before.refused) {
      this.#say(this.assertive, [refusal(model.refused.code)]);
    } else if (model.fresh !== before.fresh && model.fresh.length) {
      const { assertive, polite } = spoken(model, ui.now);
      this.#say(this.assertive, assertive);
      this.#say(this.polite, polite);
    } else if (model.question !== before.question && model.view?.legal.length && model.view.phase === "draw") {
      this.#say(this.assertive, [turnSentence(model, ui.now)]);
    }
  }

  /**
   * Tells the last seconds of the own clock and changes of the connection.
   * @param {App} app
   */
  watch({ model, ui }) {
    const clock = model.you === null || model.question === null ? null : timeLeft(model, model.you, ui.now);
    if (clock && clock.ms <= WARN && clock.of > WARN && this.#warned !== model.question) {
      this.#warned = model.question;
      this.#say(this.assertive, [`${Math.ceil(clock.ms / 1000)} seconds left.`]);
    }
    const { state } = ui.link;
    if (state !== this.#link) {
      const lost = state === "reconnecting" || state === "offline";
      if (lost && this.#link !== "reconnecting" && this.#link !== "offline") this.#say(this.polite, [WORDS.lost]);
      if (state === "live" && (this.#link === "reconnecting" || this.#link === "offline")) this.#say(this.polite, [WORDS.back]);
      this.#link = state;
    }
  }
}
