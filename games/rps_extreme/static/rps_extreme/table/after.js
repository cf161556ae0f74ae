/** The position after each event, so that events of one message can be shown one by one. Pure. */

/**
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./protocol.js").SeatView} SeatView
 * @typedef {import("./protocol.js").GameEvent} GameEvent
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
  seats: view.seats.map((seatView, index) =>
    index === seat ? { ...seatView, ...change(seatView) } : seatView,
  ),
});

/** @param {View} view @param {(seat: SeatView, index: number) => Partial<SeatView>} change */
const withAll = (view, change) => ({
  ...view,
  seats: view.seats.map((seatView, index) => ({ ...seatView, ...change(seatView, index) })),
});

/** @param {SeatView} seat @param {string[]} gone */
const removeItems = ({ items }, gone) => ({ items: items.filter((code) => !gone.includes(code)) });

/** @param {View} view @param {number} slot @param {string | null} card @returns {View} */
const withSlot = (view, slot, card) => ({ ...view, center: view.center.with(slot, card) });

/** @param {View} view @param {number} seat @param {string[]} cards moved to the discard pile @returns {View} */
const withDiscards = (view, seat, cards) => ({
  ...withSeat(view, seat, (seatView) => removeItems(seatView, cards)),
  discard: [...view.discard, ...cards],
});

const NEW_THROW = { sign: null, drunk: null, as: null, answered: false, choice: null };

/** The position after all secrets were revealed. @param {View} view */
const withoutSecrets = (view) => withAll(view, () => ({ answered: false, choice: null }));

/**
 * The position after an event; legal actions and asked seats are mostly unchanged.
 * @param {View} view
 * @param {GameEvent} event
 * @returns {View}
 */
export function viewAfter(view, event) {
  switch (event.e) {
    case "answered":
      return {
        ...withSeat(view, event.seat, () => ({ answered: true, choice: event.choice })),
        asked: view.asked.filter((seat) => seat !== event.seat),
      };
    case "thrown":
      return withAll(view, (_, seat) => ({ ...NEW_THROW, sign: event.signs[seat] }));
    case "drank":
      return {
        ...withSeat(
          withDiscards(withoutSecrets(view), event.seat, [event.card]),
          event.seat,
          () => ({
            drunk: event.card,
            as: event.as,
          }),
        ),
        black: view.black || event.card === "black-potion",
      };
    case "passed":
      return withoutSecrets(view);
    case "outcome":
      return {
        ...view,
        winner: event.winner,
        last: { match: view.match, round: event.round, signs: event.signs, winner: event.winner },
      };
    case "awarded":
    case "lost":
      return withAll(view, (_, seat) => ({ score: event.scores[seat] }));
    case "broke":
      return withDiscards(view, event.seat, event.cards);
    case "stole": {
      const withoutCard = withSeat(view, event.seat, (seat) => removeItems(seat, [event.card]));
      return withSeat(withoutCard, event.cause.seat, ({ items }) => ({
        items: [...items, event.card],
      }));
    }
    case "discarded":
      return withDiscards(withoutSecrets(view), event.seat, [event.card]);
    default:
      return afterCards(view, event);
  }
}

/**
 * The same for center cards, and for the beginning of throws and challenges.
 * @param {View} view
 * @param {GameEvent} event
 * @returns {View}
 */
function afterCards(view, event) {
  switch (event.e) {
    case "picked":
      return withSeat(withSlot(view, event.slot, null), event.seat, ({ items }) => ({
        items: [...items, event.card],
        picked: event.card,
      }));
    case "refilled":
      return { ...withSlot(view, event.slot, event.card), supply: view.supply - 1 };
    case "reshuffled":
      return { ...view, discard: [], shuffle: event.shuffle, supply: event.supply };
    case "round":
      return { ...withAll(view, () => NEW_THROW), round: event.round, winner: null };
    case "dealt":
      return {
        ...withAll(view, () => ({ ...NEW_THROW, picked: null })),
        ...{ match: event.match, round: 1, winner: null, black: false },
        ...{ center: event.center, supply: event.supply, shuffle: event.shuffle },
      };
    default:
      return view;
  }
}
