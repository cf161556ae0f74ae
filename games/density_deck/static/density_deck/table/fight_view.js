/** The views of a match's end at the table: the banner, each seat's open hand and its counter. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { avatarView, backView } from "../../games/table/parts/parts.js";
import { plainNumber } from "../../games/table/text/numbers.js";
import { nearSeatOf } from "../../games/table/seats/order.js";
import { joinList, nameOf } from "../../games/table/text/sentences.js";
import { SUITS, codeOf } from "./cards.js";
import { leadingSeats, resultOf, hasRing, runningTotal } from "./fight.js";
import { cardView, chipView, glyphView } from "./parts.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").Score} Score
 * @typedef {import("./protocol.js").Fight} Fight
 */

/**
 * Covers the slab: a shade around the hands, the banner, the winner of the game.
 * @param {App} app
 */
export function fightView(app) {
  const { model } = app;
  const { fight } = model.own;
  if (!fight) return nothing;
  return html`<div class="fight-shade" aria-hidden="true"></div>
    <p class="fight-banner" data-beat=${fight.beat} aria-hidden="true"><span>${bannerWords(model, fight)}</span></p>
    ${fight.beat === "end" ? winnerView(model, fight) : nothing}`;
}

/** @param {Model} model @param {Fight} fight */
function bannerWords(model, fight) {
  return ["call", "hands", "race"].includes(fight.beat)
    ? callWords(model, fight)
    : verdictWords(model, fight);
}

/** @param {Model} model @param {Fight} fight */
function callWords(model, { over }) {
  const { stake, caller, ended_by: end } = over;
  if (end === "surrenders") {
    const last = model.log.findLast((event) => event.e === "surrendered");
    if (last?.e !== "surrendered") return t("Everyone else surrendered.");
    const loss = last.loss;
    return last.seat === model.you
      ? t("You surrender, {loss}\u00a0damage", { loss })
      : t("{name} surrenders, {loss}\u00a0damage", { loss, name: nameOf(model, last.seat) });
  }
  if (caller === null) return t("Showdown, {stake}\u00a0damage", { stake });
  return caller === model.you
    ? t("You call the fight, {stake}\u00a0damage", { stake })
    : t("{name} calls the fight, {stake}\u00a0damage", { stake, name: nameOf(model, caller) });
}

/** @param {Model} model @param {Fight} fight */
function verdictWords(model, { over }) {
  const { winners } = over;
  if (!winners.length) return t("No one wins the match");
  const names = joinList(winners.map((seat) => nameOf(model, seat, t("You"))));
  if (winners.length > 1) return t("{names} tie in the match", { names });
  return winners[0] === model.you
    ? t("You win the match")
    : t("{name} wins the match", { name: names });
}

/**
 * The open hand of a seat, its counter, and the cards that count.
 * @param {App} app
 * @param {number} seat
 */
export function standView({ model }, seat) {
  const { fight } = model.own;
  const result = fight && resultOf(fight.over, seat);
  if (!fight || !result?.score) return nothing;
  const { score, hand } = result;
  const near = seat === nearSeatOf(model);
  const open = fight.turned.includes(seat);
  const counts = fight.step > 0;
  const won = hasRing(fight, seat);
  return html`<div class="stand" data-stand=${seat} data-near=${near ? "" : nothing} data-won=${won ? "" : nothing}
    data-leads=${counts && leadingSeats(fight.over, fight.step).includes(seat) ? "" : nothing} aria-hidden="true">
    ${
      near
        ? nothing
        : html`<span class="stand-hand">${open && hand ? hand.map((code) => cardView(code, { size: "stand" })) : [0, 1, 2].map(() => backView({ size: "stand" }))}</span>`
    }
    <b class="num stand-total" data-total=${seat}>${counts ? plainNumber(runningTotal(score, fight.step)) : nothing}</b>
    <span class="stand-chips">${counts ? groupViews(score, fight.step) : nothing}</span></div>`;
}

/** The cards of each step; later ones are not lit yet. @param {Score} score @param {number} step */
function groupViews(score, step) {
  const parts = [
    { sign: "×", cards: score.base?.cards ?? [] },
    { sign: "−", cards: score.others.flatMap(({ cards }) => cards) },
    { sign: "+", cards: score.common.cards },
  ];
  return parts.map(({ sign, cards }, index) =>
    cards.length
      ? html`<span class="stand-group" data-lit=${index < step ? "" : nothing} data-now=${index === step - 1 ? "" : nothing}>${
          index ? html`<i>${sign}</i>` : nothing
        }${cards.map((card) => chipView(codeOf(card), { small: true }))}</span>`
      : nothing,
  );
}

/** The winner of the game, in the middle. @param {Model} model @param {Fight} fight */
function winnerView(model, { over, places }) {
  const won = (places ?? []).flatMap((place, seat) => (place === 1 ? [seat] : []));
  const quiet = model.you !== null && places?.[model.you] === places?.length;
  return html`<div class="fight-winner" data-quiet=${quiet ? "" : nothing} aria-hidden="true">
    ${quiet ? nothing : html`<span class="fight-shapes">${Object.values(SUITS).map((suit) => glyphView(suit))}</span>`}
    ${won.map(
      (seat) => html`<span class="fight-first">${avatarView(model.seats[seat], "large")}
        <span class="fight-lives"><b class="num" data-lives=${seat}>${resultOf(over, seat)?.lives ?? model.view?.seats[seat].lives ?? 0}</b> ${t("lives left")}</span></span>`,
    )}
    <p>${gameWords(model, won)}</p></div>`;
}

/** @param {Model} model @param {number[]} won the winners of the game */
function gameWords(model, won) {
  if (won.length > 1)
    return t("{names} share first place", {
      names: joinList(won.map((seat) => nameOf(model, seat))),
    });
  return won[0] === model.you
    ? t("You win the game")
    : t("{name} wins the game", { name: nameOf(model, won[0]) });
}
