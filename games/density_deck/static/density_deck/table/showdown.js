/** The end of a match: every seat's cards and score side by side, step by step. */

import { html, nothing, repeat } from "../../density/vendor/lit-html/lit-html.js";
import { t, tn, tparts } from "../../density/words.js";
import { plainNumber } from "../../games/table/text/numbers.js";
import { isEndless, opensWords } from "../../games/table/state/clock.js";
import { turnOrder } from "../../games/table/seats/order.js";
import { GUARD } from "../../games/table/state/moves.js";
import { isLeftToAi, isOut, wayView } from "../../games/table/views/out.js";
import { avatarView, backView, iconView, keyView, kindOf } from "../../games/table/parts/parts.js";
import { cardView, chipView, livesView, mostLives } from "./parts.js";
import { waysOn } from "./deal_check.js";
import { whyView } from "./enough.js";
import { nameOf } from "../../games/table/text/sentences.js";
import { verdictLines, winnerSentence } from "./result_words.js";
import { stepsView } from "./score.js";
import { waitedFor } from "./shown.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {{model: import("./protocol.js").Model, ui: {own: {openSeat: number | null}}, redraw: () => void,
 *   most?: number}} EndPage the page that draws an end: the table, or a replay, with most: the lives at the start
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 * @typedef {import("./protocol.js").SeatResult} SeatResult
 */

/** @param {App} app */
export function showdownView(app) {
  const { model } = app;
  const over = model.own.ended;
  if (!over) return nothing;
  // keyed by the match: the end of another match is another dialog
  return repeat(
    [over.match],
    (match) => match,
    () => html`<section class="sd" role="dialog"
    aria-labelledby="showdown-title" data-trap="bar" data-seats=${over.seats.length}>
    ${endView(app, over)} ${waysOn(app, over.match)} ${footerView(app)}
  </section>`,
  );
}

/**
 * How a match ended: title, amplification, and a column for each seat.
 * @param {EndPage} app
 * @param {MatchOver} over
 */
export function endView(app, over) {
  const phone = matchMedia("(width < 768px), (height < 520px)").matches;
  return html`<header class="sd-head"><div><h1 id="showdown-title">${titleView(app, over)}</h1><p>${reasonView(app, over)} ${whyView(app, over.match)}</p></div>
      <div class="sd-amp" ?hidden=${!over.amplification.some(Boolean)}><p><b>${t("Center Amplification")}</b><span>${t("shared by all")}</span></p>
        ${over.amplification.map((code) => (code ? cardView(code) : nothing))}</div></header>
    <div class="sd-columns">${inOrder(app, over, phone).map((seat) => columnView(app, over, seat, phone))}</div>`;
}

/** The scores stay together where the title breaks. @param {EndPage} app @param {MatchOver} over */
function titleView({ model }, over) {
  const [result, scores] = verdictLines(model, over);
  return scores
    ? tparts("{result}, {scores}", { result, scores: html`<span>${scores}</span>` })
    : result;
}

/**
 * The results in order: the reader first, then clockwise; on a phone by score, surrendered seats last.
 * @param {EndPage} app
 * @param {MatchOver} over
 * @param {boolean} phone
 */
function inOrder({ model }, over, phone) {
  const seats = turnOrder(model.seats.length, model.you)
    .map((seat) => over.seats.find((result) => result.seat === seat))
    .filter((result) => result !== undefined);
  if (!phone) return seats;
  const worth = (/** @type {SeatResult} */ result) => result.score?.score ?? -Infinity;
  return seats.sort(
    (one, two) =>
      worth(two) - worth(one) ||
      Number(over.winners.includes(two.seat)) - Number(over.winners.includes(one.seat)),
  );
}

/** @param {EndPage} app @param {MatchOver} over */
function reasonView({ model }, over) {
  if (over.ended_by === "surrenders") return t("Everyone else surrendered.");
  const scored = over.seats.filter(({ score }) => score !== null);
  if (scored.length === over.winners.length) return t("No one else was left standing.");
  const damage = html`<b class="harm">${tn("{count} life", "{count} lives", over.stake)}</b>`;
  const isLost =
    scored.some(({ seat }) => seat === model.you) && !over.winners.includes(model.you ?? -1);
  return html`${isLost ? winnerSentence(model, over) : nothing} ${tparts("Everyone below the top score loses {damage}.", { damage })}`;
}

/**
 * @param {EndPage} app
 * @param {MatchOver} over
 * @param {SeatResult} result
 * @param {boolean} phone
 */
