/** The model as the page shows it: hand, discards and score with a sent move applied. Pure. */

import { joinList, nameOf } from "../../games/table/text/sentences.js";

/** @typedef {import("./protocol.js").Model} Model */

/**
 * The reader's hand as shown: without a card that is being discarded.
 * @param {Model} model
 * @returns {{code: string, index: number, drawn: boolean}[]}
 */
export function ownHand(model) {
  if (model.you === null || !model.view) return [];
  const { view } = model;
  const hand = view.seats[model.you].hand ?? [];
  const leaving = model.pending?.action.do === "discard" ? model.pending.index : null;
  return hand
    .map((code, index) => ({
      code,
      index,
      drawn: view.drawn !== null && index === hand.length - 1,
    }))
    .filter(({ index }) => index !== leaving);
}

/**
 * The place in the hand of the card that is usually discarded: the one whose loss leaves the best
 * score, or without hints the drawn one.
 * @param {Model} model
 * @param {boolean} hints
 */
export function usualDiscard(model, hints) {
  const cards = ownHand(model).toReversed();
  const scoreOf = (/** @type {string} */ code) => model.view?.after?.[code]?.score ?? -Infinity;
  const best = hints ? Math.max(...cards.map(({ code }) => scoreOf(code))) : -Infinity;
  return cards.find(({ code }) => scoreOf(code) >= best)?.index ?? 0;
}

/**
 * The discards of a seat as shown, oldest first.
 * @param {Model} model
 * @param {number} seat
 */
export function discardsOf(model, seat) {
  const discards = model.view?.seats[seat].discards ?? [];
  const action = model.pending?.action;
  return seat === model.you && action?.do === "discard" ? [...discards, action.card] : discards;
}

/**
 * The card whose discard is sent or held back, else the selected one.
 * @param {Model} model
 */
export function discardToShow(model) {
  const action = model.pending?.action;
  if (action?.do === "discard") return action.card;
  return ownHand(model).find(({ index }) => index === model.selected)?.code ?? null;
}

/**
 * The score to show: after the selected or sent discard if there is one, else the current score.
 * @param {Model} model
 * @returns {{score: import("./protocol.js").Score, after: string | null} | null}
 */
export function shownScore(model) {
  const { view } = model;
  if (!view) return null;
  const card = discardToShow(model);
  if (card !== null && view.after?.[card]) return { score: view.after[card], after: card };
  return view.score ? { score: view.score, after: null } : null;
}

/**
 * The seat that plays after this one, among those still standing.
 * @param {import("./protocol.js").View} view
 */
export function nextToPlay(view) {
  if (view.turn === null) return null;
  const count = view.seats.length;
  for (let step = 1; step < count; step += 1) {
    const seat = (view.turn + step) % count;
    if (view.seats[seat].status === "standing") return seat;
  }
  return null;
}

/**
 * The results of the seats that turn up a hand, from the lowest score; the reader's own lies open.
 * @param {import("./protocol.js").MatchOver} over
 * @param {number | null} you
 */
export const shownHands = ({ seats }, you) =>
  seats
    .filter(({ seat, score }) => score !== null && seat !== you)
    .sort((one, two) => (one.score?.score ?? 0) - (two.score?.score ?? 0));

/** The total that is subtracted from the base. @param {import("./protocol.js").Score} score */
export const subtractedTotal = (score) =>
  score.others.reduce((total, group) => total + group.total, 0);

/**
 * The others for whom the next match waits, by name; empty if it waits for a time.
 * @param {Model} model
 */
export const waitedFor = (model) =>
  joinList(
    (model.ready?.waiting ?? [])
      .filter((seat) => seat !== model.you)
      .map((seat) => nameOf(model, seat)),
  );
