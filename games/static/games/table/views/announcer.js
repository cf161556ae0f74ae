/** Announcements for screen readers: one message an event, own turn and time at once, the rest in turn. */

import { t, tn } from "../../../density/words.js";
import { CUE, bankWords, isShort, timeLeft, turnName } from "../state/clock.js";
import { WORDS, refusal } from "../text/messages.js";
import { notices, offers } from "./offers.js";
import { acting } from "../state/state.js";

/**
 * @typedef {import("../page/app.js").App} App
 * @typedef {import("../state/state.js").Model} Model
 */

/** Lines that stay in a region; only what is added is read, so none is lost to the next. */
const KEPT = 6;

export class Speech {
  /** the turn whose last seconds were told, and the one whose bank was @type {string} */
  #short = "";
  #bank = "";
  #last = "";
  /** @type {Set<string>} notices and offers that stand on the page and were told */
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
   * Tells what a message changed.
   * @param {App} app
   * @param {Model} before
   */
  announce(app, before) {
    const { model, ui, game } = app;
    if (model.refused && model.refused !== before.refused) {
      this.#say(this.assertive, [refusal(model.refused.code, game.refusals)]);
    } else if (model.fresh !== before.fresh && model.fresh.length) {
      const { assertive, polite } = game.spoken(app);
      this.#say(this.assertive, assertive);
      this.#say(this.polite, polite);
    } else if (
      !app.paused &&
      acting(model) &&
      model.question !== before.question &&
      model.view?.legal.length
    ) {
      this.#say(this.assertive, [game.turn(model, ui.now)].filter(Boolean));
    }
  }

  /**
   * Tells of the own clock, and what the page newly has to say.
   * @param {App} app
   */
  watch({ model, ui, game }) {
    const clock =
      model.you === null || model.question === null || !acting(model)
        ? null
        : timeLeft(model, model.you, ui.now);
    if (clock) this.#time(model, clock);
    const standing = [...notices(model, ui, game), ...offers(model, ui)];
    const fresh = standing.filter(({ name }) => !this.#standing.has(name) && name !== "refused");
    this.#standing = new Set(standing.map(({ name }) => name));
    for (const urgent of [true, false]) {
      const notices = fresh.filter((notice) => !!notice.urgent === urgent);
      this.#say(urgent ? this.assertive : this.polite, notices.map(wordsOf));
    }
  }

  /**
   * Eight seconds left, the bank begins, the bank ends: each once a turn.
   * @param {Model} model
   * @param {import("../state/clock.js").TimeLeft} clock
   */
  #time(model, clock) {
    const turn = turnName(model);
    if (isShort(clock) && this.#short !== turn) {
      this.#short = turn;
      this.#say(this.assertive, [left(clock.free)]);
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
const left = (ms) => tn("{count} second left.", "{count} seconds left.", Math.ceil(ms / 1000));

/** @param {import("./offers.js").Notice} notice */
const wordsOf = ({ name, lead, words, action }) =>
  name === "reconnecting"
    ? WORDS.lost
    : [lead, words, action && `${action.label}.`].filter(Boolean).join(" ");
