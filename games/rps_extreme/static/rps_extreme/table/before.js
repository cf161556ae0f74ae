/** The table before the first card, shown while the deal is sealed. Pure. */

/** The number of cards in the supply before three go to the center. */
const SUPPLY = 30;
const CENTER = 3;

/**
 * @param {import("./protocol.js").Model} model
 * @returns {import("./protocol.js").View}
 */
export const viewBeforeDeal = ({ seats, game }) => ({
  match: 1,
  round: 1,
  phase: "throw",
  turn: null,
  asked: [],
  target: Number(game?.ruleset.target ?? 21),
  hand_limit: Number(game?.ruleset.hand_limit ?? 3),
  black: false,
  supply: SUPPLY,
  shuffle: 1,
  center: Array.from({ length: CENTER }, () => null),
  discard: [],
  winner: null,
  last: null,
  seats: seats.map(() => ({
    score: 0,
    items: [],
    asked: false,
    answered: false,
    choice: null,
    sign: null,
    drunk: null,
    as: null,
    picked: null,
    place: null,
  })),
  legal: [],
  places: null,
});
