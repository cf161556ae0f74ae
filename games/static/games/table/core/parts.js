/** The small pieces every part of the table is made of: icons, cards, chips, pips, faces, rings. */

import { html, nothing, svg } from "../../../density/vendor/lit-html/lit-html.js";
import { t, tn } from "../../../density/words.js";
import { readCard, suitName } from "../../../density_deck/table/cards.js";
import { levelName, tierName } from "./options.js";
import { keyOf } from "./keymap.js";
import { choice, setting } from "../settings/settings.js";

const OWN = new Set([
  "eye", "sound", "mute", "fight", "flag", "draw", "discard", "back", "up", "log", "wifi", "keys",
  "copy", "hand", "enter", "chat", "hush", "gear", "more", "send", "emote", "nod", "clap", "think",
  "wow", "oops", "wave",
]);

const assets = { suits: "", icons: "", table: "" };

/**
 * Where the drawings are; told once, by the page.
 * @param {DOMStringMap} data
 */
export function useAssets(data) {
  assets.suits = data.suits ?? "";
  assets.icons = data.icons ?? "";
  assets.table = data.tableIcons ?? "";
}

/** @param {string} name */
export const icon = (name) =>
  html`<svg class="icon" aria-hidden="true"><use href="${OWN.has(name) ? assets.table : assets.icons}#${name}"></use></svg>`;

/** @param {string} name */
const drawing = (name) => html`<svg aria-hidden="true"><use href="${assets.suits}#${name}"></use></svg>`;

/** @param {string} key a key as a hint; Enter and Escape are always what they are */
export const key = (key) =>
  html`<kbd class="key">${key === "Enter" ? html`${icon("enter")}<span class="sr-only">${t("Enter")}</span>` : key}</kbd>`;

/** @param {import("./keymap.js").Deed} deed the key that the reader has for it, where single keys are on */
export const hint = (deed) => (setting("shortcuts") ? key(keyOf(deed).toUpperCase()) : nothing);

/** @param {string} code the inside of a face-up card */
const face = (code) => {
  const card = readCard(code);
  return html`<span class="card-face" aria-hidden="true">
    <b class="card-num">${card.power}</b>
    <span class="card-mark">${drawing(card.suit)}<i>${card.short}</i></span>
    <svg class="gem"><use href="${assets.suits}#gem-${card.suit}"></use></svg>
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
    data-stack=${stack ? "" : nothing}>${face(code)}</span>`;
}

/**
 * A card of the own hand: a button.
 * @param {string} code
 * @param {{mark?: string, label: string, pressed: boolean | null, tab: boolean, index: number,
 *   onPress: (event: Event) => void}} options
 */
export function cardButton(code, { mark, label, pressed, tab, index, onPress }) {
  const card = readCard(code);
  return html`<button type="button" class="card" data-suit=${card.suit}
    data-power=${card.power} data-code=${code} data-index=${index} data-size="hand"
    data-mark=${mark ?? nothing} aria-pressed=${pressed === null ? nothing : pressed ? "true" : "false"}
    aria-disabled=${pressed === null ? "true" : nothing} tabindex=${tab ? 0 : -1}
    @click=${onPress}><span class="sr-only">${label}</span>${face(code)}</button>`;
}

/**
 * A card back.
 * @param {{size?: string, mark?: string, stack?: boolean, count?: number}} [options]
 */
export const backView = ({ size, mark, stack, count } = {}) =>
  html`<span class="card back" data-size=${size ?? nothing} data-mark=${mark ?? nothing}
    data-stack=${stack ? "" : nothing} aria-hidden="true">${drawing("back")}${
      count === undefined ? nothing : html`<b class="pile-count">${count}</b>`
    }</span>`;

/**
 * An empty place for a card.
 * @param {string} words
 * @param {string} [size]
 */
export const slot = (words, size) => html`<span class="card slot" data-size=${size ?? nothing}>${words}</span>`;

