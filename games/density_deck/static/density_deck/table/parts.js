/** Small views of this game: cards with their faces, chips, suit glyphs, lives as pips. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t, tn } from "../../density/words.js";
import { drawingView, drawingUrl } from "../../games/table/parts/parts.js";
import { readCard, suitName } from "./cards.js";

/** The inside of a face-up card. @param {string} code */
const faceView = (code) => {
  const card = readCard(code);
  return html`<span class="card-face" aria-hidden="true">
    <b class="card-num">${card.power}</b>
    <span class="card-mark">${drawingView(card.suit)}<i>${card.short}</i></span>
    <svg class="gem"><use href="${drawingUrl(`gem-${card.suit}`)}"></use></svg>
    <span class="card-bar"></span><span class="card-name">${suitName(card.suit)}</span>
  </span>`;
};

/**
 * A face-up card.
 * @param {string} code
 * @param {{size?: string, mark?: string, stack?: boolean, label?: string}} [options]
 */
export function cardView(code, { size, mark, stack, label } = {}) {
  const card = readCard(code);
  return html`<span class="card" role="img" aria-label=${label ?? card.name} data-suit=${card.suit}
    data-power=${card.power} data-code=${code} data-size=${size ?? nothing} data-mark=${mark ?? nothing}
    data-stack=${stack ? "" : nothing}>${faceView(code)}</span>`;
}

/**
 * A card of the reader's hand, as a button.
 * @param {string} code
 * @param {{mark?: string, label: string, pressed: boolean | null, tab: boolean, index: number,
 *   note?: unknown, onPress: (event: Event) => void}} options
 */
export function cardButton(code, { mark, label, pressed, tab, index, note, onPress }) {
  const card = readCard(code);
  return html`<button type="button" class="card" data-suit=${card.suit}
    data-power=${card.power} data-code=${code} data-index=${index} data-size="hand"
    data-mark=${mark ?? nothing} aria-pressed=${pressed === null ? nothing : pressed ? "true" : "false"}
    aria-disabled=${pressed === null ? "true" : nothing} tabindex=${tab ? 0 : -1}
    @click=${onPress}><span class="sr-only">${label}</span>${faceView(code)}${note ?? nothing}</button>`;
}

/**
 * A card as a chip.
 * @param {string} code
 * @param {{small?: boolean, off?: boolean}} [options]
 */
export function chipView(code, { small, off } = {}) {
  const card = readCard(code);
  return html`<span class="chip" role="img" aria-label=${card.name} data-suit=${card.suit}
    data-means=${code} data-size=${small ? "small" : nothing} data-off=${off ? "" : nothing}
    >${drawingView(card.suit)}<span aria-hidden="true">${card.power}</span></span>`;
}

/** @param {string} suit */
export const glyphView = (suit) =>
  html`<span class="suit-glyph" data-suit=${suit}>${drawingView(suit)}</span>`;

/**
 * The lives with which a game begins.
 * @param {{game: {ruleset: Record<string, unknown>} | null}} model
 */
export const mostLives = ({ game }) => Number(game?.ruleset.lives ?? 10) || 10;

/**
 * Lives as pips with their number, or with words about the change.
 * @param {number} lives
 * @param {{before?: number, most?: number, words?: string}} [options]
 */
export function livesView(lives, { before = lives, most = 10, words } = {}) {
  const pip = (/** @type {number} */ index) =>
    index < lives ? "held" : index < before ? "lost" : "gone";
  const label = words
    ? t("Lives: {words}", { words })
    : tn("{lives} of {count} life", "{lives} of {count} lives", most, { lives });
  return html`<span class="lives" role="img" aria-label=${label} data-low=${lives < 4 ? "" : nothing}>
    ${most > 10 ? nothing : html`<span class="pips">${Array.from({ length: Math.max(most, before) }, (_, index) => html`<i data-pip=${pip(index)}></i>`)}</span>`}
    <b class="num">${words ?? lives}</b></span>`;
}
