/** Short tones, as loud as the reader likes. */

import { volume } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/**
 * @param {number} pitch
 * @param {number} start seconds from now
 * @param {number} length seconds
 */
export function tone(pitch, start, length) {
  if (!context) return;
  const at = context.currentTime + start;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = "sine";
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(Math.max(0.12 * volume(), 0.0001), at + 0.02);
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
