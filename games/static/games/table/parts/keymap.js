/** Which key does what: what every table has, and what the games of this page declare. A reader may choose others. */

import { keepText, kept } from "../settings/settings.js";
import { signOf } from "../senses/sign.js";

/**
 * @typedef {"log" | "chat" | "sound" | "help" | "ranked"} KeyAction what a key does wherever there is a table
 */

/**
 * The keys of one game. An action of the same name in two games has the key that the reader chose for it in both.
 * @template {string} [A=string]
 * @typedef {{title: string, usual: Record<A, string>, words: () => Record<A, string>}} GameKeys
 *   title: of the game; usual: the key of each action; words: what each action is called in the settings
 */

const NAME = "keys";

/** @type {Record<KeyAction, string>} */
const USUAL = { log: "l", chat: "c", sound: "m", help: "?", ranked: "r" };

/** The keys that no game has to declare. @type {GameKeys} */
export const EVERYWHERE = { title: "", usual: USUAL, words: () => ({}) };

/** The games of this page: one where a game is played, all of them on the settings page. @type {GameKeys[]} */
export const declared = [];

/**
 * Makes the keys of a game known to this page.
 * @template {string} A
 * @param {GameKeys<A>} keys
 * @returns {GameKeys<A>}
 */
export function declareKeys(keys) {
  declared.push(keys);
  return keys;
}

/** The game whose keys mean something on this page. */
const played = () => declared.at(-1) ?? EVERYWHERE;

/** @param {GameKeys} keys what is usual where they hold @returns {Record<string, string>} */
const usualOf = ({ usual }) => ({ ...usual, ...USUAL });

/**
 * The reader's choices, even for games that this page does not know; nothing from a foreign text.
 * @returns {[action: string, key: string][]}
 */
function chosen() {
  try {
    return Object.entries(JSON.parse(kept(NAME) ?? "{}")).filter(
      ([, key]) => typeof key === "string" && [...key].length === 1,
    );
  } catch {
    return [];
  }
}

/**
 * Puts an action on a key; what had that key gets the one that is free now.
 * @param {Record<string, string>} map
 * @param {string} action
 * @param {string} key
 */
function put(map, action, key) {
  const other = Object.keys(map).find((each) => map[each] === key);
  return { ...map, ...(other ? { [other]: map[action] } : {}), [action]: key };
}

/**
 * The key of every action where the keys of a game hold, each key once.
 * @param {GameKeys} keys
 * @returns {Record<string, string>}
 */
function keyMap(keys) {
  const usual = usualOf(keys);
  return chosen().reduce(
    (map, [action, key]) => (action in usual ? put(map, action, key) : map),
    usual,
  );
}

/**
 * The key of an action, or none where this page has no such action.
 * @param {string} action
 * @param {GameKeys} keys
 */
export const keyOf = (action, keys = played()) => keyMap(keys)[action] ?? "";

/**
 * The action of a key, or null.
 * @param {string} key
 * @param {GameKeys} keys
 * @returns {string | null}
 */
export function actionOf(key, keys = played()) {
  return Object.entries(keyMap(keys)).find(([, each]) => each === key.toLowerCase())?.[0] ?? null;
}

/**
 * The action of a key press, or null: by its character, else by the place of the key.
 * @param {{key: string, code: string, shiftKey: boolean}} press
 * @param {GameKeys} keys
 */
export const actionOfPress = (press, keys = played()) =>
  actionOf(press.key, keys) ?? actionOf(signOf(press), keys);

/**
 * Gives an action another key; whatever had that key beside it gets the one that is free now.
 * @param {string} action
 * @param {string} pressed
 * @param {GameKeys} keys
 * @returns {boolean} whether it is a key that can be chosen: one sign, no space
 */
export function remap(action, pressed, keys = played()) {
  const key = pressed.toLowerCase();
  if ([...key].length !== 1 || key.trim() === "") return false;
  const usual = usualOf(keys);
  const changed = Object.entries(put(keyMap(keys), action, key)).filter(
    ([each, now]) => usual[each] !== now,
  );
  const elsewhere = chosen().filter(([each]) => !(each in usual));
  keepText(NAME, JSON.stringify(Object.fromEntries([...elsewhere, ...changed])));
  return true;
}

/** Gives every action of every game its usual key. */
export const resetKeys = () => keepText(NAME, "{}");

/** Whether any key is another than usual. */
export const isRemapped = () => chosen().length > 0;