function columnView(app, over, result, phone) {
  const { model, ui } = app;
  const { seat } = result;
  const won = over.winners.includes(seat);
  const open =
    !phone || (ui.own.openSeat === null ? over.winners[0] === seat : ui.own.openSeat === seat);
  const badges = html`${result.out ? html`<span class="badge" data-kind="stake">${t("Out")}</span>` : nothing}${
    won ? html`<span class="badge" data-kind="go">${t("Winner")}</span>` : nothing
  }`;
  const head = html`${avatarView(model.seats[seat])}<span class="sd-name"><b><span>${nameOf(model, seat)}</span>${
    seat === model.you ? html` <span class="me">${t("you")}</span>` : nothing
  }</b><small>${roleWords(app, over, result)}</small></span>${badges}`;
  return html`<article class="sd-column" data-seat=${seat} data-won=${won ? "" : nothing} data-open=${open ? "" : nothing}>
    ${
      phone
        ? html`<button type="button" class="sd-column-head" aria-expanded=${open ? "true" : "false"} @click=${() => toggleSeat(app, seat, open)}>${head}<b
          class="num sd-score">${result.score ? plainNumber(result.score.score) : ""}</b>${iconView("down")}</button>`
        : html`<header class="sd-column-head">${head}</header>`
    }
    ${open ? bodyView(result) : nothing}
    <footer class="sd-lives">${livesView(result.lives, { before: result.lives_before, most: app.most ?? mostLives(model), words: livesWords(result) })}</footer>
  </article>`;
}

/** @param {EndPage} app @param {number} seat @param {boolean} open */
function toggleSeat(app, seat, open) {
  app.ui.own.openSeat = open ? -1 : seat;
  app.redraw();
}

/** @param {SeatResult} result */
function bodyView({ hand, own_discard: discarded, score }) {
  return html`<div class="sd-cards">${hand ? hand.map((code) => cardView(code)) : [0, 1, 2].map(() => backView())}</div>
    ${hand && !score ? nothing : html`<p class="sd-discard hint">${score ? discardWords(discarded) : t("Hand not shown")}</p>`}
    ${score ? stepsView(score) : nothing}`;
}

/** @param {string | null} discarded */
const discardWords = (discarded) =>
  discarded
    ? tparts("Own discard {card} not counted", {
        card: chipView(discarded, { small: true, off: true }),
      })
    : t("No own discard");

/** @param {SeatResult} result */
const livesWords = (result) =>
  result.lives === result.lives_before
    ? t("{lives}, no damage", { lives: result.lives })
    : t("{before} to {lives}", { before: result.lives_before, lives: result.lives });

/** @param {EndPage} app @param {MatchOver} over @param {SeatResult} result */
function roleWords({ model }, over, result) {
  if (over.caller === result.seat) return t("Called the fight");
  if (result.surrendered_in !== null)
    return t("Surrendered in round {round}", { round: result.surrendered_in });
  return kindOf(model.seats[result.seat]);
}

/** @param {App} app */
function footerView(app) {
  const { model } = app;
  const { view } = model;
  const seconds = Math.max(0, Math.ceil((app.scene?.left ?? 0) / 1000));
  const last = view?.phase === "over";
  if (isOut(app) && isLeftToAi(app)) return outFooterView(app);
  return html`<footer class="sd-foot">
    <p>${
      last || !view
        ? opensWords(seconds)
        : (waitWords(app) ??
          nextWords(model, view, html`<b>${t("{seconds}\u00a0s", { seconds })}</b>`))
    }</p>
    ${
      last
        ? html`<a class="button go" data-focus href=${model.game?.result_url ?? ""} @click=${(/** @type {Event} */ event) => goOn(app, event)}>${t("See the result")} ${keyView("Enter")}</a>`
        : html`<button type="button" class="button go" data-focus data-do="ready" @click=${() => app.scene?.leave()}>${t("Ready")} ${keyView("Enter")}</button>`
    }</footer>`;
}

/** The ways on for a reader who is out of a game that AI players finish. @param {App} app */
function outFooterView(app) {
  const guard = (/** @type {Event} */ event) => {
    if (performance.now() - app.model.own.endedAt < GUARD) event.preventDefault();
  };
  return html`<footer class="sd-foot">
    <button type="button" class="button" data-do="ready" @click=${() => app.scene?.leave()}>${iconView("eye")}<span>${t("Keep watching")}</span></button>
    ${wayView(
      app,
      `${app.model.game?.url ?? ""}outcome/`,
      "skip",
      html`<button class="button go" data-focus data-do="skip">${t("See the result")} ${keyView("Enter")}</button>`,
      guard,
    )}</footer>`;
}

/** Leaves the page, unless the press was meant for what was here a moment ago. @param {App} app @param {Event} event */
function goOn(app, event) {
  event.preventDefault();
  app.scene?.leave();
}

/**
 * The players that the next match waits for, in words; null if it waits for no one.
 * @param {App} app
 */
function waitWords({ model, scene }) {
  const match = model.view?.match ?? 0;
  if (scene?.holds(model)) return t("Match {match} starts when you’re ready", { match });
  const names = waitedFor(model);
  return names ? t("Match {match} waits for {names}", { match, names }) : null;
}

/**
 * When the next match starts and who deals, in words.
 * @param {import("./protocol.js").Model} model
 * @param {import("./protocol.js").View} view
 * @param {unknown} time
 */
const nextWords = (model, { match, dealer }, time) =>
  isEndless(model.pauseUntil - performance.now())
    ? t("Match {match} starts when you’re ready", { match })
    : dealer === model.you
      ? tparts("Match {match} starts in {time}, you deal", { match, time })
      : tparts("Match {match} starts in {time}, {name} deals", {
          match,
          time,
          name: nameOf(model, dealer),
        });
