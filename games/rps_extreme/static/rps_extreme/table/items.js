/** The thirty cards and three signs of Rock Paper Scissors Extreme in words. Pure. */

import { t } from "../../density/words.js";

/**
 * @typedef {"rock" | "paper" | "scissors"} Sign
 * @typedef {{code: string, family: string, suit: string, shape: string, sign: Sign | null,
 *   short: string, name: string, effect: string}} Item
 */

/** In the order of the keys and buttons. @type {Sign[]} */
export const SIGNS = ["rock", "paper", "scissors"];

/** The name of a sign. @type {Record<Sign, string>} */
export const SIGN_NAMES = { rock: t("Rock"), paper: t("Paper"), scissors: t("Scissors") };

/** Which sign each one beats. @type {Record<Sign, Sign>} */
export const BEATS = { rock: "scissors", scissors: "paper", paper: "rock" };

/** By code, in the order of the rulebook. @type {Record<string, string>} */
const NAMES = {
  "diamond-totem": t("Diamond Totem"),
  "diamond-scroll": t("Diamond Scroll"),
  "diamond-athame": t("Diamond Athame"),
  "golden-totem": t("Golden Totem"),
  "golden-scroll": t("Golden Scroll"),
  "golden-athame": t("Golden Athame"),
  "onyx-totem": t("Onyx Totem"),
  "onyx-scroll": t("Onyx Scroll"),
  "onyx-athame": t("Onyx Athame"),
  "silver-totem": t("Silver Totem"),
  "silver-scroll": t("Silver Scroll"),
  "silver-athame": t("Silver Athame"),
  "ruby-totem": t("Ruby Totem"),
  "ruby-scroll": t("Ruby Scroll"),
  "ruby-athame": t("Ruby Athame"),
  "rainbow-potion": t("Rainbow Potion"),
  "black-potion": t("Black Potion"),
  "sparkly-potion": t("Sparkly Potion"),
  "murky-purple-potion": t("Murky Purple Potion"),
  "milky-purple-potion": t("Milky Purple Potion"),
  "metallic-purple-potion": t("Metallic Purple Potion"),
  "murky-green-potion": t("Murky Green Potion"),
  "milky-green-potion": t("Milky Green Potion"),
  "metallic-green-potion": t("Metallic Green Potion"),
  "murky-blue-potion": t("Murky Blue Potion"),
  "milky-blue-potion": t("Milky Blue Potion"),
  "metallic-blue-potion": t("Metallic Blue Potion"),
  "murky-red-potion": t("Murky Red Potion"),
  "milky-red-potion": t("Milky Red Potion"),
  "metallic-red-potion": t("Metallic Red Potion"),
};

/** All cards, in the order of the rulebook. */
export const CODES = Object.keys(NAMES);

/** @type {Record<string, Sign>} */
const SIGN_OF = {
  totem: "rock",
  scroll: "paper",
  athame: "scissors",
  murky: "rock",
  milky: "paper",
  metallic: "scissors",
};

/** @type {Record<string, string>} */
const SHORT = {
  diamond: t("Di"),
  golden: t("Go"),
  onyx: t("On"),
  silver: t("Si"),
  ruby: t("Ru"),
  purple: t("Pu"),
  green: t("Gr"),
  blue: t("Bl"),
  red: t("Re"),
  rainbow: t("Ra"),
  black: t("Bk"),
  sparkly: t("Sp"),
};

/**
 * A card by its code.
 * @param {string} code
 * @returns {Item}
 */
export function readItem(code) {
  const words = code.split("-");
  const potion = words.at(-1) === "potion";
  const suit = words[potion ? words.length - 2 : 0];
  const sign = SIGN_OF[potion ? words[0] : words[1]] ?? null;
  const family = potion ? `${suit}-potion` : suit;
  return {
    code,
    family,
    suit,
    shape: potion ? "bottle" : words[1],
    sign,
    short: SHORT[suit] ?? "",
    name: NAMES[code] ?? code,
    effect: effectOf(family, sign),
  };
}

/**
 * The effect of a card, in one sentence for its holder.
 * @param {string} family
 * @param {Sign | null} sign
 */
function effectOf(family, sign) {
  const values = { sign: sign ? SIGN_NAMES[sign] : "" };
  switch (family) {
    case "diamond":
      return t("Both throw {sign}: you claim the win.", values);
    case "golden":
      return t("Win with {sign} and score: 2 points instead of 1.", values);
    case "onyx":
      return t("Win with {sign}: break one of the other player’s cards.", values);
    case "silver":
      return t(
        "Throw {sign}: 1 point for you on a win or a tie, for the other player on a loss.",
        values,
      );
    case "ruby":
      return t("Win with {sign} and score: you still pick first.", values);
    case "rainbow-potion":
      return t(
        "For this throw, copies a totem, scroll or athame that the other player holds or that’s in the center.",
      );
    case "black-potion":
      return t(
        "Totems, scrolls, athames and the Rainbow Potion do nothing until the challenge ends.",
      );
    case "sparkly-potion":
      return t("Both throw the same sign: you claim the win.");
    case "purple-potion":
      return t("Win with {sign}: score 2 points and pick first.", values);
    case "green-potion":
      return t(
        "Win with {sign}: steal one of the other player’s cards instead of picking one.",
        values,
      );
    case "blue-potion":
      return t("Win with {sign}: break all of the other player’s cards.", values);
    case "red-potion":
      return t("Win with {sign}: the other player loses 1 point.", values);
  }
  return "";
}
