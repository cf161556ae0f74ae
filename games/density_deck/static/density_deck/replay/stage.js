/** The table of a replay: the seats with the cards this view knows, the slab between them. */

import { html, nothing, repeat } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { plainNumber } from "../../games/table/text/numbers.js";
import { readCard } from "../table/cards.js";
import { spotsOf, turnOrder } from "../../games/table/seats/order.js";
import {
  slabView,
  avatarView,
  backView,
  iconView,
  slotView,
} from "../../games/table/parts/parts.js";
import { cardView, livesView, mostLives } from "../table/parts.js";
import { nearOf } from "../../games/replay/state.js";

/**
 * @typedef {import("../table/protocol.js").Player} Player
 * @typedef {import("../table/protocol.js").ReplayView} View
 * @typedef {import("../table/protocol.js").Score} Score
 * @typedef {import("../table/protocol.js").SeatView} SeatView
 */

/** @param {Player} player */
export function stageView(player) {
  const { view, shown, story } = player;
  if (!view || !shown || !story)
    return html`<div class="rs" data-seats="4"><div class="slab"></div></div>`;
  const near = nearOf(shown.view, story.you);
  const where = spotsOf(view.seats.length, near);
  const others = turnOrder(view.seats.length, near).slice(1);
  return html`<div class="rs" data-seats=${view.seats.length}>${slabView()}
    ${repeat(
      others,
      (seat) => seat,
      (
        seat,
      ) => html`<section class="rs-seat" data-spot=${where[seat]} aria-label=${player.names[seat]}>
      ${plateView(player, view, seat)} ${discardOf(player, view, seat)}</section>`,
    )}
    <div class="rs-centre">${pileView(view)} ${amplificationView(view)} ${stakeView(view)}</div>
    <section class="rs-seat" data-spot="own" aria-label=${player.names[near]}>${discardOf(player, view, near)} ${plateView(player, view, near)}</section>
  </div>`;
}

/** @param {Player} player @param {View} view @param {number} seat */
function plateView(player, view, seat) {
  const info = player.story?.seats[seat];
  const seatView = view.seats[seat];
  const near = seat === nearOf(player.shown?.view ?? "all", player.story?.you ?? null);
  const turn = view.turn === seat && view.phase !== "over" && player.over === null;
  const most = mostLives({ game: player.story?.game ?? null });
  return html`<div class="rs-plate" data-seat=${seat} data-status=${seatView.status} data-turn=${turn ? "" : nothing}>
    <span class="rs-face">${avatarView(info)}${view.dealer === seat ? html`<span class="dealer" role="img" aria-label=${t("Dealer")}>D</span>` : nothing}</span>
    <p class="rs-name" data-long=${(info?.name.length ?? 0) > 11 ? "" : nothing}>${info?.kind === "ai" ? iconView("ai") : nothing}<span>${info?.name}</span></p>
    ${livesView(seatView.lives, { most })}
    ${statusOf(seatView) ? html`<p class="rs-status">${statusOf(seatView)}</p>` : nothing}
    ${turn ? html`<p class="rs-turn">${view.phase === "discard" ? t("Choosing a discard") : t("To play")}</p>` : nothing}
    ${handView(seatView, near)} ${near && seatView.status === "standing" ? scoreBox(view, seat) : nothing}
  </div>`;
}

/** @param {SeatView} held */
function statusOf({ status, surrendered_in: round }) {
  if (status === "out") return t("Out");
  return status === "surrendered" ? t("Surrendered in round {round}", { round: round ?? 0 }) : "";
}

/**
 * The cards of a hand where this view knows them, else their backs; cards seen taken are always open.
 * @param {SeatView} held
 * @param {boolean} near
 */
function handView({ hand: cards, cards: count, status }, near) {
  if (status === "out") return nothing;
  if (cards === null || (!cards.length && count)) {
    return html`<span class="rs-hand" role="img" aria-label=${t("{count} cards in hand", { count })}>${Array.from({ length: count }, () => backView())}</span>`;
  }
  return html`<span class="rs-hand" role="group" aria-label=${near ? t("Hand, near side") : t("Hand")} data-cards=${cards.length}>${repeat(
    cards,
    (code, index) => `${code}-${cards.slice(0, index).filter((other) => other === code).length}`,
    (code) => cardView(code),
  )}</span>`;
}

/** @param {Player} player @param {View} view @param {number} seat */
function discardOf(player, view, seat) {
  const { discards, status } = view.seats[seat];
  const top = discards.at(-1);
  if (!top && status === "out") return nothing;
  const label = top
    ? t("{name}’s discard: {card}", { name: player.names[seat], card: readCard(top).name })
    : "";
  return html`<span class="rs-discard" data-pile=${seat}>${
    top ? cardView(top, { stack: discards.length > 1, label }) : slotView(t("No discard"))
  }</span>`;
}

/** @param {View} view */
const pileView = ({ pile: count }) =>
  html`<span class="rs-pile" role="img" aria-label=${t("Draw pile, {count} cards", { count })}>${
    count ? backView({ stack: count > 1, count }) : slotView(t("Empty"))
  }</span>`;

/** The cost of a fight now. @param {View} view */
const stakeView = ({ stake: damage }) =>
  html`<p class="rs-stake">${
    damage
      ? html`<b class="num">${damage}</b><span>${t("damage at stake")}</span>`
      : html`<span>${t("Fights start in round 2")}</span>`
  }</p>`;

/**
 * The three cards; face-down ones are drawn faintly where this view knows them.
 * @param {View} view
 */
function amplificationView({ amplification: cards, coming = [], round }) {
  const openCount = cards.filter(Boolean).length;
  return html`<ul class="rs-amp" aria-label=${t("Center Amplification")}>${cards.map(
    (code, index) => {
      const next = coming[index - openCount];
      const now = round === index + 2 || (index === 2 && round > 4);
      return html`<li data-now=${now ? "" : nothing} data-coming=${!code && next ? "" : nothing}>${
        code
          ? cardView(code)
          : next
            ? cardView(next, { label: t("{card}, still face down", { card: readCard(next).name }) })
            : html`<span class="sr-only">${t("face down")}</span>${backView()}`
      }<span class="rs-amp-label">${!code && next && index === openCount ? t("flips next") : html`${t("Round {round}", { round: index + 2 })}${index === 2 ? "+" : ""}`}</span></li>`;
    },
  )}</ul>`;
}

/**
 * The score of the near seat: the best one possible while it owes a discard, else the current one.
 * @param {View} view
 * @param {number} seat
 */
function scoreBox(view, seat) {
  const score = scoreOf(view, seat);
  if (!score) return nothing;
  const after = view.turn === seat ? Object.values(view.after) : [];
  const best = after.length ? Math.max(...after.map((score) => score.score)) : null;
  return html`<p class="rs-score"><span>${best === null ? t("Score now") : t("At best")}</span><b class="num">${plainNumber(best ?? score.score)}</b></p>`;
}

/**
 * The score of a seat, if this view knows it.
 * @param {View} view
 * @param {number} seat
 * @returns {Score | null}
 */
export function scoreOf(view, seat) {
  const { score, hand } = view.seats[seat];
  return score === undefined && hand ? view.score : (score ?? null);
}
