/** The hand at the near side: buttons for a player, backs for a spectator. */

import { html, nothing, repeat } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { readCard } from "./cards.js";
import { backView, cardsInHand } from "../../games/table/parts/parts.js";
import { plainNumber } from "../../games/table/text/numbers.js";
import { resultOf } from "./fight.js";
import { cardButton, cardView } from "./parts.js";
import { legalAction } from "./protocol.js";
import { nearSeatOf } from "../../games/table/seats/order.js";
import { ownHand } from "./shown.js";
import { pressCard } from "./moves.js";

/** @typedef {import("./protocol.js").App} App */

/** @param {App} app */
export function handView(app) {
  const { model } = app;
  const { view } = model;
  if (!view) return nothing;
  const seat = view.seats[nearSeatOf(model)];
  if (seat.status !== "standing") return html`<div class="hand" data-hand></div>`;
  const { fight } = model.own;
  const near = nearSeatOf(model);
  const open = fight?.turned.includes(near) ? resultOf(fight.over, near)?.hand : null;
  if (seat.hand === null && open)
    return html`<div class="hand" data-hand data-cards=${open.length}>${open.map((code) => cardView(code, { size: "hand" }))}</div>`;
  if (seat.hand === null) {
    return html`<div class="hand" data-hand data-cards=${seat.cards} role="img" aria-label=${cardsInHand(seat.cards)}>${Array.from(
      { length: seat.cards },
      () => backView({ size: "hand" }),
    )}</div>`;
  }
  const hand = ownHand(model);
  const tab = model.selected ?? hand.findLast(({ drawn }) => drawn)?.index ?? hand[0]?.index;
  return html`<div class="hand" data-hand role="group" aria-label=${t("Your hand")} data-cards=${hand.length}>${repeat(
    hand,
    keyOf,
    (card, place) => cardOf(app, card, place, hand.length, card.index === tab),
  )}</div>`;
}

/**
 * The key of a card, so that equal cards keep their element when others come and go.
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
  const where = { card: readCard(code).name, place: place + 1, count };
  const name = drawn
    ? t("{card}, card {place} of {count}, just drawn", where)
    : t("{card}, card {place} of {count}", where);
  const after = legal ? model.view?.after?.[code] : null;
  const score = after ? plainNumber(after.score) : "";
  return cardButton(code, {
    index,
    tab,
    label: after ? `${name}. ${t("Your score without it: {score}", { score })}` : name,
    note:
      selected && after
        ? html`<span class="card-note" aria-hidden="true">${t("Score {score}", { score })}</span>`
        : null,
    pressed: legal ? selected : null,
    mark: selected ? "selected" : legal && drawn && model.selected === null ? "drawn" : undefined,
    onPress: () => pressCard(app, index),
  });
}
