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

/** Browsers let a page sound only after the reader touched it; a phone interrupts it when it is locked. */
export function wakeSound() {
  context ??= new AudioContext();
  // a browser that refuses is asked again by the next touch
  if (context.state !== "running") context.resume().catch(() => {});
}

/** Wakes the sound with every touch: for Safari a finger that comes down is none yet, only one that goes up. */
export function wakeByTouch() {
  for (const touch of ["pointerdown", "pointerup", "click", "keydown"])
    addEventListener(touch, wakeSound, true);
}
