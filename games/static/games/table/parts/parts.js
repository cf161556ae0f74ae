/** Small views that all parts of the table use: icons, keys, card backs, faces, rings. */

import { html, nothing, svg } from "../../../density/vendor/lit-html/lit-html.js";
import { t, tn } from "../../../density/words.js";
import { levelName, tierName } from "./options.js";
import { keyOf } from "./keymap.js";
import { choiceOf, isOn } from "../settings/settings.js";

const OWN = new Set([
  "eye",
  "sound",
  "mute",
  "flag",
  "back",
  "up",
  "log",
  "wifi",
  "keys",
  "copy",
  "enter",
  "chat",
  "hush",
  "gear",
  "more",
  "send",
  "emote",
  "nod",
  "clap",
  "think",
  "wow",
  "oops",
  "wave",
]);

const assets = { suits: "", icons: "", table: "", game: "" };

/**
 * Sets the addresses of the drawings, from the page's data.
 * @param {DOMStringMap} data
 */
export function useAssets(data) {
  assets.suits = data.suits ?? "";
  assets.icons = data.icons ?? "";
  assets.table = data.tableIcons ?? "";
  assets.game = data.drawings ?? "";
}

/** @param {string} url */
const symbolView = (url) =>
  html`<svg class="icon" aria-hidden="true"><use href="${url}"></use></svg>`;

/** @param {string} name */
export const iconView = (name) =>
  symbolView(`${OWN.has(name) ? assets.table : assets.icons}#${name}`);

/** The button to the newest line of a scrolled list; reading.js shows and labels it. */
export const latestButton = () =>
  html`<div class="latest"><button type="button" class="button" data-do="latest" hidden></button></div>`;

/** The address of one of the game's own drawings. @param {string} name */
export const gameDrawingUrl = (name) => `${assets.game}#${name}`;

/** One of the game's own drawings, as an icon. @param {string} name */
export const gameIcon = (name) => symbolView(gameDrawingUrl(name));

/** The address of a drawing of cards and faces. @param {string} name */
export const drawingUrl = (name) => `${assets.suits}#${name}`;

/** @param {string} name */
export const drawingView = (name) =>
  html`<svg aria-hidden="true"><use href="${drawingUrl(name)}"></use></svg>`;

/** @param {number} points the number, with its word */
export const pointsView = (points) =>
  html`<b class="num">${points}</b> <span>${tn("point", "points", points)}</span>`;

/** @param {string} key a key as a hint; Enter is drawn */
export const keyView = (key) =>
  html`<kbd class="key">${key === "Enter" ? html`${iconView("enter")}<span class="sr-only">${t("Enter")}</span>` : key}</kbd>`;

/** The reader's key for an action, if shortcuts are on. @param {string} action */
export const keyHint = (action) =>
  isOn("shortcuts") && keyOf(action) ? keyView(keyOf(action).toUpperCase()) : nothing;

/**
 * A card back.
 * @param {{size?: string, mark?: string, stack?: boolean, count?: number}} [options]
 */
export const backView = ({ size, mark, stack, count } = {}) =>
  html`<span class="card back" data-size=${size ?? nothing} data-mark=${mark ?? nothing}
    data-stack=${stack ? "" : nothing} aria-hidden="true">${drawingView("back")}${
      count === undefined ? nothing : html`<b class="pile-count">${count}</b>`
    }</span>`;

/**
 * An empty place for a card.
 * @param {string} words
 * @param {string} [size]
 */
export const slotView = (words, size) =>
  html`<span class="card slot" data-size=${size ?? nothing}>${words}</span>`;

/** @param {string} name */
const sumOfLetters = (name) =>
  [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);

/**
 * The face of a seat's player: the one that they chose, or one from the name.
 * @param {import("../state/protocol.js").SeatInfo | undefined} seat
 * @param {string} [size]
 */
export function avatarView(seat, size) {
  const name = seat?.name || "?";
  const number = sumOfLetters(name);
  const [drawing, tone] = (seat?.avatar || `letter-${number % 8}`).split("-");
  return html`<span class="avatar" aria-hidden="true" data-size=${size ?? nothing} data-tone=${tone}
    >${drawingView(`avatar-${number % 3}`)}${
      drawing === "letter" ? html`<b>${[...name][0].toUpperCase()}</b>` : drawingView(drawing)
    }</span>`;
}

/** The face of a seat that an AI plays for its owner. */
export const aiFace = () =>
  html`<span class="avatar ai-face" aria-hidden="true" data-size="large">${iconView("ai")}</span>`;

/**
 * A ring that empties clockwise; it pulses once when time is short.
 * @param {number} share the share that is left, 0 to 1
 * @param {{bank?: boolean, short?: boolean}} [options]
 */
export const ringView = (share, { bank = false, short = false } = {}) =>
  html`<svg class="ring" data-bank=${bank ? "" : nothing} data-short=${short ? "" : nothing} viewBox="0 0 100 100" aria-hidden="true">${svg`<circle
    class="ring-track" cx="50" cy="50" r="46" pathLength="100"></circle><circle class="ring-left" cx="50" cy="50"
    r="46" pathLength="100" transform="rotate(-90 50 50)" stroke-dasharray="${(share * 100).toFixed(1)} 100"></circle>`}</svg>`;

/** The kind of player on a seat, in words; a guest without a name is called one already. @param {import("../state/protocol.js").SeatInfo} seat */
export const kindOf = (seat) =>
  seat.kind === "ai"
    ? t("AI, {level}", { level: levelName(seat.level ?? "") })
    : seat.kind === "guest"
      ? seat.name === t("Guest")
        ? ""
        : t("Guest")
      : t("Player");

/** The cards in a hand, in words. @param {number} count */
export const cardsInHand = (count) => tn("{count} card in hand", "{count} cards in hand", count);

/**
 * The tier and rating of a seat’s owner where they may be shown, else the kind of player.
 * @param {import("../state/model.js").Model} model
 * @param {import("../state/protocol.js").SeatInfo} seat
 */
export function rankOf({ ranks }, seat) {
  const rank = ranks[seat.seat];
  if (!rank || choiceOf("ratings") !== "shown") return kindOf(seat);
  const rating = rank.provisional
    ? t("Rating about {rating}", { rating: rank.rating })
    : `${rank.rating}`;
  return rank.tier ? `${tierName(rank.tier)}, ${rating}` : rating;
}

/** The stone on which a game is played, with arrows for the direction of play. */
export const slabView = () =>
  html`<div class="slab" aria-hidden="true"><svg class="way" viewBox="0 0 924 520">${svg`${[
    [67, 84, -45],
    [857, 84, 45],
    [857, 436, 135],
    [67, 436, -135],
  ].map(
    ([x, y, turn]) =>
      svg`<path transform="translate(${x} ${y}) rotate(${turn})" d="m-7-9 11 9-11 9"></path>`,
  )}`}</svg></div>`;
