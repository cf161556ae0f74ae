/** The own score in its four steps, each beside the cards that make it. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { MINUS, capital, codeOf, plain, readCard, signed } from "./cards.js";
import { chip, glyph, icon, livesView } from "./parts.js";
import { nameOf, seatStatus } from "./sentences.js";
import { shownScore } from "./shown.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./protocol.js").Score} Score
 * @typedef {import("./protocol.js").ScoreCard} ScoreCard
 */

/** @param {Score} score */
export const against = (score) => score.others.reduce((total, group) => total + group.total, 0);

/**
 * Chips joined by a sign.
 * @param {ScoreCard[]} cards
 * @param {string} sign
 */
const joined = (cards, sign) =>
  cards.map((card, index) => html`${index ? html`<i>${sign}</i>` : nothing}${chip(codeOf(card), { small: true })}`);

/** @param {Score} score the numbers of the first three steps as one sum */
export const formula = (score) =>
  `${score.base?.total ?? 0} ${MINUS} ${against(score)} + ${score.common.total}`;

/**
 * The four steps; the last one is the final score.
 * @param {Score} score
 */
export function steps(score) {
  const less = against(score);
  return html`<ol class="score-steps">
    <li><p class="step-head"><span>Base Color Total${score.base ? `: ${capital(score.base.suit)}` : ""}</span><b class="num">${score.base?.total ?? 0}</b></p>
      <p class="step-cards">${score.base ? joined(score.base.cards, "×") : html`<span class="hint">No base color, 0</span>`}</p></li>
    <li><p class="step-head"><span>Non-Base Color Total</span><b class="num">${less ? plain(-less) : 0}</b></p>
      <p class="step-cards">${score.others.map((group, index) => html`${index ? html`<i>+</i>` : nothing}${joined(group.cards, "×")}`)}${
        score.others.length ? nothing : html`<span class="hint">No other color</span>`
      }</p>${score.alone.map((card) => html`<p class="hint">${readCard(codeOf(card)).name} stands alone, not subtracted</p>`)}</li>
    <li><p class="step-head"><span>Common Total</span><b class="num">${score.common.total ? signed(score.common.total) : 0}</b></p>
      <p class="step-cards">${score.common.cards.length ? joined(score.common.cards, "+") : html`<span class="hint">No common card</span>`}</p></li>
    <li class="score-final"><p class="step-head"><span><span class="caps">Final Score</span><span class="formula">${formula(score)}</span></span><b class="num">${plain(score.score)}</b></p></li>
  </ol>`;
}

/** @param {App} app */
export function scorePanel(app) {
  const { model } = app;
  const shown = shownScore(model);
  if (model.you === null) return watchPanel(app);
  if (!shown) {
    const words = seatStatus(model, model.you) || "No score yet";
    return html`<section class="score-panel" aria-label="Your score"><header><h2>Your score</h2></header>
      <p class="quiet">${words}. Your score comes back with the next hand.</p></section>`;
  }
  const after = shown.after;
  return html`<section class="score-panel" aria-label="Your score" data-after=${after ? "" : nothing}>
    <header><h2>${after ? "After discarding" : "Your score now"}</h2>${
      after ? chip(after, { small: true, off: true }) : html`<span class="hint">visible cards only</span>`
    }</header>${steps(shown.score)}</section>`;
}

/** @param {App} app */
function watchPanel({ model }) {
  return html`<section class="score-panel" aria-label="Watching"><header><h2>Watching</h2>
    <span class="hint">public cards only</span></header>
    <ul class="watch-lives">${(model.view?.seats ?? []).map(
      (seat, index) => html`<li><b>${nameOf(model, index)}</b>${livesView(seat.lives)}</li>`,
    )}</ul></section>`;
}

/** @param {App} app the score on one line, for screens without the panel */
export function scoreStrip(app) {
  const shown = shownScore(app.model);
  const open = app.ui.panel === "score";
  if (!shown) {
    const words = app.model.you === null ? "Watching" : seatStatus(app.model, app.model.you) || "No score yet";
    return html`<div class="score-strip" data-empty><b>${words}</b>${
      app.model.you === null ? html`<span class="quiet">public cards only</span>` : nothing}</div>`;
  }
  const { score, after } = shown;
  return html`<button type="button" class="score-strip" data-after=${after ? "" : nothing} aria-expanded=${open ? "true" : "false"} @click=${() => app.toggle("score")}>
    <span><small>Base Color</small><b class="num">${score.base ? glyph(score.base.suit) : nothing}${score.base?.total ?? 0}</b></span><i>${MINUS}</i>
    <span><small>Non-Base</small><b class="num">${against(score)}</b></span><i>+</i>
    <span><small>Common</small><b class="num">${score.common.total}</b></span>
    <span class="strip-final"><small>${after ? "After discard" : "Score now"}</small><b class="num">${plain(score.score)}</b></span>${icon("up")}
  </button>`;
}
