/** The table before the first card, shown while the deal is sealed. Pure. */

/** The number of cards in the deck, all of them in the pile. */
const DECK = 50;

/**
 * @param {import("./protocol.js").Model} model
 * @returns {import("./protocol.js").View}
 */
export const viewBeforeDeal = ({ seats, game }) => ({
  match: 1,
  round: 1,
  dealer: -1,
  turn: null,
  phase: "draw",
  stake: 0,
  price: 0,
  last_round: false,
  pile: DECK,
  amplification: [null, null, null],
  seats: seats.map(() => ({
    lives: Number(game?.ruleset.lives ?? 10),
    status: "standing",
    surrendered_in: null,
    place: null,
    cards: 0,
    hand: null,
    known: [],
    discards: [],
  })),
  drawn: null,
  legal: [],
  score: null,
  take: {},
  after: {},
  places: null,
});
