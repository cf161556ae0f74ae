/** The tab of seen cards: the deck of Density Deck by suit. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { readCard, suitName } from "./cards.js";
import { glyphView } from "./parts.js";
import { seenCards, seenWords } from "./seen.js";

/** @typedef {import("./protocol.js").App} App */

/** The deck by suit: what was seen, and what is still hidden. @param {App} app */
export function seenPanel(app) {
  const suits = seenCards(app.model);
  const seen = suits.reduce((total, suit) => total + suit.seen, 0);
  return html`<div class="seen" tabindex="0">
    <p class="hint">${t("{count} of 50 seen in this match. Dashed cards are still hidden.", { count: seen })}</p>
    <ul>${suits.map(
      ({ suit, cards, seen: known }) => html`<li data-suit-row=${suit}>
      <p class="seen-suit">${glyphView(suit)}<b>${suitName(suit)}</b><span>${t("{count} of {all}", { count: known, all: cards.length })}</span></p>
      <ul class="seen-cards">${cards.map((card) => cardView(app, card))}</ul></li>`,
    )}</ul></div>`;
}

/** @param {App} app @param {import("./seen.js").SeenCard} card */
function cardView({ model }, card) {
  const { suit, power } = readCard(card.code);
  const words = seenWords(model, card);
  const { place } = card;
  const here =
    place === null ? "hidden" : place.at === "hand" && place.seat === model.you ? "own" : place.at;
  return html`<li class="seen-card" data-suit=${suit} data-place=${here} data-means=${place === null ? nothing : card.code}
    title=${words}><span aria-hidden="true">${power}</span><span class="sr-only">${words}</span></li>`;
}
