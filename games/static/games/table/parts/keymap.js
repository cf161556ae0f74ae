/** The keys of every table and of the games on this page. Readers may choose other keys. */

import { saveText, readText } from "../settings/settings.js";
import { signOf } from "../senses/sign.js";

/**
 * @typedef {"log" | "chat" | "sound" | "help" | "ranked"} KeyAction the actions of every table
 */

/**
 * The keys of one game. If two games have an action of the same name, a reader's choice counts for both.
 * @template {string} [A=string]
 * @typedef {{title: string, usual: Record<A, string>, words: () => Record<A, string>}} GameKeys
 *   title: of the game; usual: the default key of each action; words: the action's name in the settings
 */

const NAME = "keys";

/** @type {Record<KeyAction, string>} */
const USUAL = { log: "l", chat: "c", sound: "m", help: "?", ranked: "r" };

/** The keys of every table, without a game's. @type {GameKeys} */
export const EVERYWHERE = { title: "", usual: USUAL, words: () => ({}) };

/** The keys of this page's games: one at a table, all on the settings page. @type {GameKeys[]} */
export const declaredKeys = [];

/**
 * Declares the keys of a game on this page.
 * @template {string} A
 * @param {GameKeys<A>} keys
 * @returns {GameKeys<A>}
 */
export function declareKeys(keys) {
  declaredKeys.push(keys);
  return keys;
}

/** The keys of the game that is played on this page. */
const playedKeys = () => declaredKeys.at(-1) ?? EVERYWHERE;

/** @param {GameKeys} keys their defaults, with those of every table @returns {Record<string, string>} */
const usualOf = ({ usual }) => ({ ...usual, ...USUAL });

/**
 * The keys that the reader has chosen, also for other games; entries that are invalid are left out.
 * @returns {[action: string, key: string][]}
 */
function chosenKeys() {
  try {
    return Object.entries(JSON.parse(readText(NAME) ?? "{}")).filter(
      ([, key]) => typeof key === "string" && [...key].length === 1,
    );
  } catch {
    return [];
  }
}

/**
 * Gives an action a key; the action that had it gets the key that is now free.
 * @param {Record<string, string>} map
 * @param {string} action
 * @param {string} key
 */
function putAction(map, action, key) {
  const other = Object.keys(map).find((candidate) => map[candidate] === key);
  return { ...map, ...(other ? { [other]: map[action] } : {}), [action]: key };
}

/**
 * The key of every action of a game, each key once.
 * @param {GameKeys} keys
 * @returns {Record<string, string>}
 */
function keyMap(keys) {
  const usual = usualOf(keys);
  return chosenKeys().reduce(
    (map, [action, key]) => (action in usual ? putAction(map, action, key) : map),
    usual,
  );
}

/**
 * The key of an action; empty if this page has no such action.
 * @param {string} action
 * @param {GameKeys} keys
 */
export const keyOf = (action, keys = playedKeys()) => keyMap(keys)[action] ?? "";

/**
 * The action of a key, or null.
 * @param {string} key
 * @param {GameKeys} keys
 * @returns {string | null}
 */
export function actionOf(key, keys = playedKeys()) {
  return (
    Object.entries(keyMap(keys)).find(([, mapped]) => mapped === key.toLowerCase())?.[0] ?? null
  );
}

/**
 * The action of a key press, or null: by its character, else by its position on the keyboard.
 * @param {{key: string, code: string, shiftKey: boolean}} press
 * @param {GameKeys} keys
 */
export const actionOfPress = (press, keys = playedKeys()) =>
  actionOf(press.key, keys) ?? actionOf(signOf(press), keys);

/**
 * Saves another key for an action; the action that had it gets the key that is now free.
 * @param {string} action
 * @param {string} pressed
 * @param {GameKeys} keys
 * @returns {boolean} whether the key can be chosen: one character, not a space
 */
export function remapKey(action, pressed, keys = playedKeys()) {
  const key = pressed.toLowerCase();
  if ([...key].length !== 1 || key.trim() === "") return false;
  const usual = usualOf(keys);
  const changed = Object.entries(putAction(keyMap(keys), action, key)).filter(
    ([name, now]) => usual[name] !== now,
  );
  const elsewhere = chosenKeys().filter(([name]) => !(name in usual));
  saveText(NAME, JSON.stringify(Object.fromEntries([...elsewhere, ...changed])));
  return true;
}

/** Resets the keys of all games. */
export const resetKeys = () => saveText(NAME, "{}");

/** Whether any key differs from its default. */
export const isRemapped = () => chosenKeys().length > 0;
