/** What this reader likes, kept in this browser: which cues, hints, keys and talk there are. */

/** @typedef {"sound" | "notify" | "vibrate" | "tapTwice" | "hints" | "talk" | "shortcuts"} Name */

/** @type {Record<Name, boolean>} */
const DEFAULTS = {
  sound: true,
  notify: false,
  vibrate: true,
  tapTwice: true,
  hints: true,
  talk: true,
  shortcuts: true,
};

const LOUDEST = 100;
const KEY = (/** @type {string} */ name) => `density-${name}`;

/** What was chosen on this page; it also stands where the browser refuses storage. @type {Map<string, string>} */
const chosen = new Map();

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {string} name */
function read(name) {
  if (chosen.has(name)) return chosen.get(name) ?? null;
  try {
    return localStorage.getItem(KEY(name));
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  chosen.set(name, value);
  try {
    localStorage.setItem(KEY(name), value);
  } catch {
    // Private windows may refuse storage; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/**
 * Whether a setting is on.
 * @param {Name} name
 * @returns {boolean}
 */
export function setting(name) {
  const value = read(name);
  return value === null ? DEFAULTS[name] : value === "on";
}

/**
 * Switches a setting and tells everybody who listens.
 * @param {Name} name
 * @param {boolean} on
 */
export const set = (name, on) => keep(name, on ? "on" : "off");

/** How loud sounds are, 0 to 1. */
export function volume() {
  const value = Number(read("volume") ?? LOUDEST);
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), LOUDEST) / LOUDEST : 1;
}

/** @param {number} share 0 to 1 */
export const setVolume = (share) => keep("volume", String(Math.round(share * LOUDEST)));

/**
 * Calls back after every change.
 * @param {() => void} listener
 * @returns {() => void} stops it
 */
export function onSetting(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// another page of the same reader
globalThis.addEventListener?.("storage", (event) => {
  if (!event.key?.startsWith(KEY(""))) return;
  chosen.delete(event.key.slice(KEY("").length));
  for (const listener of listeners) listener();
});
