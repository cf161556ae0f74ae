/** The dialog of settings: cues, hints, keys, talk, and what the host decides about absent people. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { askToNotify } from "./cues.js";
import { icon } from "./parts.js";
import { set, setVolume, setting, volume } from "./settings.js";
import { tone, wakeSound } from "./sound.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./settings.js").Name} Name
 * @typedef {import("./protocol.js").Absence} Absence
 */

/** @type {[Name, string, string][]} */
const SWITCHES = [
  ["vibrate", "Vibration", "A short shake on phones when your turn begins"],
  ["hints", "Score hints", "How your best score changes with each discard you may take"],
  ["tapTwice", "Tap twice to take", "With a finger the first tap shows the score, the second takes"],
  ["shortcuts", "Single-key shortcuts", "D draws, 1 to 4 select, F fights; press ? for all"],
  ["talk", "Chat and signs", "Off hides what others say, and your own buttons for it"],
];

/** @type {[Absence, string][]} */
export const ABSENCES = [
  ["ai", "The AI plays"],
  ["substitute", "A watcher may take the seat"],
  ["wait", "Wait"],
];

/** @param {App} app */
export function preferencesView(app) {
  return html`<h2>Settings</h2>
    <div class="settings">
      ${soundView()} ${notifyView(app)}
      ${SWITCHES.map(([name, label, hint]) => switchView(name, label, hint, (on) => set(name, on)))}
      ${absenceView(app)}
    </div>
    <div class="two-buttons">
      <button type="button" class="button" data-theme-toggle>${icon("theme")}Theme</button>
      <button type="button" class="button" autofocus @click=${() => app.close()}>Close</button>
    </div>`;
}

/**
 * @param {Name} name
 * @param {string} label
 * @param {string} hint
 * @param {(on: boolean) => void} onChange
 */
const switchView = (name, label, hint, onChange) => html`<label class="switch"><span><b>${label}</b><small class="hint">${hint}</small></span>
  <input type="checkbox" role="switch" data-setting=${name} .checked=${setting(name)} @change=${(/** @type {Event} */ event) =>
    onChange(/** @type {HTMLInputElement} */ (event.target).checked)}></label>`;

const soundView = () => html`${switchView("sound", "Sound", "Your turn, and the last seconds of your time", (on) => {
    set("sound", on);
    if (on) ring();
  })}
  <label class="volume"><span>Volume</span><input type="range" min="10" max="100" step="10" .value=${String(volume() * 100)}
    ?disabled=${!setting("sound")} @change=${(/** @type {Event} */ event) => {
      setVolume(Number(/** @type {HTMLInputElement} */ (event.target).value) / 100);
      ring();
    }}></label>`;

/** How loud it is now. */
function ring() {
  wakeSound();
  tone(523, 0, 0.22);
}

/** @param {App} app notifications are asked for when they are switched on, and a no is told */
function notifyView(app) {
  const denied = "Notification" in globalThis ? Notification.permission === "denied" : true;
  const hint = !("Notification" in globalThis)
    ? "This browser has no notifications"
    : denied
      ? "Your browser does not allow this page to notify you. Allow it beside the address, then switch it on again."
      : "When your turn begins and this page is not in front";
  return switchView("notify", "Notifications", hint, async (on) => {
    const allowed = on && (await askToNotify());
    set("notify", allowed);
    app.redraw();
  });
}

/** @param {App} app what the host of a casual table decides, at any time before the end */
function absenceView(app) {
  const { game, you, view } = app.model;
  const decides = game && !game.rated && you !== null && game.host === you && view?.phase !== "over";
  if (!decides || !game.absence) return nothing;
  return html`<fieldset class="absence"><legend>When somebody is away</legend>${ABSENCES.map(
    ([mode, words]) => html`<label class="check"><input type="radio" name="absence" value=${mode} .checked=${game.absence === mode}
      @change=${() => app.ask({ type: "absence", mode })}>${words}</label>`,
  )}</fieldset>`;
}
