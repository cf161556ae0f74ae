/** The cards that a reader has seen of the deck, with the places where they were dealt. Pure. */

/** @import {GameEvent} from "./protocol.js" */
/** @typedef {import("../../games/table/seal/proof.js").Hand} Hand */

const HAND = 3;
const CENTER = 3;

/**
 * The reader's own cards and the flipped ones. The places of the cards that others drew are secret.
 * @param {import("./protocol.js").Model} model
 * @returns {import("../../games/table/seal/proof.js").Seen}
 */
export function seenOfDeck({ log, you }) {
  /** @type {{code: string, place: number}[]} */
  let cards = [];
  let [first, top] = [0, 0];
  for (const event of log) {
    if (event.e === "dealt") {
      const { living, hand } = event;
      first = HAND * living.length;
      top = first + CENTER;
      const own = you === null ? [] : dealtPlaces(event, you);
      cards = (hand ?? []).map((code, card) => ({ code, place: own[card] }));
    }
    if (event.e === "flipped") cards.push({ code: event.card, place: first + event.slot });
    if (event.e === "drew" && event.from === "pile") {
      if (event.card) cards.push({ code: event.card, place: top });
      top += 1;
    }
  }
  return { cards, order: [], stock: null };
}

/**
 * The places in the deck that a deal gives to a seat.
 * @param {Extract<GameEvent, {e: "dealt"}>} dealt
 * @param {number} seat
 */
function dealtPlaces({ living, dealer }, seat) {
  const order = [
    ...living.filter((each) => each > dealer),
    ...living.filter((each) => each <= dealer),
  ];
  const place = order.indexOf(seat);
  return place < 0 ? [] : Array.from({ length: HAND }, (_, card) => card * living.length + place);
}

/**
 * The hands that others show at the end of a match, with the cards that they discarded before.
 * @param {GameEvent[]} log all events of the match
 * @param {number | null} you
 * @returns {Hand[]}
 */
export function handsAtEnd(log, you) {
  const dealt = log.find((event) => event.e === "dealt");
  const over = log.findLast((event) => event.e === "match_over");
  if (!dealt || !over) return [];
  return over.seats.flatMap(({ seat, hand }) => {
    if (!hand || seat === you) return [];
    const codes = [...hand];
    const places = dealtPlaces(dealt, seat);
    let top = HAND * dealt.living.length + CENTER;
    for (const event of log) {
      if (event.e === "discarded" && event.seat === seat) codes.push(event.card);
      if (event.e === "drew" && event.from === "pile") {
        if (event.seat === seat) places.push(top);
        top += 1;
      }
    }
    // a card from another seat's discards was not dealt to this seat
    for (const event of log) {
      if (event.e !== "drew" || event.from === "pile" || event.seat !== seat) continue;
      const taken = codes.indexOf(event.card ?? "");
      if (taken >= 0) codes.splice(taken, 1);
    }
    return [{ codes, places }];
  });
}
