/** The vibration that a phone adds to a sound: short, like a touch. */

import { isOn } from "../settings/settings.js";

/** @typedef {import("./tones.js").Sound} Sound */

/** Alternating milliseconds of vibration and pause, for the reader's turn. */
const TURN = [80, 60, 80];
/**
 * The same for sounds: one touch for a hand that is turned over, three faint ones for a running
 * counter, the longest ones for a win or a loss.
 * @type {Partial<Record<Sound, number[]>>}
 */
const WITH_SOUND = {
  flip: [12],
  race: [6, 110, 6, 110, 6],
  hit: [35],
  win: [30, 50, 30, 50, 90],
  loss: [120],
};

/** @param {Sound} name the sound that plays; without sounds these vibrations are off, too */
export const shakeWith = (name) => shakePhone(WITH_SOUND[name]);

/** Vibrates for the reader's turn, even if sound is off. */
export const shakeForTurn = () => shakePhone(TURN);

/**
 * Vibrates on touch devices only: desktop browsers have the function, but no motor. The setting for
 * motion does not affect it, as on phones.
 * @param {number[] | undefined} pattern
 */
function shakePhone(pattern) {
  if (
    pattern &&
    isOn("vibrate") &&
    matchMedia("(pointer: coarse)").matches &&
    navigator.userActivation?.hasBeenActive
  )
    navigator.vibrate?.(pattern);
}
