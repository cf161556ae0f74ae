/** Which key does what; a reader may choose other keys, and every hint on the page follows. */

import { keepText, kept } from "../settings/settings.js";

/**
 * @typedef {"draw" | "left" | "across" | "right" | "card1" | "card2" | "card3" | "card4" | "fight"
 *   | "surrender" | "pass" | "undo" | "log" | "chat" | "score" | "sound" | "help" | "ranked"} KeyAction
 */

const NAME = "keys";

/** @type {Record<KeyAction, string>} */
export const USUAL = {
  draw: "d",
  left: "q",
  across: "w",
  right: "e",
  card1: "1",
  card2: "2",
  card3: "3",
  card4: "4",
  fight: "f",
  surrender: "s",
  pass: "p",
  undo: "z",
  log: "l",
  chat: "c",
  score: "h",
  sound: "m",
  help: "?",
  ranked: "r",
};

/** @type {{text: string | null, map: Record<KeyAction, string>}} the last text that was read, and what it said */
let last = { text: null, map: USUAL };

/** All keys as they are now. @returns {Record<KeyAction, string>} */
export function keyMap() {
  const text = kept(NAME);
  if (text !== last.text) last = { text, map: { ...USUAL, ...parse(text) } };
  return last.map;
}

/**
 * The known actions with single keys in a text; nothing of a text that is not ours.
 * @param {string | null} text
 * @returns {Partial<Record<KeyAction, string>>}
 */
function parse(text) {
  try {
    const found = Object.entries(JSON.parse(text ?? "{}"));
    return Object.fromEntries(found.filter(([action, key]) => action in USUAL && typeof key === "string" && [...key].length === 1));
  } catch {
    return {};
  }
}

/** @param {KeyAction} action the key that does it */
export const keyOf = (action) => keyMap()[action];

/**
 * What a key does, or null.
 * @param {string} key
 * @returns {KeyAction | null}
 */
export function actionOf(key) {
  const found = Object.entries(keyMap()).find(([, each]) => each === key.toLowerCase());
  return found ? /** @type {KeyAction} */ (found[0]) : null;
}

/**
 * Gives a action another key; whatever had that key gets the one that is free now.
 * @param {KeyAction} action
 * @param {string} pressed
 * @returns {boolean} whether it is a key that can be chosen: one sign, no space
 */
export function remap(action, pressed) {
  const key = pressed.toLowerCase();
  if ([...key].length !== 1 || key.trim() === "") return false;
  const map = { ...keyMap() };
  const other = actionOf(key);
  if (other) map[other] = map[action];
  map[action] = key;
  const changed = Object.entries(map).filter(([each, now]) => USUAL[/** @type {KeyAction} */ (each)] !== now);
  keepText(NAME, JSON.stringify(Object.fromEntries(changed)));
  return true;
}

/** Gives every action its usual key. */
export const resetKeys = () => keepText(NAME, "{}");

/** Whether any key is another than usual. */
export const isRemapped = () => Object.entries(keyMap()).some(([action, key]) => USUAL[/** @type {KeyAction} */ (action)] !== key);
