/** Plays the sounds of a table at the reader's volume, with the phone's vibration. */

import { isOn, readVolume } from "../settings/settings.js";
import { shakeWith } from "./haptics.js";
import { scheduleSound } from "./tones.js";

/** @typedef {import("./tones.js").Sound} Sound */

/** Seconds within which the same sound starts only once. */
const APART = 0.04;

/** @type {AudioContext | null} */
let context = null;
/** When each sound last started, in seconds of the context. @type {Partial<Record<Sound, number>>} */
const startTimes = {};

/**
 * Plays a sound, unless sounds are off or the reader has not touched the page yet.
 * @param {Sound} name
 */
export function playSound(name) {
  if (!isOn("sound")) return;
  shakeWith(name);
  if (!context) return;
  const now = context.currentTime;
  if (now - (startTimes[name] ?? -APART) < APART) return;
  startTimes[name] = now;
  scheduleSound(context, name, now, readVolume());
}

/** Starts the audio. Browsers allow it only after a touch; a locked phone interrupts it. */
export function wakeSound() {
  context ??= new AudioContext();
  // the next touch tries again if a browser refuses
  if (context.state !== "running") context.resume().catch(() => {});
}

/** Wakes the sound at every touch. Safari counts only a finger that is lifted. */
export function wakeByTouch() {
  for (const touch of ["pointerdown", "pointerup", "click", "keydown"])
    addEventListener(touch, wakeSound, true);
}
