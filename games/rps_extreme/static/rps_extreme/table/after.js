/** The position after one event, so that what came at once can be shown one by one. Pure. */

/**
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./protocol.js").SeatView} SeatView
 * @typedef {import("./protocol.js").Told} Told
 */

/**
 * A position with one seat changed.
 * @param {View} view
 * @param {number} seat
 * @param {(seat: SeatView) => Partial<SeatView>} change
 * @returns {View}
 */
const withSeat = (view, seat, change) => ({
  ...view,
  seats: view.seats.map((each, index) => (index === seat ? { ...each, ...change(each) } : each)),
});

/** @param {View} view @param {(seat: SeatView, index: number) => Partial<SeatView>} change */
const withAll = (view, change) => ({
  ...view,
  seats: view.seats.map((each, index) => ({ ...each, ...change(each, index) })),
});

/** @param {SeatView} seat @param {string[]} gone */
const without = ({ items }, gone) => ({ items: items.filter((code) => !gone.includes(code)) });

/** @param {View} view @param {number} slot @param {string | null} card @returns {View} */
const laid = (view, slot, card) => ({ ...view, center: view.center.with(slot, card) });

/** @param {View} view @param {number} seat @param {string[]} cards they go to the discard pile @returns {View} */
const laidOff = (view, seat, cards) => ({
  ...withSeat(view, seat, (each) => without(each, cards)),
  discard: [...view.discard, ...cards],
});

const NEW_THROW = { sign: null, drunk: null, as: null, answered: false, choice: null };

/** @param {View} view nobody has a secret any more */
const revealed = (view) => withAll(view, () => ({ answered: false, choice: null }));

/**
 * The position after an event; legal actions and whom the game asks stay as they were.
 * @param {View} view
 * @param {Told} told
 * @returns {View}
 */
export function after(view, told) {
  switch (told.e) {
    case "answered":
      return {
        ...withSeat(view, told.seat, () => ({ answered: true, choice: told.choice })),
        asked: view.asked.filter((seat) => seat !== told.seat),
      };
    case "thrown":
      return withAll(view, (_, seat) => ({ ...NEW_THROW, sign: told.signs[seat] }));
    case "drank":
      return {
        ...withSeat(laidOff(revealed(view), told.seat, [told.card]), told.seat, () => ({
          drunk: told.card,
          as: told.as,
        })),
        black: view.black || told.card === "black-potion",
      };
    case "passed":
      return revealed(view);
    case "outcome":
      return {
        ...view,
        winner: told.winner,
        last: { match: view.match, round: told.round, signs: told.signs, winner: told.winner },
      };
    case "awarded":
    case "lost":
      return withAll(view, (_, seat) => ({ score: told.scores[seat] }));
    case "broke":
      return laidOff(view, told.seat, told.cards);
    case "stole": {
      const taken = withSeat(view, told.seat, (seat) => without(seat, [told.card]));
      return withSeat(taken, told.cause.seat, ({ items }) => ({ items: [...items, told.card] }));
    }
    case "discarded":
      return laidOff(revealed(view), told.seat, [told.card]);
    default:
      return afterCards(view, told);
  }
}

/**
 * The same for cards of the center, and for the beginnings of throws and challenges.
 * @param {View} view
 * @param {Told} told
 * @returns {View}
 */
function afterCards(view, told) {
  switch (told.e) {
    case "picked":
      return withSeat(laid(view, told.slot, null), told.seat, ({ items }) => ({
        items: [...items, told.card],
        picked: told.card,
      }));
    case "refilled":
      return { ...laid(view, told.slot, told.card), supply: view.supply - 1 };
    case "reshuffled":
      return { ...view, discard: [], shuffle: told.shuffle, supply: told.supply };
    case "round":
      return { ...withAll(view, () => NEW_THROW), round: told.round, winner: null };
    case "dealt":
      return {
        ...withAll(view, () => ({ ...NEW_THROW, picked: null })),
        ...{ match: told.match, round: 1, winner: null, black: false },
        ...{ center: told.center, supply: told.supply, shuffle: told.shuffle },
      };
    default:
      return view;
  }
}
