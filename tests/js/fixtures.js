/** The frames of one small game. */

/** @param {object} [changes] */
export const view = (changes = {}) => ({
  match: 4,
  round: 3,
  dealer: 3,
  turn: 0,
  phase: "draw",
  stake: 3,
  price: 2,
  last_round: false,
  pile: 28,
  amplification: ["Ye5", "Bl3", null],
  seats: [8, 6, 10, 3].map((lives, seat) => ({
    lives,
    status: "standing",
    surrendered_in: null,
    place: null,
    cards: 3,
    hand: seat === 0 ? ["Ye4", "Ye3", "Co8"] : null,
    known: [],
    discards: [["Si4"], ["Tu3"], ["Co9"], ["Aq5"]][seat],
  })),
  drawn: null,
  legal: [],
  score: score(66),
  take: {},
  after: {},
  places: null,
  ...changes,
});

/** The same view with other top discards. @param {string[]} tops */
export const showing = (...tops) =>
  view({ seats: view().seats.map((seat, index) => ({ ...seat, discards: [tops[index]] })) });

/** @param {number} total */
export const score = (total) => ({
  base: { suit: "yellow", cards: [{ suit: "yellow", power: 4, from: "hand" }], total },
  others: [],
  alone: [],
  common: { cards: [], total: 0 },
  score: total,
});

/** @param {object} [changes] the reader's discard phase, after taking Aquamarine 5 */
export const discarding = (changes = {}) => {
  const shown = view({ phase: "discard", drawn: "Aq5" });
  const hand = ["Ye4", "Ye3", "Co8", "Aq5"];
  return {
    ...shown,
    seats: [{ ...shown.seats[0], cards: 4, hand }, ...shown.seats.slice(1)],
    legal: hand.map((card) => ({ do: "discard", card })),
    after: Object.fromEntries(hand.map((card, index) => [card, score(70 + index)])),
    ...changes,
  };
};

/** @param {object} [changes] */
export const snapshot = (changes = {}) => ({
  type: "snapshot",
  protocol: 1,
  version: 12,
  game: {
    id: "g1",
    slug: "density-deck",
    edition: "current",
    ruleset: { lives: 10 },
    rated: false,
    status: "playing",
    clock: { free: 45 },
    host: 0,
    result_url: "/game/g1/",
    url: "/game/g1/",
  },
  seats: ["Mira", "Kestrel", "Ola", "Tomasz"].map((name, seat) => ({
    seat,
    kind: seat === 2 ? "ai" : "player",
    name,
    level: seat === 2 ? "medium" : null,
  })),
  you: 0,
  view: view(),
  log: [
    { e: "dealt", match: 4, dealer: 3, living: [0, 1, 2, 3], hand: ["Ye4", "Ye3", "Co8"], at: 0 },
  ],
  question: null,
  clocks: {},
  pause: 0,
  fair: { commitment: "00", pledges: [null, null, null, null], stage: "dealt", root: "11" },
  ...changes,
});

/** @param {object[]} list @param {object} [changes] */
export const events = (list, changes = {}) => ({
  type: "events",
  version: 13,
  events: list,
  view: view(),
  question: null,
  clocks: {},
  pause: 0,
  ...changes,
});

/** A fight that Mira calls and wins, and in which Tomasz goes out. */
export const fought = () => ({
  e: "match_over",
  match: 4,
  ended_by: "fight",
  round: 4,
  caller: 0,
  stake: 4,
  winners: [0],
  amplification: ["Ye5", "Bl3", "Co7"],
  seats: [
    [0, 72, 8, 8],
    [1, 6, 6, 2],
    [2, 40, 10, 6],
    [3, 37, 3, 0],
  ].map(([seat, total, before, lives]) => ({
    seat,
    hand: ["Ye4", "Ye3", "Co8"],
    own_discard: null,
    score: score(total),
    damage: before - lives,
    lives_before: before,
    lives,
    surrendered_in: null,
    out: lives === 0,
  })),
});
