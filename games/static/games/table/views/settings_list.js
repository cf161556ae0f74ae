/** The settings of this browser as a list, in the table's dialog and on the settings page. */

import { html, nothing } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { askToNotify } from "../senses/cues.js";
import {
  EVERYWHERE,
  declaredKeys,
  isRemapped,
  keyOf,
  remapKey,
  resetKeys,
} from "../parts/keymap.js";
import { iconView } from "../parts/parts.js";
import { signOf } from "../senses/sign.js";
import {
  CHOICES,
  PACES,
  choiceOf,
  saveChoice,
  readPace,
  setSwitch,
  setPace,
  setVolume,
  isOn,
  readVolume,
} from "../settings/settings.js";
import { playSound, wakeSound } from "../senses/sound.js";

/**
 * @typedef {import("../page/app.js").App} App
 * @typedef {import("../settings/settings.js").Name} Name
 * @typedef {import("../settings/settings.js").Choice} Choice
 * @typedef {import("../parts/keymap.js").KeyAction} KeyAction
 * @typedef {import("../parts/keymap.js").GameKeys} GameKeys
 * @typedef {import("../state/protocol.js").Absence} Absence
 */

/** @type {() => Record<Choice, {label: string, hint: string, words: Record<string, string>}>} */
const choiceWords = () => ({
  theme: {
    label: t("Theme"),
    hint: "",
    words: { system: t("System"), dark: t("Dark"), light: t("Light") },
  },
  motion: {
    label: t("Motion"),
    hint: "",
    words: { system: t("System"), reduced: t("Reduced"), full: t("Full") },
  },
  fights: {
    label: t("Fights"),
    hint: t("How the end of a match is shown: in full, twice as fast, or only the scores"),
    words: { full: t("Full"), short: t("Short"), off: t("Off") },
  },
  ratings: {
    label: t("Ratings"),
    hint: t("When you see ratings: at the table too, only after games, or never"),
    words: { shown: t("Shown"), after: t("After games"), never: t("Never") },
  },
});

/** @type {() => [Name, string, string][]} */
const switchWords = () => [
  ["hints", t("Score hints"), t("How each discard you can take would change your best score")],
  [
    "enough",
    t("Is your score enough?"),
    t("How often scores like yours won, and by how much others lost. Never in ranked games"),
  ],
  [
    "odds",
    t("Odds"),
    t("How unseen cards could change your score. Shown against AI players, never in ranked games"),
  ],
  [
    "tapTwice",
    t("Tap twice to take"),
    t("On touch screens, the first tap shows the score and the second takes the card"),
  ],
  [
    "takeBack",
    t("Take back a discard"),
    t("For 1.5 s after a discard. Not at tables with fast turns"),
  ],
  [
    "talk",
    t("Chat and reactions"),
    t("Turn off to hide messages and the buttons for sending them"),
  ],
];

/** @type {() => Record<KeyAction, string>} */
const commonKeyWords = () => ({
  log: t("Log"),
  chat: t("Chat"),
  sound: t("Sound"),
  help: t("List of keys"),
  ranked: t("Play ranked"),
});

/** @type {() => [Absence, string][]} */
const absenceWords = () => [
  ["ai", t("An AI player takes over")],
  ["substitute", t("A spectator can take over")],
  ["wait", t("The table waits")],
];

/** The table's dialog. @param {App} app */
export function preferencesView(app) {
  return html`<header class="dialog-head"><h2>${t("Settings")}</h2>
      <button type="button" class="button quiet square" autofocus @click=${() => app.close()}>${iconView("close")}<span class="sr-only">${t("Close")}</span></button></header>
    ${deviceView(() => app.redraw())}
    ${absenceView(app)} ${languageView()}
    ${app.ui.known ? html`<a class="button" href="/accounts/settings/" target="_blank">${t("Your account")}</a>` : nothing}`;
}

/**
 * The settings that are saved in this browser.
 * @param {() => void} redraw called after a change that is not a setting
 */