/**
 * A card as a chip.
 * @param {string} code
 * @param {{small?: boolean, off?: boolean}} [options]
 */
export function chip(code, { small, off } = {}) {
  const card = readCard(code);
  return html`<span class="chip" role="img" aria-label=${card.name} data-suit=${card.suit}
    data-means=${code} data-size=${small ? "small" : nothing} data-off=${off ? "" : nothing}
    >${drawing(card.suit)}<span aria-hidden="true">${card.power}</span></span>`;
}

/** @param {string} suit */
export const glyph = (suit) => html`<span class="suit-glyph" data-suit=${suit}>${drawing(suit)}</span>`;

/**
 * Lives as pips with their number, or with words of what changed.
 * @param {number} lives
 * @param {{before?: number, most?: number, words?: string}} [options]
 */
export function livesView(lives, { before = lives, most = 10, words } = {}) {
  const pip = (/** @type {number} */ index) => (index < lives ? "held" : index < before ? "lost" : "gone");
  const label = words ? t("Lives: {words}", { words }) : tn("{lives} of {count} life", "{lives} of {count} lives", most, { lives });
  return html`<span class="lives" role="img" aria-label=${label} data-low=${lives < 4 ? "" : nothing}>
    ${most > 10 ? nothing : html`<span class="pips">${Array.from({ length: Math.max(most, before) }, (_, index) => html`<i data-pip=${pip(index)}></i>`)}</span>`}
    <b class="num">${words ?? lives}</b></span>`;
}

/** @param {string} name */
const sum = (name) => [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);

/**
 * A face drawn from the name, or the chip sign of an AI.
 * @param {import("./protocol.js").SeatInfo | undefined} seat
 * @param {string} [size]
 */
export function avatar(seat, size) {
  const name = seat?.name || "?";
  const number = sum(name);
  return html`<span class="avatar" aria-hidden="true" data-size=${size ?? nothing} data-tone=${number % 8}
    >${drawing(`avatar-${number % 3}`)}<b>${[...name][0].toUpperCase()}</b></span>`;
}

/** The face of a seat that an AI plays for its owner. */
export const aiFace = () => html`<span class="avatar ai-face" aria-hidden="true" data-size="large">${icon("ai")}</span>`;

/**
 * A ring that empties clockwise; when the time is short it pulses once.
 * @param {number} share what is left, 0 to 1
 * @param {{bank?: boolean, short?: boolean}} [options]
 */
export const ring = (share, { bank = false, short = false } = {}) =>
  html`<svg class="ring" data-bank=${bank ? "" : nothing} data-short=${short ? "" : nothing} viewBox="0 0 100 100" aria-hidden="true">${svg`<circle
    class="ring-track" cx="50" cy="50" r="46" pathLength="100"></circle><circle class="ring-left" cx="50" cy="50"
    r="46" pathLength="100" transform="rotate(-90 50 50)" stroke-dasharray="${(share * 100).toFixed(1)} 100"></circle>`}</svg>`;

/** @param {import("./protocol.js").SeatInfo} seat what kind of player sits there, in words */
export const kindOf = (seat) =>
  seat.kind === "ai" ? t("AI, {level}", { level: levelName(seat.level ?? "medium").toLowerCase() }) : seat.kind === "guest" ? t("Guest") : t("Player");

/** @param {number} count the cards that somebody holds, in words */
export const cardsInHand = (count) => tn("{count} card in hand", "{count} cards in hand", count);

/**
 * The tier and the rating of who sits there, where they may be shown; else what kind of sitter it is.
 * @param {import("./model.js").Model} model
 * @param {import("./protocol.js").SeatInfo} seat
 */
export function rankOf({ ranks }, seat) {
  const rank = ranks[seat.seat];
  if (!rank || choice("ratings") !== "shown") return kindOf(seat);
  const rating = `${rank.rating}${rank.provisional ? "?" : ""}`;
  return rank.tier ? `${tierName(rank.tier)}, ${rating}` : rating;
}
