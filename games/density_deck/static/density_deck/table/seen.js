/** The cards that a reader has seen in this match, and where they are now. Pure. */

import { t } from "../../density/words.js";
import { POWERS, SUITS, readCard } from "./cards.js";

/**
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {{at: "center"} | {at: "hand" | "discards", seat: number}} Place
 * @typedef {{code: string, place: Place | null}} SeenCard a card of the deck; null: not seen
 * @typedef {{suit: string, cards: SeenCard[], seen: number}} SeenSuit
 */

/**
 * The whole deck by suit, each card with its place if the reader has seen it in this match: their own
 * cards, all discards, the center, and cards that went face up into a hand. Seen cards stay known,
 * even after a surrender.
 * @param {Model} model
 * @returns {SeenSuit[]}
 */
export function seenCards(model) {
  const places = placesOf(model);
  return Object.entries(POWERS).map(([short, powers]) => {
    const cards = powers.map((power) => {
      const code = `${short}${power}`;
      return { code, place: places.get(code)?.shift() ?? null };
    });
    return { suit: SUITS[short], cards, seen: cards.filter(({ place }) => place !== null).length };
  });
}

/**
 * The places of the seen cards, from the log of the match: by code, one place for each card.
 * @param {Model} model
 */
function placesOf({ log, you }) {
  /** @type {Map<string, Place[]>} */
  const places = new Map();
  const put = (/** @type {string} */ code, /** @type {Place} */ place) =>
    places.set(code, [...(places.get(code) ?? []), place]);
  const move = (/** @type {string} */ code, /** @type {Place} */ from, /** @type {Place} */ to) => {
    const placesOfCode = places.get(code) ?? [];
    const index = placesOfCode.findIndex(
      (place) => place.at === from.at && seatOf(place) === seatOf(from),
    );
    places.set(code, index < 0 ? [...placesOfCode, to] : placesOfCode.with(index, to));
  };
  for (const event of log.slice(
    Math.max(
      log.findLastIndex(({ e }) => e === "dealt"),
      0,
    ),
  )) {
    if (event.e === "dealt" && you !== null) {
      for (const code of event.hand ?? []) put(code, { at: "hand", seat: you });
    } else if (event.e === "flipped") {
      put(event.card, { at: "center" });
    } else if (event.e === "discarded") {
      move(event.card, { at: "hand", seat: event.seat }, { at: "discards", seat: event.seat });
    } else if (event.e === "drew" && event.card !== null) {
      const hand = /** @type {Place} */ ({ at: "hand", seat: event.seat });
      if (event.from === "pile") put(event.card, hand);
      else move(event.card, { at: "discards", seat: event.from }, hand);
    }
  }
  return places;
}

/** @param {Place} place */
const seatOf = (place) => (place.at === "center" ? null : place.seat);

/**
 * A card of the list in words.
 * @param {Model} model
 * @param {SeenCard} card
 */
export function seenWords({ seats, you }, { code, place }) {
  const card = readCard(code).name;
  if (place === null) return t("{card}, not seen", { card });
  if (place.at === "center") return t("{card}, Center Amplification", { card });
  const hand = place.at === "hand";
  if (place.seat === you)
    return hand ? t("{card}, your hand", { card }) : t("{card}, your discards", { card });
  const name = seats[place.seat]?.name ?? t("Seat {number}", { number: place.seat + 1 });
  return hand
    ? t("{card}, {name}’s hand", { card, name })
    : t("{card}, {name}’s discards", { card, name });
}
