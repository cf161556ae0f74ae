/** The views of a match's end at the table: the banner, each seat's open hand and its counter. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { avatarView, backView } from "../../games/table/parts/parts.js";
import { plainNumber } from "../../games/table/text/numbers.js";
import { nearSeatOf } from "../../games/table/seats/order.js";
import { joinList, nameOf } from "../../games/table/text/sentences.js";
import { SUITS, codeOf } from "./cards.js";
import { leadingSeats, resultOf, hasRing } from "./fight.js";
import { cardView, chipView, glyphView } from "./parts.js";
import { verdictLines } from "./result_words.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 * @typedef {import("./protocol.js").Score} Score
 * @typedef {import("./protocol.js").Fight} Fight
 */

/** Longer lines, such as a tie of many names, are shown in smaller letters. */
const LONG_BANNER = 28;

/**
 * Covers the slab: a shade around the hands, the banner, the winner of the game.
 * @param {App} app
 */
export function fightView(app) {
  const { model } = app;
  const { fight } = model.own;
  if (!fight) return nothing;
  const { tone, lines } = bannerOf(model, fight);
  const isLong = lines[0].length > LONG_BANNER;
  return html`<div class="fight-shade" aria-hidden="true"></div>
    <p class="fight-banner" data-tone=${tone} ?data-long=${isLong} aria-hidden="true"><span>${lines.map((line) => html`<span>${line}</span>`)}</span></p>
    ${fight.beat === "end" ? winnerView(model, fight) : nothing}`;
}

/** @param {Model} model @param {Fight} fight */
function bannerOf(model, fight) {
  const { beat, last, over } = fight;
  const own = model.you === null ? null : resultOf(over, model.you);
  if (last !== null && (beat === "last" || (beat === "hands" && fight.turned.at(-1) === last)))
    return { tone: "call", lines: [t("One hand left: {name}", { name: nameOf(model, last) })] };
  if (beat === "call" || beat === "hands") return { tone: "call", lines: callLines(model, over) };
  return { tone: own && own.damage > 0 ? "lost" : "won", lines: verdictLines(model, over) };
}

/** Returns what ends the match, and its damage. @param {Model} model @param {MatchOver} over */
function callLines(model, { stake, caller, ended_by: end }) {
  const damage = (/** @type {number} */ count) => t("{count} damage", { count });
  if (end === "surrenders") {
    const last = model.log.findLast((event) => event.e === "surrendered");
    if (last?.e !== "surrendered") return [t("Everyone else surrendered.")];
    const who = nameOf(model, last.seat);
    return [
      last.seat === model.you ? t("You surrender") : t("{who} surrenders", { who }),
      damage(last.loss),
    ];
  }
  if (caller === null) return [t("Showdown"), damage(stake)];
  const who = nameOf(model, caller);
  return [
    caller === model.you ? t("You call the fight") : t("{who} calls the fight", { who }),
    damage(stake),
  ];
}

/**
 * The open hand of a seat with its score and the cards that count; the reader's own score always shows.
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
  return html`<div class="stand" data-stand=${seat} data-near=${near ? "" : nothing} data-won=${hasRing(fight, seat) ? "" : nothing}
    data-leads=${leadingSeats(fight).includes(seat) ? "" : nothing} aria-hidden="true">
    ${
      near
        ? html`<span class="caps">${seat === model.you ? t("Your score") : nothing}</span>`
        : html`<span class="stand-hand">${open && hand ? hand.map((code) => cardView(code, { size: "stand" })) : [0, 1, 2].map(() => backView({ size: "stand" }))}</span>`
    }
    <b class="num stand-total" data-total=${seat}>${open ? plainNumber(score.score) : nothing}</b>
    ${near ? nothing : html`<span class="stand-chips">${open ? groupViews(score) : nothing}</span>`}</div>`;
}

/** The cards that count, by step. @param {Score} score */
function groupViews(score) {
  const parts = [
    { sign: "×", cards: score.base?.cards ?? [] },
    { sign: "−", cards: score.others.flatMap(({ cards }) => cards) },
    { sign: "+", cards: score.common.cards },
  ];
  return parts.map(({ sign, cards }, index) =>
    cards.length
      ? html`<span class="stand-group">${
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
