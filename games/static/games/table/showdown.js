/** The end of a match: every seat's cards and score side by side, step by step. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { plain, turnOrder } from "./cards.js";
import { avatar, backView, cardView, chip, icon, key, kindOf, livesView } from "./parts.js";
import { list, nameOf } from "./sentences.js";
import { steps } from "./score.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 * @typedef {import("./protocol.js").SeatResult} SeatResult
 */

/** @param {App} app */
export function showdownView(app) {
  const { model } = app;
  const over = model.showdown;
  if (!over) return nothing;
  return html`<section class="sd" role="dialog" aria-modal="true" aria-labelledby="showdown-title" data-trap data-seats=${over.seats.length}>
    ${endView(app, over)} ${footer(app)}
  </section>`;
}

/**
 * How a match ended, without the way on: title, amplification, and a column for each seat.
 * @param {App} app
 * @param {MatchOver} over
 */
export function endView(app, over) {
  const phone = matchMedia("(width < 900px)").matches;
  return html`<header class="sd-head"><div><h1 id="showdown-title">${title(app, over)}</h1><p>${reason(app, over)}</p></div>
      <div class="sd-amp" ?hidden=${!over.amplification.some(Boolean)}><p><b>Center Amplification</b><span>shared by all</span></p>
        ${over.amplification.map((code) => (code ? cardView(code) : nothing))}</div></header>
    <div class="sd-columns">${inOrder(app, over, phone).map((seat) => column(app, over, seat, phone))}</div>`;
}

/**
 * You first and then clockwise; on a phone by score, surrendered seats last.
 * @param {App} app
 * @param {MatchOver} over
 * @param {boolean} phone
 */
function inOrder({ model }, over, phone) {
  const seats = turnOrder(model.seats.length, model.you)
    .map((seat) => over.seats.find((each) => each.seat === seat))
    .filter((each) => each !== undefined);
  if (!phone) return seats;
  const worth = (/** @type {SeatResult} */ each) => each.score?.score ?? -Infinity;
  return seats.sort((one, two) => worth(two) - worth(one) || Number(over.winners.includes(two.seat)) - Number(over.winners.includes(one.seat)));
}

/** @param {App} app @param {MatchOver} over */
function title({ model }, over) {
  const what = over.ended_by === "fight" ? "the fight" : over.ended_by === "showdown" ? "the showdown" : "the match";
  if (over.winners.length === 0) return `Nobody wins ${what}`;
  const names = list(over.winners.map((seat) => nameOf(model, seat, "You")));
  if (over.winners.length > 1) return `${names} share ${what}`;
  return `${names} ${over.winners[0] === model.you ? "win" : "wins"} ${what}`;
}

/** @param {App} app @param {MatchOver} over */
function reason({ model }, over) {
  if (over.ended_by === "surrenders") {
    return "Everybody else surrendered.";
  }
  const scored = over.seats.filter(({ score }) => score !== null);
  const best = Math.max(...scored.map(({ score }) => score?.score ?? 0));
  const rest = scored
    .filter(({ seat }) => !over.winners.includes(seat))
    .sort((one, two) => (two.score?.score ?? 0) - (one.score?.score ?? 0));
  const second = rest[0];
  const damage = html`<b class="harm">${over.stake} damage</b>`;
  if (!second) return html`Nobody else stood to the end.`;
  const whose = second.seat === model.you ? "your" : `${nameOf(model, second.seat)}’s`;
  return html`${plain(best)} beats ${whose} ${plain(second.score?.score ?? 0)}. Everyone below the top score takes ${damage}.`;
}

/**
 * @param {App} app
 * @param {MatchOver} over
 * @param {SeatResult} result
 * @param {boolean} phone
 */
function column(app, over, result, phone) {
  const { model, ui } = app;
  const { seat } = result;
  const won = over.winners.includes(seat);
  const open = !phone || (ui.openSeat === null ? over.winners[0] === seat : ui.openSeat === seat);
  const badges = html`${result.out ? html`<span class="badge" data-kind="stake">Out</span>` : nothing}${
    won ? html`<span class="badge" data-kind="go">Winner</span>` : nothing}`;
  const head = html`${avatar(model.seats[seat])}<span class="sd-name"><b><span>${nameOf(model, seat)}</span>${
      seat === model.you ? html` <span class="me">you</span>` : nothing
    }</b><small>${role(app, over, result)}</small></span>${badges}`;
  return html`<article class="sd-column" data-won=${won ? "" : nothing} data-open=${open ? "" : nothing}>
    ${phone
      ? html`<button type="button" class="sd-column-head" aria-expanded=${open ? "true" : "false"} @click=${() => toggle(app, seat, open)}>${head}<b
          class="num sd-score">${result.score ? plain(result.score.score) : ""}</b>${icon("down")}</button>`
      : html`<header class="sd-column-head">${head}</header>`}
    ${open ? body(result) : nothing}
    <footer class="sd-lives">${livesView(result.lives, { before: result.lives_before, words: change(result) })}</footer>
  </article>`;
}

/** @param {App} app @param {number} seat @param {boolean} open */
function toggle(app, seat, open) {
  app.ui.openSeat = open ? -1 : seat;
  app.redraw();
}

/** @param {SeatResult} result */
function body({ hand, own_discard: discarded, score, surrendered_in: round }) {
  return html`<div class="sd-cards">${hand ? hand.map((code) => cardView(code)) : [0, 1, 2].map(() => backView())}</div>
    <p class="sd-discard hint">${
      round !== null ? `Surrendered in round ${round}` : discarded ? html`Own discard ${chip(discarded, { small: true, off: true })} not counted` : "No own discard"
    }</p>
    ${score ? steps(score) : hand ? nothing : html`<p class="sd-none quiet">${round === null ? "Hand not shown" : "The hand stays hidden."}</p>`}`;
}

/** @param {SeatResult} result */
const change = (result) =>
  result.lives === result.lives_before ? `${result.lives}, no damage` : `${result.lives_before} to ${result.lives}`;

/** @param {App} app @param {MatchOver} over @param {SeatResult} result */
function role({ model }, over, result) {
  if (over.caller === result.seat) return "Called the fight";
  if (result.surrendered_in !== null) return `Surrendered, ${result.damage} damage`;
  return kindOf(model.seats[result.seat]);
}

/** @param {App} app */
function footer(app) {
  const { model } = app;
  const { view } = model;
  const seconds = Math.max(0, Math.ceil(app.showdownLeft() / 1000));
  const last = view?.phase === "over";
  return html`<footer class="sd-foot">
    <p>${last || !view
      ? html`That was the last match`
      : html`Match ${view.match} starts in <b>${seconds} s</b>, ${nameOf(model, view.dealer, "you")} ${view.dealer === model.you ? "deal" : "deals"}`}</p>
    <button type="button" class="button go" data-focus data-do="ready" @click=${() => app.leaveShowdown()}>${
      last ? "See the result" : "Ready"} ${key("Enter")}</button></footer>`;
}
