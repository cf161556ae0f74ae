/** The vibration that a phone adds to a sound: a touch, never a ring. */

import { setting } from "../settings/settings.js";

/** @typedef {import("./tones.js").Sound} Sound */

/** Milliseconds of shaking and of rest, in turns: the own turn. */
const TURN = [80, 60, 80];
/**
 * The same for sounds. A hand that turns is one touch, a counter that runs three faint ones; what
 * is won or lost lasts longest.
 * @type {Partial<Record<Sound, number[]>>}
 */
const WITH_SOUND = {
  flip: [12],
  race: [6, 110, 6, 110, 6],
  hit: [35],
  win: [30, 50, 30, 50, 90],
  loss: [120],
};

/** @param {Sound} name shakes with a sound that plays: who turned sound off, turned this off */
export const shakeWith = (name) => shake(WITH_SOUND[name]);

/** The own turn calls also where sound is off. */
export const shakeForTurn = () => shake(TURN);

/**
 * A desktop's browser has the function, too, and nothing to shake. No choice about motion changes
 * it: phones keep touch and animation apart, and so does this page.
 * @param {number[] | undefined} pattern
 */
function shake(pattern) {
  if (
    pattern &&
    setting("vibrate") &&
    matchMedia("(pointer: coarse)").matches &&
    navigator.userActivation?.hasBeenActive
  )
    navigator.vibrate?.(pattern);
}
