/** The reader's settings in this browser: looks, cues, hints, keys and chat. */

/** @typedef {"sound" | "notify" | "vibrate" | "tapTwice" | "takeBack" | "hints" | "enough" | "odds" | "talk" | "shortcuts"} Name */
/** @typedef {"theme" | "motion" | "fights" | "ratings"} Choice one of several words; the first is the default */

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

/** The speeds of AI players in games without other people. @type {readonly import("../state/protocol.js").AiPace[]} */
export const PACES = ["normal", "fast", "instant"];

const LOUDEST = 100;
const KEY = (/** @type {string} */ name) => `density-${name}`;

/** The choices made on this page; they apply even if the browser refuses storage. @type {Map<string, string>} */
const pageChoices = new Map();

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {string} name */
function readSetting(name) {
  if (pageChoices.has(name)) return pageChoices.get(name) ?? null;
  try {
    return localStorage.getItem(KEY(name));
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
function saveSetting(name, value) {
  pageChoices.set(name, value);
  try {
    localStorage.setItem(KEY(name), value);
  } catch {
    // private windows may refuse storage; the choice then lasts as long as the page
  }
  applySetting(name);
}

/** Applies a setting and notifies its listeners. @param {string} name */
function applySetting(name) {
  if (name in CHOICES) markRoot(/** @type {Choice} */ (name));
  for (const listener of listeners) listener();
}

/**
 * Whether a setting is on.
 * @param {Name} name
 * @returns {boolean}
 */
export function isOn(name) {
  const value = readSetting(name);
  return value === null ? DEFAULTS[name] : value === "on";
}

/**
 * Switches a setting and notifies its listeners.
 * @param {Name} name
 * @param {boolean} on
 */
export const setSwitch = (name, on) => saveSetting(name, on ? "on" : "off");

/**
 * The chosen word.
 * @param {Choice} name
 * @returns {string}
 */
export function choiceOf(name) {
  // the theme button changes the root element
  const root = globalThis.document?.documentElement;
  const value = root ? (root.dataset[name] ?? null) : readSetting(name);
  return value !== null && CHOICES[name].includes(value) ? value : CHOICES[name][0];
}

/**
 * Chooses a word; the page shows it at once.
 * @param {Choice} name
 * @param {string} value
 */
export const saveChoice = (name, value) => saveSetting(name, value);

/** Sets the choice on the root element for the style sheets, as theme.js does before the first paint. @param {Choice} name */
function markRoot(name) {
  const root = globalThis.document?.documentElement;
  if (!root) return;
  const value = readSetting(name);
  if (value !== null && CHOICES[name].indexOf(value) > 0) root.dataset[name] = value;
  else delete root.dataset[name];
}

/** Whether things change without moving: the reader's choice, else the system's. */
export const isStill = () =>
  choiceOf("motion") === "system"
    ? globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches === true
    : choiceOf("motion") === "reduced";

/**
 * A saved text, or null.
 * @param {string} name
 */
export const readText = (name) => readSetting(name);

/**
 * Saves a value and notifies its listeners.
 * @param {string} name
 * @param {string} value
 */
export const saveText = (name, value) => saveSetting(name, value);

/** The speed of AI players in games where the reader plays alone. */
export function readPace() {
  const chosen = readSetting("pace");
  return PACES.find((pace) => pace === chosen) ?? PACES[0];
}

/** @param {import("../state/protocol.js").AiPace} chosen */
export const setPace = (chosen) => saveSetting("pace", chosen);

/** How loud sounds are, 0 to 1. */
export function readVolume() {
  const value = Number(readSetting("volume") ?? LOUDEST);
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), LOUDEST) / LOUDEST : 1;
}

/** @param {number} share 0 to 1 */
export const setVolume = (share) => saveSetting("volume", String(Math.round(share * LOUDEST)));

/**
 * Calls back after every change.
 * @param {() => void} listener
 * @returns {() => void} stops it
 */
export function onSetting(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// a change on another page of the same reader
globalThis.addEventListener?.("storage", (event) => {
  if (!event.key?.startsWith(KEY(""))) return;
  const name = event.key.slice(KEY("").length);
  pageChoices.delete(name);
  applySetting(name);
});
