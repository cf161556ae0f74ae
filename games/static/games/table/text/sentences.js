/** Helpers for the sentences of every game: names of seats, lists, parts of lines, places. Pure. */

import { t } from "../../../density/words.js";

/**
 * @typedef {import("../state/state.js").Model} Model
 * @typedef {string | {card: string} | {who: string}} Part
 * @typedef {{kind: "round" | "line" | "turn", parts: Part[], at: number | null}} Line
 */

/**
 * The name of a seat; for the reader's own seat `you`, if that word is given.
 * @param {Model} model
 * @param {number} seat
 * @param {string} [you]
 */
export const nameOf = (model, seat, you) =>
  you !== undefined && seat === model.you
    ? you
    : (model.seats[seat]?.name ?? t("Seat {number}", { number: seat + 1 }));

/**
 * Joins words to a list: "a, b and c".
 * @param {string[]} words
 */
export const joinList = (words) =>
  words.length < 2
    ? words.join("")
    : t("{many} and {last}", { many: words.slice(0, -1).join(", "), last: words.at(-1) ?? "" });

/**
 * Joins parts to plain text.
 * @param {Part[]} parts
 * @param {(code: string) => string} cardName the game's name of a card
 */
export const textOf = (parts, cardName) =>
  parts
    .map((part) =>
      typeof part === "string" ? part : "card" in part ? cardName(part.card) : part.who,
    )
    .join("");

/** @param {Model} model @param {number} seat @returns {{who: Part, you: Part, own: boolean}} */
export const speakerOf = (model, seat) => ({
  who: { who: nameOf(model, seat) },
  you: { who: t("You") },
  own: seat === model.you,
});

/**
 * The sentence for the places of a finished game; for two players, for its winner.
 * @param {Model} model
 * @param {number[]} places
 * @param {number[]} [points] of both players of a game for points
 */
export function placesSentence(model, places, points) {
  const winners = places.flatMap((place, seat) => (place === 1 ? [nameOf(model, seat)] : []));
  const [name] = winners;
  if (places.length === 2 && points) {
    const score = { winner: Math.max(...points), loser: Math.min(...points) };
    return winners.length === 2
      ? t("The game is over. A draw, {winner} to {loser}.", score)
      : t("The game is over. {name} wins {winner} to {loser}.", { name, ...score });
  }
  if (places.length === 2)
    return winners.length === 2
      ? t("The game is over. It’s a draw.")
      : t("The game is over. {name} wins.", { name });
  const order = places
    .map((place, seat) => ({ place, seat }))
    .sort((one, two) => one.place - two.place)
    .map(({ place, seat }) => `${place} ${nameOf(model, seat)}`);
  return t("The game is over. Places: {places}.", { places: order.join(", ") });
}
