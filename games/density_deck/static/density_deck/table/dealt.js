/** The cards that a reader has seen of the deck, with the places where they were dealt. Pure. */

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
      const { living, dealer, hand } = event;
      first = HAND * living.length;
      top = first + CENTER;
      const order = [
        ...living.filter((seat) => seat > dealer),
        ...living.filter((seat) => seat <= dealer),
      ];
      const own = you === null ? -1 : order.indexOf(you);
      cards = (own < 0 ? [] : (hand ?? [])).map((code, card) => ({
        code,
        place: card * living.length + own,
      }));
    }
    if (event.e === "flipped") cards.push({ code: event.card, place: first + event.slot });
    if (event.e === "drew" && event.from === "pile") {
      if (event.card) cards.push({ code: event.card, place: top });
      top += 1;
    }
  }
  return { cards, order: [], stock: null };
}
