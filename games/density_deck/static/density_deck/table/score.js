/** The reader's score in its four steps, each with its cards. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { MINUS, plainNumber, signedNumber } from "../../games/table/text/numbers.js";
import { codeOf, readCard, suitName } from "./cards.js";
import { oddsPanel } from "./chances_view.js";
import { livesIn } from "./fight.js";
import { chipView, glyphView, livesView, mostLives } from "./parts.js";
import { iconView } from "../../games/table/parts/parts.js";
import { isOut } from "../../games/table/views/out.js";
import { nameOf } from "../../games/table/text/sentences.js";
import { seatStatus } from "./text.js";
import { subtractedTotal, shownScore } from "./shown.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Score} Score
 * @typedef {import("./protocol.js").ScoreCard} ScoreCard
 */

/**
 * Chips joined by a sign, which stays with the chip after it.
 * @param {ScoreCard[]} cards
 * @param {string} sign
 * @param {string} [lead] the sign before the first chip
 */
const joinedChips = (cards, sign, lead) =>
  cards.map((card, index) => {
    const before = index ? sign : lead;
    return html`<span class="term">${before ? html`<i>${before}</i>` : nothing}${chipView(codeOf(card), { small: true })}</span>`;
  });

/** The numbers of the first three steps as one sum. @param {Score} score */
const formulaWords = (score) =>
  `${score.base?.total ?? 0} ${MINUS} ${subtractedTotal(score)} + ${score.common.total}`;

/**
 * The four steps; the last one is the final score.
 * @param {Score} score
 */
export function stepsView(score) {
  const subtracted = subtractedTotal(score);
  return html`<ol class="score-steps">
    <li><p class="step-head"><span>${score.base ? t("Base Color Total: {color}", { color: suitName(score.base.suit) }) : t("Base Color Total")}</span><b class="num">${score.base?.total ?? 0}</b></p>
      <p class="step-cards">${score.base ? joinedChips(score.base.cards, "×") : html`<span class="hint">${t("No base color, 0")}</span>`}</p></li>
    <li><p class="step-head"><span>${t("Non-Base Color Total")}</span><b class="num">${subtracted ? plainNumber(-subtracted) : 0}</b></p>
      <p class="step-cards">${score.others.map((group, index) => joinedChips(group.cards, "×", index ? "+" : ""))}${
        score.others.length ? nothing : html`<span class="hint">${t("No other color")}</span>`
      }</p>${score.alone.map((card) => html`<p class="hint">${t("{card} is a single card: not subtracted", { card: readCard(codeOf(card)).name })}</p>`)}</li>
    <li><p class="step-head"><span>${t("Common Total")}</span><b class="num">${score.common.total ? signedNumber(score.common.total) : 0}</b></p>
      <p class="step-cards">${score.common.cards.length ? joinedChips(score.common.cards, "+") : html`<span class="hint">${t("No Common card")}</span>`}</p></li>
    <li class="score-final"><p class="step-head"><span><span class="caps">${t("Final Score")}</span><span class="formula">${formulaWords(score)}</span></span><b class="num">${plainNumber(score.score)}</b></p></li>
  </ol>`;
}

/** When there will be a score again, in words. @param {App} app */
const noScore = (app) =>
  app.model.game?.status === "sealing"
    ? ""
    : isOut(app)
      ? t("You won’t get any more cards in this game.")
      : t("Your score returns with your next hand.");

/** @param {App} app */
export function scorePanel(app) {
  const { model } = app;
  const shown = shownScore(model);
  if (model.you === null) return watchPanel(app);
  if (!shown) {
    return html`<section class="score-panel own" aria-label=${t("Your score")}><header><h2>${t("Your score")}</h2></header>
      <p class="quiet">${(seatStatus(model, model.you) || t("No score yet")).replace(/\.$/, "")}. ${noScore(app)}</p></section>`;
  }
  const after = shown.after;
  return html`<section class="score-panel own" aria-label=${t("Your score")} data-after=${after ? "" : nothing}>
    <header><h2>${after ? t("After discarding") : t("Your score now")}</h2>${
      after
        ? chipView(after, { small: true, off: true })
        : html`<span class="hint">${t("from the cards you can see")}</span>`
    }</header>${stepsView(shown.score)}</section>${oddsPanel(app)}`;
}

/** @param {App} app */
function watchPanel({ model }) {
  return html`<section class="score-panel" aria-label=${t("Watching")}><header><h2>${t("Watching")}</h2>
    <span class="hint">${t("public cards only")}</span></header>
    <ul class="watch-lives">${(model.view?.seats ?? []).map(
      (seat, index) =>
        html`<li><b>${nameOf(model, index)}</b>${livesView(livesIn(model, index)?.lives ?? seat.lives, { most: mostLives(model) })}</li>`,
    )}</ul></section>`;
}

/** The score on one line, for screens without the panel. @param {App} app */
export function scoreStrip(app) {
  const shown = shownScore(app.model);
  const open = app.ui.panel === "score";
  if (!shown) {
    const words =
      app.model.you === null
        ? t("Watching")
        : isOut(app)
          ? noScore(app)
          : seatStatus(app.model, app.model.you) || t("No score yet");
    return html`<div class="score-strip" data-empty><b>${words}</b>${
      app.model.you === null ? html`<span class="quiet">${t("public cards only")}</span>` : nothing
    }</div>`;
  }
  const { score, after } = shown;
  return html`<button type="button" class="score-strip" data-after=${after ? "" : nothing} aria-expanded=${open ? "true" : "false"} @click=${() => app.toggle("score")}>
    <span><small>${t("Base Color")}</small><b class="num">${score.base ? glyphView(score.base.suit) : nothing}${score.base?.total ?? 0}</b></span><i>${MINUS}</i>
    <span><small>${t("Non-Base")}</small><b class="num">${subtractedTotal(score)}</b></span><i>+</i>
    <span><small>${t("Common")}</small><b class="num">${score.common.total}</b></span>
    <span class="strip-final"><small>${after ? t("After discard") : t("Score now")}</small><b class="num">${plainNumber(score.score)}</b></span>${iconView("up")}
  </button>`;
}
