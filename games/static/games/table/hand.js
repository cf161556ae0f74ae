/** The hand at the near side: buttons for a seat, backs for a watcher. */

import { html, nothing, repeat } from "../../density/vendor/lit-html/lit-html.js";
import { readCard } from "./cards.js";
import { backView, cardButton } from "./parts.js";
import { legalAction } from "./protocol.js";
import { nearSeatOf, ownHand } from "./shown.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function handView(app) {
  const { model } = app;
  const { view } = model;
  if (!view) return nothing;
  const seat = view.seats[nearSeatOf(model)];
  if (seat.status !== "standing") return html`<div class="hand" data-hand></div>`;
  if (seat.hand === null) {
    return html`<div class="hand" data-hand data-cards=${seat.cards} role="img" aria-label="${seat.cards} cards in hand">${Array.from(
      { length: seat.cards },
      () => backView({ size: "hand" }),
    )}</div>`;
  }
  const hand = ownHand(model);
  const tab = model.selected ?? hand.findLast(({ drawn }) => drawn)?.index ?? hand[0]?.index;
  return html`<div class="hand" data-hand role="group" aria-label="Your hand" data-cards=${hand.length}>${repeat(
    hand,
    keyOf,
    (card, place) => cardOf(app, card, place, hand.length, card.index === tab),
  )}</div>`;
}

/**
 * Equal cards keep their element when others come and go.
 * @param {{code: string, index: number}} card
 */
const keyOf = ({ code, index }) => `${code}-${index}`;

/**
 * @param {App} app
 * @param {{code: string, index: number, drawn: boolean}} card
 * @param {number} place
 * @param {number} count
 * @param {boolean} tab
 */
function cardOf(app, { code, index, drawn }, place, count, tab) {
  const { model } = app;
  const legal = app.mayAct && !!legalAction(model.view, "discard", code);
  const selected = model.selected === index;
  return cardButton(code, {
    index,
    tab,
    label: `${readCard(code).name}, card ${place + 1} of ${count}${drawn ? ", just drawn" : ""}`,
    pressed: legal ? selected : null,
    mark: selected ? "selected" : legal && drawn && model.selected === null ? "drawn" : undefined,
    onPress: () => app.moves.pressCard(index),
  });
}
