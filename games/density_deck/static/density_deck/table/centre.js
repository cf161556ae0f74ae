/** The slab: draw pile, Center Amplification, discards, what is at stake, the clock. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t, tn, tparts } from "../../density/words.js";
import { plainNumber, signedNumber } from "../../games/table/text/numbers.js";
import { readCard } from "./cards.js";
import { backView, keyHint, slotView } from "../../games/table/parts/parts.js";
import { cardView } from "./parts.js";
import { legalAction } from "./protocol.js";
import { nameOf } from "../../games/table/text/sentences.js";
import { bankWords, shownTime, timeLeft } from "../../games/table/state/clock.js";
import { isOn } from "../../games/table/settings/settings.js";
import { discardsOf } from "./shown.js";
import { nearSeatOf } from "../../games/table/seats/order.js";
import { sendMove, takeDiscard } from "./moves.js";

/** @typedef {import("./protocol.js").App} App */

/** @param {App} app */
export function pileView(app) {
  const { view } = app.model;
  if (!view) return nothing;
  const legal = app.mayAct && !!legalAction(view, "draw", "pile");
  return html`<button type="button" class="pile central" data-pile="pile" data-act="draw"
    aria-disabled=${legal ? nothing : "true"} @click=${() => sendMove(app, "draw", "pile")}>
    <span class="sr-only">${tn("Draw pile, {count} card", "Draw pile, {count} cards", view.pile)}</span>
    <span class="pile-label" aria-hidden="true">${t("Draw pile")}</span>
    ${view.pile ? backView({ size: "centre", mark: legal ? "legal" : undefined, stack: view.pile > 1, count: view.pile }) : slotView(t("Empty"), "centre")}
    ${legal ? html`<span class="tag" aria-hidden="true">${t("Draw")} ${keyHint("draw")}</span>` : nothing}
  </button>`;
}

/** @param {App} app */
export function amplificationView({ model }) {
  const { view } = model;
  if (!view) return nothing;
  return html`<ul class="amp" tabindex="0" aria-label=${t("Center Amplification")}>${view.amplification.map(
    (code, index) => {
      const round = index + 2;
      const label = index === 2 ? `${round}+` : `${round}`;
      const now = view.round === round || (index === 2 && view.round > 4);
      return html`<li data-now=${now ? "" : nothing} data-amp=${index}>
      <span class="amp-label">${t("Round {round}", { round: label })} <i class="hex"></i>
        <span>${round}<span class="sr-only"> ${t("damage")}</span></span></span>
      ${code ? cardView(code, { size: "centre" }) : html`<span class="sr-only">${t("face down")}</span>${backView({ size: "centre" })}`}
    </li>`;
    },
  )}</ul>`;
}

/**
 * The discard of another seat: a button to take from.
 * @param {App} app
 * @param {number} seat
 * @param {import("../../games/table/seats/order.js").Spot} spot
 */
export function discardView(app, seat, spot) {
  const { model, ui } = app;
  const { view } = model;
  const cards = discardsOf(model, seat);
  const top = cards.at(-1);
  if (!view) return nothing;
  if (view.seats[seat].status !== "standing" && !top) return html`<span class="pile"></span>`;
  const legal = app.mayAct && !!legalAction(view, "draw", seat);
  const change = legal && isOn("hints") ? view.take?.[seat] : undefined;
  const name = nameOf(model, seat);
  const best = change !== undefined && view.score ? plainNumber(view.score.score + change) : "";
  const label = discardWords(name, top ? readCard(top).name : "", legal, best);
  const lifted = ui.lifted === seat;
  const words = hintWords(change, lifted);
  return html`<button type="button" class="pile discard" data-pile=${seat}
    aria-disabled=${legal ? nothing : "true"} data-lifted=${lifted ? "" : nothing} data-hinted=${words ? "" : nothing}
    @click=${(/** @type {PointerEvent} */ event) => takeDiscard(app, seat, event.pointerType === "touch")}>
    <span class="sr-only">${label}</span><span class="pile-face" aria-hidden="true">${top ? cardView(top, { mark: lifted ? "selected" : legal ? "legal" : undefined, stack: cards.length > 1 }) : slotView(t("No discard"))}
    ${legal ? html`<span class="tag">${t("Take")} ${spot === "own" ? nothing : keyHint(spot)}</span>` : nothing}
    <span class="hint-line">${words}</span></span>
  </button>`;
}

/**
 * @param {string} name of the seat's player @param {string} card @param {boolean} legal @param {string} score the best one after taking it
 */
function discardWords(name, card, legal, score) {
  if (!card) return t("{name} has no discard", { name });
  if (!legal) return t("{name}’s discard: {card}", { name, card });
  return score
    ? t("Take {card} from {name}, best score {score}", { card, name, score })
    : t("Take {card} from {name}", { card, name });
}

/** @param {number | undefined} change of the score by taking it @param {boolean} lifted whether the next tap takes it */
function hintWords(change, lifted) {
  if (change === undefined) return lifted ? t("tap again") : "";
  if (change === 0) return lifted ? t("same score, tap again") : t("same score");
  const points = signedNumber(change);
  return lifted ? t("{points}, tap again", { points }) : t("score {points}", { points });
}

/** The discard at the near side. @param {App} app */
export function ownDiscard({ model }) {
  if (!model.view) return nothing;
  const seat = nearSeatOf(model);
  const cards = discardsOf(model, seat);
  const top = cards.at(-1);
  const whose = model.you === null ? t("Discard") : t("Your discard");
  return html`<div class="pile own" data-pile=${seat}>
    ${top ? cardView(top, { stack: cards.length > 1, label: `${whose}: ${readCard(top).name}` }) : slotView(t("No discard"))}
    <span class="pile-label" aria-hidden="true">${whose}</span>
  </div>`;
}

/** @param {App} app */
export function stakesView({ model }) {
  const { view } = model;
  if (!view || view.phase === "over") return nothing;
  return html`<div class="at-stake"><p class="caps">${t("Round {round}", { round: view.round })}</p>${
    view.stake
      ? html`<p class="huge stake"><b class="num">${view.stake}</b><span>${tparts("damage{break}at stake", { break: html`<br>` })}</span></p>`
      : html`<p class="huge none"><span>${tparts("Fights start{break}in round 2", { break: html`<br>` })}</span></p>`
  }${view.last_round ? html`<p class="last">${t("Last round")}</p>` : nothing}</div>`;
}

/** @param {App} app */
export function clockView({ model, ui }) {
  const { view, you } = model;
  const seat = view?.turn ?? null;
  const clock = seat === null ? null : timeLeft(model, seat, ui.now);
  if (seat === null || !clock) return nothing;
  const whose = seat === you ? t("Your time") : t("{name}’s time", { name: nameOf(model, seat) });
  const seconds = Math.ceil(shownTime(clock) / 1000);
  const unit = tn("second", "seconds", seconds);
  return html`<div class="clock" role="timer" data-own=${seat === you ? "" : nothing}
    data-bank=${clock.onBank ? "" : nothing}><p class="caps">${whose}</p>
    <p class="huge">${
      clock.onBank
        ? html`<b class="num">${bankWords(clock.bank)}</b><span>${t("time bank")}</span>`
        : html`<b class="num">${seconds}</b><span>${unit}${
            clock.bank && !clock.away
              ? html`<small>${t("time bank {time}", { time: bankWords(clock.bank) })}</small>`
              : nothing
          }</span>`
    }</p></div>`;
}
