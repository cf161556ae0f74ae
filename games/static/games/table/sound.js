/** Short tones for the own turn and its last seconds, and the title that calls a hidden tab back. */

import { timeLeft } from "./clock.js";

/** @typedef {import("./app.js").App} App */

/** @type {AudioContext | null} */
let context = null;

/**
 * @param {number} pitch
 * @param {number} start seconds from now
 * @param {number} length seconds
 */
function tone(pitch, start, length) {
  if (!context) return;
  const at = context.currentTime + start;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = "sine";
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.12, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** Browsers let a page sound only after the reader touched it. */
export function wakeSound() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

export class Cues {
  /** @type {number | null} */
  #question = null;
  /** @type {number | null} */
  #warned = null;
  #title = document.title;

  /** @param {App} app called after every drawing */
  watch({ model, ui }) {
    const asked = model.question !== null && (model.view?.legal.length ?? 0) > 0;
    const opening = asked && model.view?.phase === "draw";
    if (opening && model.question !== this.#question && ui.sound) {
      tone(523, 0, 0.22);
      tone(784, 0.12, 0.36);
    }
    this.#question = asked ? model.question : null;
    const clock = asked && model.you !== null ? timeLeft(model, model.you, ui.now) : null;
    if (clock && clock.ms <= 8000 && clock.of > 8000 && this.#warned !== model.question) {
      this.#warned = model.question;
      if (ui.sound) {
        tone(392, 0, 0.16);
        tone(392, 0.22, 0.16);
      }
    }
    const title = asked && document.hidden ? "Your turn, Density Deck" : this.#title;
    if (document.title !== title) document.title = title;
  }
}