export const deviceView = (redraw) => html`<div class="settings">
  <h3>${t("Display and sound")}</h3>
  ${choiceView("theme")} ${choiceView("motion")} ${choiceView("fights")} ${choiceView("ratings")} ${soundView()}
  ${vibrationView()}
  <h3>${t("At the table")}</h3>
  ${paceView()} ${notifyView(redraw)}
  ${switchWords().map(([name, label, hint]) => switchView(name, label, hint, (on) => setSwitch(name, on)))}
  <h3>${t("Keys")}</h3>
  ${keysView(redraw)}
</div>`;

/** The page's language form: the same node at every drawing. @type {Node | null} */
let languages = null;

/** The choice of the site's language; it reloads the page. */
function languageView() {
  const template = document.getElementById("languages");
  if (!(template instanceof HTMLTemplateElement)) return nothing;
  languages ??= template.content.querySelector("form");
  return html`<div class="choice"><b>${t("Language")}</b>${languages}</div>`;
}

/** @param {Choice} name one of three words */
const choiceView = (name) =>
  wordsView(name, choiceWords()[name], CHOICES[name], choiceOf(name), (value) =>
    saveChoice(name, value),
  );

/** The speed of AI players in games where the reader plays alone. */
const paceView = () =>
  wordsView(
    "pace",
    {
      label: t("AI player speed"),
      hint: t("In games where you’re the only person"),
      words: { normal: t("Normal"), fast: t("Fast"), instant: t("Instant") },
    },
    PACES,
    readPace(),
    setPace,
  );

/**
 * The choice of one of a few words.
 * @template {string} V
 * @param {string} name
 * @param {{label: string, hint: string, words: Record<string, string>}} said
 * @param {readonly V[]} values
 * @param {string} now
 * @param {(value: V) => void} onChange
 */
const wordsView = (
  name,
  { label, hint, words },
  values,
  now,
  onChange,
) => html`<div class="choice" role="group" aria-labelledby="label-of-${name}"><span id="label-of-${name}"><b>${label}</b>${hint ? html`<small class="hint">${hint}</small>` : nothing}</span>
    <div class="segments">${values.map(
      (value) => html`<label><input type="radio" name="device-${name}" value=${value}
      .checked=${now === value} @change=${() => onChange(value)}><span>${words[value]}</span></label>`,
    )}</div></div>`;

/**
 * @param {Name} name
 * @param {string} label
 * @param {string} hint
 * @param {(on: boolean) => void} onChange
 */
const switchView = (
  name,
  label,
  hint,
  onChange,
) => html`<label class="switch"><span><b>${label}</b><small class="hint">${hint}</small></span>
  <input type="checkbox" role="switch" data-setting=${name} .checked=${isOn(name)} @change=${(
    /** @type {Event} */ event,
  ) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    const on = box.checked;
    // a switch shows the current value: the change may be refused
    box.checked = isOn(name);
    onChange(on);
  }}></label>`;

const soundView = () => html`${switchView(
  "sound",
  t("Sound"),
  t("Cards, your turn, the last seconds of your time, fights"),
  (on) => {
    setSwitch("sound", on);
    if (on) playSample();
  },
)}
  <label class="volume"><span>${t("Volume")}</span><input type="range" min="10" max="100" step="10" .value=${String(readVolume() * 100)}
    ?disabled=${!isOn("sound")} @change=${(/** @type {Event} */ event) => {
      setVolume(Number(/** @type {HTMLInputElement} */ (event.target).value) / 100);
      playSample();
    }}></label>`;

const vibrationView = () =>
  switchView(
    "vibrate",
    t("Vibration"),
    t("On phones: when it’s your turn, and at big moments"),
    (on) => setSwitch("vibrate", on),
  );

/** Plays a sound at the current volume. */
function playSample() {
  wakeSound();
  playSound("turn");
}

/**
 * The switch asks the browser for permission, and says if the browser denies it.
 * @param {() => void} redraw
 */
