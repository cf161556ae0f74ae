/** Cards by their codes. Pure. */

import { t } from "../../density/words.js";

/** @type {Record<string, string>} */
export const SUITS = {
  Co: "common",
  Ye: "yellow",
  Tu: "turquoise",
  Re: "red",
  Bl: "blue",
  Pu: "purple",
  Si: "silver",
  Go: "gold",
  Aq: "aquamarine",
  Wh: "white",
  Bk: "black",
};

/** The powers of the fifty cards by suit, in the order of docs/RULES.md. @type {Record<string, number[]>} */
export const POWERS = {
  Co: [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10],
  Ye: [3, 4, 5],
  Tu: [3, 3, 10],
  Re: [3, 5, 10],
  Bl: [3, 5, 10],
  Pu: [3, 5, 10],
  Si: [4, 4, 4],
  Go: [4, 4, 10],
  Aq: [5, 5, 5],
  Wh: [6, 6, 6],
  Bk: [6, 6, 6],
};

/** The name of a suit. @type {Record<string, string>} */
const NAMES = {
  common: t("Common"),
  yellow: t("Yellow"),
  turquoise: t("Turquoise"),
  red: t("Red"),
  blue: t("Blue"),
  purple: t("Purple"),
  silver: t("Silver"),
  gold: t("Gold"),
  aquamarine: t("Aquamarine"),
  white: t("White"),
  black: t("Black"),
};

/** The two letters of the name, shown on a card beside the glyph. @type {Record<string, string>} */
const LETTERS = {
  common: t("Co"),
  yellow: t("Ye"),
  turquoise: t("Tu"),
  red: t("Re"),
  blue: t("Bl"),
  purple: t("Pu"),
  silver: t("Si"),
  gold: t("Go"),
  aquamarine: t("Aq"),
  white: t("Wh"),
  black: t("Bk"),
};

/** @param {string} suit */
export const suitName = (suit) => NAMES[suit] ?? suit;

const CODES = Object.fromEntries(Object.entries(SUITS).map(([code, suit]) => [suit, code]));

/** @typedef {{code: string, suit: string, power: number, short: string, name: string}} Card */

/** Cached cards, because scores are calculated by the thousand. @type {Map<string, Card>} */
const cardCache = new Map();

/**
 * The card with a code such as "Ye4". The object is shared: don't change it.
 * @param {string} code
 * @returns {Card}
 */
export function readCard(code) {
  const cached = cardCache.get(code);
  if (cached) return cached;
  const suit = SUITS[code.slice(0, 2)] ?? "common";
  const power = Number(code.slice(2));
  const card = { code, suit, power, short: LETTERS[suit], name: `${suitName(suit)} ${power}` };
  cardCache.set(code, card);
  return card;
}

/**
 * The code of a card given by suit and power.
 * @param {{suit: string, power: number}} card
 */
export const codeOf = ({ suit, power }) => `${CODES[suit]}${power}`;
