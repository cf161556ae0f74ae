/** Calls a reader who looks elsewhere: tones, the title, the icon, a notification. */

import { t } from "../density/words.js";
import { isOn } from "../games/table/settings/settings.js";
import { playSound, wakeSound } from "../games/table/senses/sound.js";

const AGAIN = 5000;

export class Call {
  #title = document.title;
  #icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  #plain = this.#icon?.href ?? "";
  #sounded = -Infinity;
  /** @type {Notification | null} */
  #note = null;

  /** @param {string} dotted the address of the icon with the dot */
  constructor(dotted) {
    this.dotted = dotted;
  }

  /**
   * Calls the reader; the sound repeats for as long as this is called.
   * @param {string} words the words in the title
   * @param {number} now
   */
  go(words, now) {
    if (document.title !== words) document.title = words;
    if (this.#icon && this.dotted && this.#icon.getAttribute("href") !== this.dotted)
      this.#icon.setAttribute("href", this.dotted);
    if (now - this.#sounded < AGAIN) return;
    if (this.#sounded === -Infinity) this.#notify();
    this.#sounded = now;
    wakeSound();
    playSound("call");
  }

  /** Restores title and icon, and closes the notification. */
  stop() {
    if (this.#sounded === -Infinity) return;
    this.#sounded = -Infinity;
    document.title = this.#title;
    this.#icon?.setAttribute("href", this.#plain);
    this.#note?.close();
    this.#note = null;
  }

  #notify() {
    if (!isOn("notify") || !("Notification" in globalThis) || Notification.permission !== "granted")
      return;
    try {
      const note = new Notification(t("Game found, Density Deck"), {
        body: t("The others are waiting for you."),
        tag: "density-queue",
      });
      note.onclick = () => {
        focus();
        note.close();
      };
      this.#note = note;
    } catch {
      // phones allow notifications only to installed pages
    }
  }
}
