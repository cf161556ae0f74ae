/** The slab: central pile, Center Amplification, discards, what is at stake, the clock. */

import { html, nothing, svg } from "../../density/vendor/lit-html/lit-html.js";
import { plain, readCard, signed } from "./cards.js";
import { backView, cardView, hint, slot } from "./parts.js";
import { legalAction } from "./protocol.js";
import { nameOf } from "./sentences.js";
import { bankWords, shownTime, timeLeft } from "./clock.js";
import { setting } from "./settings.js";
import { discardsOf, nearSeatOf } from "./shown.js";

/** @typedef {import("./app.js").App} App */

/** The stone itself: contour lines, the groove, the way round. */
export const slab = () => html`<div class="slab" aria-hidden="true"><svg class="way" viewBox="0 0 924 520">${svg`${[[67, 84, -45], [857, 84, 45], [857, 436, 135], [67, 436, -135]].map(
    ([x, y, turn]) => svg`<path transform="translate(${x} ${y}) rotate(${turn})" d="m-7-9 11 9-11 9"></path>`,
  )}`}</svg></div>`;

/** @param {App} app */
export function pile(app) {
  const { view } = app.model;
  if (!view) return nothing;
  const legal = app.mayAct && !!legalAction(view, "draw", "pile");
  return html`<button type="button" class="pile central" data-pile="pile" data-act="draw"
    aria-disabled=${legal ? nothing : "true"} aria-label="Draw pile, ${view.pile} cards"
    @click=${() => app.moves.act("draw", "pile")}>
    <span class="pile-label">Draw pile</span>
    ${view.pile ? backView({ size: "centre", mark: legal ? "legal" : undefined, stack: view.pile > 1, count: view.pile }) : slot("Empty", "centre")}
    ${legal ? html`<span class="tag">Draw ${hint("draw")}</span>` : nothing}
  </button>`;
}

/** @param {App} app */
export function amplification({ model }) {
  const { view } = model;
  if (!view) return nothing;
  return html`<ul class="amp" tabindex="0" aria-label="Center Amplification">${view.amplification.map((code, index) => {
    const round = index + 2;
    const now = view.round === round || (index === 2 && view.round > 4);
    return html`<li data-now=${now ? "" : nothing} data-amp=${index}>
      <span class="amp-label"><span class="long">Round ${round}${index === 2 ? "+" : ""}</span><span
        class="short" aria-hidden="true">R${round}${index === 2 ? "+" : ""}</span> <i class="hex"></i>
        <span>${round}<span class="sr-only"> damage</span></span></span>
      ${code ? cardView(code, { size: "centre" }) : html`<span class="sr-only">face down</span>${backView({ size: "centre" })}`}
    </li>`;
  })}</ul>`;
}

/**
 * The discard of another seat: a button to take from.
 * @param {App} app
 * @param {number} seat
 * @param {import("./cards.js").Spot} spot
 */
export function discard(app, seat, spot) {
  const { model, ui } = app;
  const { view } = model;
  const cards = discardsOf(model, seat);
  const top = cards.at(-1);
  if (!view) return nothing;
  if (view.seats[seat].status !== "standing" && !top) return html`<span class="pile"></span>`;
  const legal = app.mayAct && !!legalAction(view, "draw", seat);
  const change = legal && setting("hints") ? view.take?.[seat] : undefined;
  const name = nameOf(model, seat);
  const best = change !== undefined && view.score ? `, best score ${plain(view.score.score + change)}` : "";
  const label = !top
    ? `${name} has no discard`
    : legal ? `Take ${readCard(top).name} from ${name}${best}` : `Discard of ${name}: ${readCard(top).name}`;
  const lifted = ui.lifted === seat;
  return html`<button type="button" class="pile discard" data-pile=${seat} aria-label=${label}
    aria-disabled=${legal ? nothing : "true"} data-lifted=${lifted ? "" : nothing}
    @click=${(/** @type {PointerEvent} */ event) => app.moves.take(seat, event.pointerType === "touch")}>
    ${top ? cardView(top, { mark: lifted ? "selected" : legal ? "legal" : undefined, stack: cards.length > 1 }) : slot("No discard")}
    ${legal ? html`<span class="tag">Take ${spot === "own" ? nothing : hint(spot)}</span>` : nothing}
    <span class="hint-line">${lifted ? `${change === undefined ? "tap" : `${signed(change)}, tap`} again` : change === undefined ? "" : `score ${signed(change)}`}</span>
  </button>`;
}

/** @param {App} app the discard at the near side */
export function ownDiscard({ model }) {
  if (!model.view) return nothing;
  const seat = nearSeatOf(model);
  const cards = discardsOf(model, seat);
  const top = cards.at(-1);
  const whose = model.you === null ? "Discard" : "Your discard";
  return html`<div class="pile own" data-pile=${seat}>
    ${top ? cardView(top, { stack: cards.length > 1, label: `${whose}: ${readCard(top).name}` }) : slot("No discard")}
    <span class="pile-label" aria-hidden="true">${whose}</span>
  </div>`;
}

/** @param {App} app */
export function stakesView({ model }) {
  const { view } = model;
  if (!view || view.phase === "over") return nothing;
  return html`<div class="at-stake"><p class="caps">Round ${view.round}</p>${
    view.stake
      ? html`<p class="huge stake"><b class="num">${view.stake}</b><span>damage<br>at stake</span></p>`
      : html`<p class="huge none"><span>Fighting opens<br>in round 2</span></p>`
  }${view.last_round ? html`<p class="last">Last round</p>` : nothing}</div>`;
}

/** @param {App} app */
export function clockView({ model, ui }) {
  const { view, you } = model;
  const seat = view?.turn ?? null;
  const clock = seat === null ? null : timeLeft(model, seat, ui.now);
  if (seat === null || !clock) return nothing;
  const whose = seat === you ? "Your time" : `${nameOf(model, seat)}’s time`;
  const seconds = Math.ceil(shownTime(clock) / 1000);
  const unit = seconds === 1 ? "second" : "seconds";
  return html`<div class="clock" role="timer" data-own=${seat === you ? "" : nothing}
    data-bank=${clock.onBank ? "" : nothing}><p class="caps">${whose}</p>
    <p class="huge">${clock.onBank
      ? html`<b class="num">${bankWords(clock.bank)}</b><span>on bank</span>`
      : html`<b class="num">${seconds}</b><span>${unit}${
          clock.bank && !clock.away ? html`<small>bank ${bankWords(clock.bank)}</small>` : nothing}</span>`}</p></div>`;
}