function notifyView(redraw) {
  const denied = "Notification" in globalThis ? Notification.permission === "denied" : true;
  const hint = !("Notification" in globalThis)
    ? t("Your browser doesn’t support notifications")
    : denied
      ? t(
          "Your browser is blocking notifications from this site. Allow them in the address bar, then turn this on again.",
        )
      : t("With a notification, while the table is open in the background");
  return switchView("notify", t("Notify me when it’s my turn"), hint, async (on) => {
    const allowed = on && (await askToNotify());
    if (allowed !== isOn("notify")) setSwitch("notify", allowed);
    redraw();
  });
}

/** The action that waits for its new key, with the keys it belongs to. @type {{keys: GameKeys, action: string} | null} */
let waitingKey = null;

/**
 * The switch for shortcuts, and the lists of keys: of each game on this page, and of every table.
 * @param {() => void} redraw
 */
const keysView = (
  redraw,
) => html`${switchView("shortcuts", t("Single-key shortcuts"), t("Enter, Escape and arrows always work"), (on) => setSwitch("shortcuts", on))}
  <details class="key-map"><summary>${t("Change keys")}</summary>
    ${declaredKeys.map((keys) => keysOfView(keys, keys.title, keys.words(), redraw))}
    ${keysOfView(EVERYWHERE, t("At every table"), commonKeyWords(), redraw)}
    <button type="button" class="button quiet" ?disabled=${!isRemapped()} @click=${resetKeys}>${t("Reset keys")}</button>
  </details>`;

/** @param {GameKeys} keys @param {string} title @param {Record<string, string>} words the names of the actions @param {() => void} redraw */
const keysOfView = (keys, title, words, redraw) => html`<h3>${title}</h3>
  <ul aria-label=${title}>${Object.entries(words).map(([action, label]) => html`<li><span>${label}</span>${keyButton(keys, action, label, redraw)}</li>`)}</ul>`;

/** @param {GameKeys} keys @param {string} action @param {string} label @param {() => void} redraw */
function keyButton(keys, action, label, redraw) {
  const key = keyOf(action, keys).toUpperCase();
  const waits = isWaiting(keys, action);
  return html`<button type="button" class="button" data-action=${action}
    aria-label=${t("{action}: key {key}. Press to change", { action: label, key })}
    data-waiting=${waits ? "" : nothing} @click=${() => waitForKey({ keys, action }, redraw)} @blur=${() => waitForKey(null, redraw)}
    @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(keys, action, event, redraw)}>${waits ? t("Press a key") : key}</button>`;
}

/** @param {GameKeys} keys @param {string} action */
const isWaiting = (keys, action) => waitingKey?.keys === keys && waitingKey.action === action;

/** @param {{keys: GameKeys, action: string} | null} next @param {() => void} redraw */
function waitForKey(next, redraw) {
  if (next === waitingKey || (next && isWaiting(next.keys, next.action))) return;
  waitingKey = next;
  redraw();
}

/** @param {GameKeys} keys @param {string} action @param {KeyboardEvent} event @param {() => void} redraw */
function onKey(keys, action, event, redraw) {
  if (!isWaiting(keys, action) || event.key === "Tab" || event.key === "Shift") return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === "Escape" || remapKey(action, signOf(event), keys)) waitForKey(null, redraw);
}

/** The choice of a casual table's host, at any time before the end. @param {App} app */
function absenceView(app) {
  const { game, you, view } = app.model;
  const decides =
    game && !game.rated && you !== null && game.host === you && view?.phase !== "over";
  if (!decides || !game.absence) return nothing;
  return html`<div class="absence" role="group" aria-labelledby="absence"><b id="absence">${t("When someone is away")}</b>${absenceWords().map(
    ([
      mode,
      words,
    ]) => html`<label class="check"><input type="radio" name="absence" value=${mode} .checked=${game.absence === mode}
      @change=${() => app.ask({ type: "absence", mode })}>${words}</label>`,
  )}</div>`;
}
