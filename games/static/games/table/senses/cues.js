/** The cues for a reader's turn: tones, a short vibration, the title, the icon, a notification. */

import { t } from "../../../density/words.js";
import { isShort, patienceLeft, timeLeft, turnName } from "../state/clock.js";
import { shakeForTurn } from "./haptics.js";
import { isOn } from "../settings/settings.js";
import { playSound } from "./sound.js";
import { isActing } from "../state/state.js";

/** @typedef {import("../page/app.js").App} App */

/** @param {string} game its name in the call */
const callWords = (game) => t("Your turn, {game}", { game });
const SITE = "Density Deck";

/**
 * Whether the reader's time is short, or the table has waited long.
 * @param {import("../state/state.js").Model} model
 * @param {number} now
 */
function isLate(model, now) {
  if (model.you === null) return false;
  const clock = timeLeft(model, model.you, now);
  return clock ? isShort(clock) : patienceLeft(model, model.you, now) !== null;
}

/** Asks the browser for permission to notify; call it only when the reader has asked for it. */
export async function askToNotify() {
  if (!("Notification" in globalThis)) return false;
  return (await Notification.requestPermission()) === "granted";
}

export class Cues {
  /** The question that was last called out. @type {number | null} */
  #question = null;
  /** The turn whose last seconds were called out. @type {string} */
  #short = "";
  #title = document.title;
  #icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  #plain = this.#icon?.href ?? "";
  /** @type {Notification | null} */
  #note = null;

  /** @param {string} dotted the address of the icon with the dot */
  constructor(dotted) {
    this.dotted = dotted;
  }

  /** Called after every drawing. @param {App} app */
  watch({ model, ui, game }) {
    const isAsked =
      model.question !== null && (model.view?.legal.length ?? 0) > 0 && isActing(model);
    if (
      isAsked &&
      model.view &&
      game.opens(model.view) &&
      model.question !== this.#question &&
      ui.now >= model.pauseUntil
    )
      this.#call(model, game.facts(model, ui.now), callWords(game.name ?? SITE));
    if (!isAsked || ui.now >= model.pauseUntil) this.#question = isAsked ? model.question : null;
    if (isAsked && isLate(model, ui.now) && this.#short !== turnName(model)) {
      this.#short = turnName(model);
      playSound("short");
    }
    this.#mark(isAsked && document.hidden, callWords(game.name ?? SITE));
  }

  /**
   * Plays the sound of a message or a press, unless the page is hidden.
   * @param {App} app @param {import("../state/state.js").Model} before
   */
  playSound({ model, game }, before) {
    if (document.hidden) return;
    const sound = game.sound(model, before);
    if (sound) playSound(sound);
  }

  /**
   * Calls the reader to a turn that begins.
   * @param {import("../state/state.js").Model} model
   * @param {string} facts what the question is about
   * @param {string} title
   */
  #call(model, facts, title) {
    playSound("turn");
    shakeForTurn();
    if (document.hidden && isOn("notify")) this.#notify(title, facts, model.game?.id ?? "");
  }

  /** @param {string} title @param {string} words @param {string} game */
  #notify(title, words, game) {
    if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
    try {
      const note = new Notification(title, { body: words, tag: `density-${game}` });
      note.onclick = () => {
        focus();
        note.close();
      };
      this.#note = note;
    } catch {
      // phones allow notifications only to installed pages
    }
  }

  /** @param {boolean} on whether title and icon of the hidden tab call the reader @param {string} called */
  #mark(on, called) {
    const title = on ? called : this.#title;
    if (document.title !== title) document.title = title;
    const href = on && this.dotted ? this.dotted : this.#plain;
    if (this.#icon && this.#icon.getAttribute("href") !== href)
      this.#icon.setAttribute("href", href);
    if (!on && this.#note) {
      this.#note.close();
      this.#note = null;
    }
  }
}
