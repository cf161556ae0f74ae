/** Plays the sounds of a table as loud as the reader likes, with what a phone's motor adds to them. */

import { setting, volume } from "../settings/settings.js";
import { shakeWith } from "./haptics.js";
import { sound } from "./tones.js";

/** @typedef {import("./tones.js").Sound} Sound */

/** Seconds in which the same sound is not begun twice: what happens at once sounds once. */
const APART = 0.04;

/** @type {AudioContext | null} */
let context = null;
/** When each sound began last, in seconds of the context. @type {Partial<Record<Sound, number>>} */
const begun = {};

/**
 * Plays a sound, unless sounds are off or the reader has not touched the page yet.
 * @param {Sound} name
 */
export function play(name) {
  if (!setting("sound")) return;
  shakeWith(name);
  if (!context) return;
  const now = context.currentTime;
  if (now - (begun[name] ?? -APART) < APART) return;
  begun[name] = now;
  sound(context, name, now, volume());
}

/** Browsers let a page sound only after the reader touched it. */
export function wakeSound() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}
