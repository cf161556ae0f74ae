/** What lies over the table: surrender, leaving, keys, sheets, the end of the game. */

import { html, nothing, ref } from "../../density/vendor/lit-html/lit-html.js";
import { leaveControl } from "./bar.js";
import { ordinal, turnOrder } from "./cards.js";
import { avatar, icon, key } from "./parts.js";
import { logPanel } from "./log.js";
import { nameOf } from "./sentences.js";
import { scorePanel } from "./score.js";
import { setting } from "./settings.js";

/** @typedef {import("./app.js").App} App */

/**
 * Opens a dialog as soon as it is on the page, which is after it was made; the browser then
 * keeps focus inside and gives it back at the end.
 * @param {Element | undefined} element
 */
const show = (element) =>
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected && !element.open) element.showModal();
  });

/**
 * @param {App} app
 * @param {string} kind
 * @param {string} label
 * @param {unknown} content
 */
const dialog = (app, kind, label, content) =>
  html`<dialog class=${kind} aria-label=${label} ${ref(show)} @cancel=${(/** @type {Event} */ event) => {
    event.preventDefault();
    app.close();
  }} @click=${(/** @type {Event} */ event) => event.target === event.currentTarget && app.close()}>${content}</dialog>`;

/** @param {App} app */
export function dialogView(app) {
  switch (app.ui.panel) {
    case "surrender":
      return dialog(app, "dialog", "Surrender this match?", surrender(app));
    case "leave":
      return dialog(app, "dialog", "Leave this game?", leave(app));
    case "keys":
      return dialog(app, "dialog", "Keys", keyList(app));
    case "score":
      return dialog(app, "sheet-panel", "Your score", html`${sheetHead(app)}${scorePanel(app)}`);
    case "log":
      return dialog(app, "sheet-panel", "Log", html`${sheetHead(app)}${logPanel(app)}${switches(app)}`);
    default:
      return nothing;
  }
}

/** @param {App} app */
const sheetHead = (app) =>
  html`<button type="button" class="button quiet square sheet-close" autofocus @click=${() => app.close()}>${icon("down")}<span class="sr-only">Close</span></button>`;

/** @param {App} app */
const switches = (app) => html`<div class="switches">
  <button type="button" class="button" aria-pressed=${setting("sound") ? "true" : "false"} @click=${() => app.toggleSound()}>${icon(setting("sound") ? "sound" : "mute")}Sound</button>
  <button type="button" class="button" data-theme-toggle>${icon("theme")}Theme</button>
  ${leaveControl(app, "button", html`${icon("leave")}Leave`)}</div>`;

/** @param {App} app */
function surrender(app) {
  const { view } = app.model;
  const versus = view?.stake ? ` now instead of ${view.stake} in a lost fight` : "";
  return html`<h2>Surrender this match?</h2>
    <p>You take <b class="harm">${view?.price} damage</b>${versus}.</p>
    <div class="two-buttons">
      <button type="button" class="button" autofocus data-do="stay" @click=${() => app.close()}>Stay in</button>
      <button type="button" class="button stake" data-do="surrender-now" @click=${() => app.confirm("surrender")}>Surrender</button>
    </div>`;
}

const KEYS = [
  ["D", "Draw from the pile"],
  ["Q W E", "Take from the left, across, the right"],
  ["1 2 3 4", "Select a card; again or Enter discards it"],
  ["F", "Call the fight, Enter confirms"],
  ["S", "Surrender"],
  ["L", "Log"],
  ["H", "Score"],
  ["M", "Sound"],
  ["Esc", "Close, unselect"],
  ["?", "This list"],
];

/** @param {App} app */
const keyList = (app) => html`<h2>Keys</h2>
  <dl class="key-list">${KEYS.map(([keys, does]) => html`<div><dt>${keys.split(" ").map((each) => key(each))}</dt><dd>${does}</dd></div>`)}</dl>
  <button type="button" class="button" autofocus @click=${() => app.close()}>Close</button>`;

/** @param {App} app the last question before a seat is given up */
const leave = (app) => html`<h2>Leave this game?</h2>
  <p>The AI plays on for you to the end. You cannot come back to your seat.</p>
  <p class="hint">To go away for a moment, close the page: your seat waits for you.</p>
  <div class="two-buttons">
    <button type="button" class="button" autofocus data-do="stay" @click=${() => app.close()}>Stay</button>
    <button type="button" class="button stake" data-do="leave-now" ?disabled=${!app.online} @click=${() => app.leaveGame()}>Leave</button>
  </div>`;

/** @param {App} app */
export function resultView(app) {
  const { model, ui } = app;
  const { view, game, you } = model;
  if (model.showdown || view?.phase !== "over" || !view.places || !game) return nothing;
  const places = view.places;
  const order = turnOrder(places.length, 0).sort((one, two) => places[one] - places[two]);
  const left = ui.finishedAt ? Math.max(0, Math.ceil(app.resultLeft() / 1000)) : 0;
  return html`<section class="game-result" role="dialog" aria-labelledby="result-title" data-trap>
    <h1 id="result-title">${you === null ? `${nameOf(model, order[0])} wins the game` : places[you] === 1 ? "You win the game" : `You finish ${ordinal(places[you])}`}</h1>
    <ol>${order.map((seat) => html`<li><b class="num">${places[seat]}</b>${avatar(model.seats[seat], "small")}<span>${nameOf(model, seat)}${
      seat === you ? html` <span class="me">you</span>` : nothing}</span></li>`)}</ol>
    <a class="button go" data-focus href=${game.result_url}>See the result${left ? html` <span class="num">${left}</span>` : nothing}</a>
  </section>`;
}
