/** The text of a card: beside the table if there is room, else in a note over it. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { iconView } from "../../games/table/parts/parts.js";
import { itemView, signDrawing } from "./card.js";
import { asksCopy } from "./dock.js";
import { BEATS, CODES, SIGNS, SIGN_NAMES, readItem } from "./items.js";
import { nameOf } from "../../games/table/text/sentences.js";

/** @typedef {import("./protocol.js").App} App */

/** The card that the reader looks at: chosen, pointed at, or in focus. @param {App} app */
const lookedAt = ({ ui }) => (typeof ui.lifted === "string" ? ui.lifted : ui.own.about);

/** @param {string} code */
function kindWords(code) {
  const { shape, sign } = readItem(code);
  const potion = shape === "bottle";
  if (!sign) return t("Potion for any sign");
  return potion
    ? t("{sign} potion", { sign: SIGN_NAMES[sign] })
    : t("Works with {sign}", { sign: SIGN_NAMES[sign] });
}

/** The upper half of the side panel. @param {App} app */
export function aboutPanel(app) {
  const code = lookedAt(app);
  return html`<section class="about" aria-label=${t("What the cards do")}>${
    code
      ? aboutCard(code)
      : html`<h2>${t("What beats what")}</h2>
    <ul class="beats">${SIGNS.map((sign) => html`<li>${signDrawing(sign)}<b>${SIGN_NAMES[sign]}</b><span>${t("beats {sign}", { sign: SIGN_NAMES[BEATS[sign]] })}</span></li>`)}</ul>
    <p class="hint">${t("Point at a card or tap it to read what it does.")}</p>`
  }</section>`;
}

/** @param {string} code */
const aboutCard = (
  code,
) => html`<div class="about-card">${itemView(code, { size: "centre", label: "" })}<div><h2>${readItem(code).name}</h2>
  <p class="caps">${kindWords(code)}</p><p>${readItem(code).effect}</p></div></div>`;

/** The same over the table, for screens without a side panel. @param {App} app */
export function aboutNote(app) {
  const code = lookedAt(app);
  // the buttons of the copies say what Rainbow does
  if (!code || asksCopy(app)) return nothing;
  return html`<div class="about-note"><div><b>${readItem(code).name}</b><span class="hint">${kindWords(code)}</span><p>${readItem(code).effect}</p></div>
    <button type="button" class="button quiet square" @click=${() => closeNote(app)}>${iconView("close")}<span class="sr-only">${t("Close")}</span></button></div>`;
}

/** @param {App} app */
function closeNote({ ui, moves }) {
  ui.lifted = null;
  ui.own.about = null;
  moves.select(null);
}

/** The tab of cards: all cards with their places. @param {App} app */
export function cardsPanel(app) {
  const view = app.model.view;
  if (!view) return nothing;
  const supply = CODES.filter((code) => placeOf(app, code) === t("Supply")).length;
  return html`<div class="all-cards" tabindex="0"><p class="hint">${t("{count} of 30 cards are in the supply.", { count: supply })} <a href="/rules/rps-extreme/" target="_blank">${t("Rules")}</a></p>
    <ul>${CODES.map((code) => html`<li data-item-row=${code}>${itemView(code, { size: "tiny", label: "" })}<div><p><b>${readItem(code).name}</b><span class="hint">${placeOf(app, code)}</span></p><p>${readItem(code).effect}</p></div></li>`)}</ul></div>`;
}

/** The place of a card, in words. @param {App} app @param {string} code */
function placeOf({ model }, code) {
  const view = model.view;
  const holder = view?.seats.findIndex(({ items }) => items.includes(code)) ?? -1;
  if (holder >= 0) return holder === model.you ? t("You") : nameOf(model, holder);
  if (view?.center.includes(code)) return t("Center");
  return view?.discard.includes(code) ? t("Discard") : t("Supply");
}

/** The open discard pile, newest first. @param {App} app */
export function discardsPanel({ model }) {
  const cards = model.view?.discard ?? [];
  return html`<section class="discards"><h2>${t("Discard pile")}</h2><p class="hint">${
    cards.length
      ? t("It becomes the new supply when the supply runs out.")
      : t("No cards broken, drunk or discarded yet.")
  }</p>
    <ul>${cards.toReversed().map((code) => html`<li>${itemView(code, { size: "discard", label: "" })}<div><b>${readItem(code).name}</b><p>${readItem(code).effect}</p></div></li>`)}</ul></section>`;
}
