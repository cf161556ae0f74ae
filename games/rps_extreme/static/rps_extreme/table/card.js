/** The views of the cards and signs of Rock Paper Scissors Extreme (rps_extreme/items.css). */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { gameDrawingUrl } from "../../games/table/parts/parts.js";
import { SIGN_NAMES, readItem } from "./items.js";

/** @param {string} name */
const drawingView = (name) =>
  html`<svg aria-hidden="true"><use href="${gameDrawingUrl(name)}"></use></svg>`;

/** A name of one long word can break before its last part. @param {string} name */
const hyphenateName = (name) => name.replace(/^(\p{L}{8,})(trank)$/u, "$1\u00AD$2");

/**
 * The inside of a card.
 * @param {string} code
 */
export function itemFace(code) {
  const { sign, shape, short, name } = readItem(code);
  return html`<span class="card-face" aria-hidden="true">${
    sign
      ? html`<span class="card-sign">${drawingView(sign)}<i>${SIGN_NAMES[sign]}</i></span>`
      : nothing
  }<span class="card-mark">${drawingView(shape)}<i>${short}</i></span>
    <svg class="gem"><use href="${gameDrawingUrl(`gem-${shape}`)}"></use></svg>
    <span class="card-name">${hyphenateName(name)}</span></span>`;
}

/**
 * A card, face up.
 * @param {string} code
 * @param {{size?: string, mark?: string, stack?: boolean, label?: string}} [options] label: "" if its name is beside it
 */
export function itemView(code, { size, mark, stack, label } = {}) {
  const { suit, name, effect } = readItem(code);
  return html`<span class="card item" role=${label === "" ? nothing : "img"} aria-hidden=${label === "" ? "true" : nothing}
    aria-label=${label === "" ? nothing : (label ?? `${name}. ${effect}`)} data-suit=${suit} data-item=${code}
    data-size=${size ?? nothing} data-mark=${mark ?? nothing} data-stack=${stack ? "" : nothing}>${itemFace(code)}</span>`;
}

/**
 * A card as a chip, with its full name.
 * @param {string} code
 * @param {{small?: boolean}} [options]
 */
export function itemChip(code, { small } = {}) {
  const { suit, shape, name } = readItem(code);
  return html`<span class="chip" data-suit=${suit} data-means=${code} data-size=${small ? "small" : nothing}
    >${drawingView(shape)}<span>${name}</span></span>`;
}

/**
 * A sign, large.
 * @param {import("./items.js").Sign} sign
 */
export const signDrawing = (sign) =>
  html`<svg class="throw-sign" aria-hidden="true"><use href="${gameDrawingUrl(`gem-${sign}`)}"></use></svg>`;
