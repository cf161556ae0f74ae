/** The reader's settings in this browser: looks, cues, hints, keys and chat. */

/** @typedef {"sound" | "notify" | "vibrate" | "tapTwice" | "takeBack" | "hints" | "enough" | "odds" | "talk" | "shortcuts"} Name */
/** @typedef {"theme" | "motion" | "fights" | "ratings"} Choice one of several words; the first holds before a choice */

/** @type {Record<Name, boolean>} */
const DEFAULTS = {
  sound: true,
  notify: false,
  vibrate: true,
  tapTwice: true,
  takeBack: false,
  hints: true,
  enough: true,
  odds: true,
  talk: true,
  shortcuts: true,
};

/** @type {Record<Choice, readonly [string, ...string[]]>} */
export const CHOICES = {
  theme: ["system", "dark", "light"],
  motion: ["system", "reduced", "full"],
  fights: ["full", "short", "off"],
  ratings: ["shown", "after", "never"],
};

/** How fast AI players answer where no other person plays. @type {readonly import("../state/protocol.js").AiPace[]} */
export const PACES = ["normal", "fast", "instant"];

const LOUDEST = 100;
const KEY = (/** @type {string} */ name) => `density-${name}`;

/** The choices made on this page; they hold even where the browser refuses storage. @type {Map<string, string>} */
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
  tell(name);
}

/** Applies a setting and notifies its listeners. @param {string} name */
function tell(name) {
  if (name in CHOICES) wear(/** @type {Choice} */ (name));
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
 * Switches a setting and notifies its listeners.
 * @param {Name} name
 * @param {boolean} on
 */
export const set = (name, on) => keep(name, on ? "on" : "off");

/**
 * The chosen word.
 * @param {Choice} name
 * @returns {string}
 */
export function choice(name) {
  // the theme button changes the root element
  const root = globalThis.document?.documentElement;
  const value = root ? (root.dataset[name] ?? null) : read(name);
  return value !== null && CHOICES[name].includes(value) ? value : CHOICES[name][0];
}

/**
 * Chooses a word; the page shows it at once.
 * @param {Choice} name
 * @param {string} value
 */
export const choose = (name, value) => keep(name, value);

/** Style finds the choice on the root, where theme.js puts it before the first paint. @param {Choice} name */
function wear(name) {
  const root = globalThis.document?.documentElement;
  if (!root) return;
  const value = read(name);
  if (value !== null && CHOICES[name].indexOf(value) > 0) root.dataset[name] = value;
  else delete root.dataset[name];
}

/** Whether things change without moving: the reader's choice, else the system's. */
export const isStill = () =>
  choice("motion") === "system"
    ? globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches === true
    : choice("motion") === "reduced";

/**
 * Something that was kept as text, or null.
 * @param {string} name
 */
export const kept = (name) => read(name);

/**
 * Saves a value and notifies its listeners.
 * @param {string} name
 * @param {string} value
 */
export const keepText = (name, value) => keep(name, value);

/** The pace that AI players have where the reader plays alone. */
export function pace() {
  const chosen = read("pace");
  return PACES.find((each) => each === chosen) ?? PACES[0];
}

/** @param {import("../state/protocol.js").AiPace} chosen */
export const setPace = (chosen) => keep("pace", chosen);

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
  const name = event.key.slice(KEY("").length);
  chosen.delete(name);
  tell(name);
});
