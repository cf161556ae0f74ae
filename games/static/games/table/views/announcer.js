/** Announcements for screen readers: the reader's turn and time interrupt, everything else waits. */

import { t, tn } from "../../../density/words.js";
import { CUE, bankWords, isShort, timeLeft, turnName } from "../state/clock.js";
import { WORDS, refusalWords } from "../text/messages.js";
import { noticesOf, offersOf } from "./offers.js";
import { isActing } from "../state/state.js";

/**
 * @typedef {import("../page/app.js").App} App
 * @typedef {import("../state/state.js").Model} Model
 */

/** How many lines stay in a region: only new ones are read, so none replaces another. */
const KEPT = 6;

export class Speech {
  /** The turns whose last seconds, bank and last of the bank were announced. @type {string} */
  #short = "";
  #bank = "";
  #last = "";
  /** The announced notices and offers that are still on the page. @type {Set<string>} */
  #standing = new Set();

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
    const lines = sentences.map((sentence) => {
      const line = document.createElement("p");
      line.textContent = sentence;
      return line;
    });
    region.append(...lines);
    while (region.childElementCount > Math.max(KEPT, lines.length))
      region.firstElementChild?.remove();
  }

  /**
   * Announces what a message changed.
   * @param {App} app
   * @param {Model} before
   */
  announce(app, before) {
    const { model, ui, game } = app;
    if (model.refused && model.refused !== before.refused) {
      this.#say(this.assertive, [refusalWords(model.refused.code, game.refusals)]);
    } else if (model.fresh !== before.fresh && model.fresh.length) {
      const { assertive, polite } = game.spoken(app);
      this.#say(this.assertive, assertive);
      this.#say(this.polite, polite);
    } else if (
      !app.paused &&
      isActing(model) &&
      model.question !== before.question &&
      model.view?.legal.length
    ) {
      this.#say(this.assertive, [game.turn(model, ui.now)].filter(Boolean));
    }
  }

  /**
   * Announces the reader's clock, and new notices and offers.
   * @param {App} app
   */
  watch({ model, ui, game }) {
    const clock =
      model.you === null || model.question === null || !isActing(model)
        ? null
        : timeLeft(model, model.you, ui.now);
    if (clock) this.#time(model, clock);
    const standing = [...noticesOf(model, ui, game), ...offersOf(model, ui)];
    const fresh = standing.filter(({ name }) => !this.#standing.has(name) && name !== "refused");
    this.#standing = new Set(standing.map(({ name }) => name));
    for (const urgent of [true, false]) {
      const notices = fresh.filter((notice) => !!notice.urgent === urgent);
      this.#say(urgent ? this.assertive : this.polite, notices.map(wordsOf));
    }
  }

  /**
   * Announces that time is short, that the bank begins, and that it ends: each once per turn.
   * @param {Model} model
   * @param {import("../state/clock.js").TimeLeft} clock
   */
  #time(model, clock) {
    const turn = turnName(model);
    if (isShort(clock) && this.#short !== turn) {
      this.#short = turn;
      this.#say(this.assertive, [secondsLeft(clock.free)]);
    } else if (clock.onBank && this.#bank !== turn) {
      this.#bank = turn;
      this.#say(this.assertive, [
        t("Your time bank is running, {time} left.", { time: bankWords(clock.bank) }),
      ]);
    } else if (clock.onBank && clock.bank <= CUE && this.#last !== turn) {
      this.#last = turn;
      this.#say(this.assertive, [
        tn(
          "{count} second of your time bank left.",
          "{count} seconds of your time bank left.",
          Math.ceil(clock.bank / 1000),
        ),
      ]);
    }
  }
}

/** @param {number} ms */
const secondsLeft = (ms) =>
  tn("{count} second left.", "{count} seconds left.", Math.ceil(ms / 1000));

/** @param {import("./offers.js").Notice} notice */
const wordsOf = ({ name, lead, words, action }) =>
  name === "reconnecting"
    ? WORDS.lost
    : [lead, words, action && `${action.label}.`].filter(Boolean).join(" ");
