/** The AI's opinion on the page: who was ahead as areas over the steps, and the choice of a step. */

import { html, nothing, svg } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { areas, costWords, COSTLY, decisionAt, marked, percent } from "./review.js";
import { nearOf, roundsOf, viewAt } from "./state.js";
import { levelName } from "../table/core/options.js";

/** @typedef {import("./player.js").Player} Player */

/** A name needs so much of the height of its area. */
const ROOM = 0.13;
const MOST = 6;

/** @param {Player} player the seats from the bottom of the chart: the viewed one first */
function orderOf({ story, shown }) {
  const near = nearOf(shown?.view ?? "all", story?.you ?? null);
  const seats = story?.seats.map(({ seat }) => seat) ?? [];
  return [...seats.slice(near), ...seats.slice(0, near)];
}

/** @param {Player} player who was ahead at the step on the page, in words */
export function legendView(player) {
  const { review, shown, names } = player;
  const shares = review?.leads[shown?.step ?? 0];
  if (!shares) return nothing;
  return html`<p class="chances"><span title=${t("if all hands were shown now")}>${t("Win chance now")}</span>${orderOf(
    player,
  ).map(
    (seat, place) =>
      html`<b data-place=${place}><i aria-hidden="true"></i>${names[seat]} ${percent(shares[seat])}</b>`,
  )}</p>`;
}

/** @param {Player} player the chart over the slider; an empty frame while a worker thinks */
export function chartView(player) {
  const { review, chapter, shown, names } = player;
  if (!chapter || !shown || player.unreviewed) return nothing;
  const last = Math.max(chapter.steps.length - 1, 1);
  if (!review)
    return html`<div class="win-chart" data-waiting><p class="hint">${t("The AI is thinking this match over.")}</p></div>`;
  const drawn = areas(review.leads, orderOf(player));
  const x = (/** @type {number} */ step) => `${(step / last) * 100}%`;
  return html`<div class="win-chart" role="img" aria-label=${t("Win chance of every seat over the steps of the match")}>
    <svg viewBox="0 0 ${last} 1" preserveAspectRatio="none" aria-hidden="true">${drawn.map(
      ({ points }, place) => svg`<polygon points="${points}" data-place="${place}"></polygon>`,
    )}</svg>
    <svg class="chart-lines" aria-hidden="true">${roundsOf(chapter)
      .slice(1)
      .map(
        ({ step }) => svg`<line x1="${x(step)}" x2="${x(step)}" y1="0" y2="100%"></line>`,
      )}${drawn.map(({ seat, middle, share }, place) =>
      share < ROOM
        ? nothing
        : svg`<text x="10" y="${middle * 100}%" dy=".35em" data-place="${place}">${names[seat]}</text>`,
    )}<line class="chart-now" x1="${x(shown.step)}" x2="${x(shown.step)}" y1="-8" y2="100%"></line>${marked(
      review,
    ).map(
      (step) =>
        svg`<svg x="${x(step)}" y="-10" overflow="visible"><path class="chart-mark" d="M-6 0h12L0 8Z"></path></svg>`,
    )}</svg></div>`;
}

/** @param {Player} player */
export function opinionView(player) {
  const { review, chapter, shown, names } = player;
  const { choices } = player.game;
  if (!review || !chapter || !shown || !choices)
    return html`<section class="opinion" aria-label=${t("AI opinion")}><p class="quiet">${t("The AI is thinking this match over.")}</p></section>`;
  const decision = decisionAt(review, shown.step);
  const event = chapter.steps[shown.step]?.events[0];
  const before = viewAt(chapter, shown.step - 1);
  return html`<section class="opinion" aria-label=${t("AI opinion")}><header><h2>${t("AI opinion")}</h2>${
    decision
      ? html`<span class="hint">${t("from {name}’s view", { name: names[decision.seat] })}</span>`
      : nothing
  }</header>
    ${
      decision
        ? html`<ol>${decision.options.slice(0, MOST).map(
            ({
              action,
              chance,
              cost,
            }) => html`<li data-chosen=${choices.isChosen(action, event) ? "" : nothing}><span>${choices
              .words(action, before)
              .map((part) =>
                typeof part === "string" ? part : player.game.chip(part.card),
              )}${choices.isChosen(action, event) ? html`<span class="sr-only"> ${t("chosen")}</span>` : nothing}</span>
            <span class="num">${percent(chance)}</span><b class="num">${costWords(cost)}</b></li>`,
          )}</ol>`
        : html`<p class="quiet">${t("No choice to weigh at this step.")}</p>`
    }
    ${decision ? html`<p class="hint">${choices.scale(decision.options.map(({ action }) => action))}</p>` : nothing}
    <p class="hint">${t(
      "The cost is what a choice lacks to the best one. AI {level}, {count} samples, other hands unknown.",
      {
        level: levelName(review.level).toLowerCase(),
        count: review.samples,
      },
    )}</p></section>`;
}

/**
 * What a line of the moves cost.
 * @param {number | null} cost
 */
export const costView = (cost) =>
  cost === null
    ? nothing
    : html`<span class="cost" data-costly=${cost >= COSTLY ? "" : nothing}>${costWords(cost)}</span>`;
