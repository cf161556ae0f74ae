/** The win chances over a replay: areas over the steps, marks of costly decisions, a legend. */

import { html, nothing, svg } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { chanceAreas, costlySteps, wholePercent, stepNear } from "./review.js";
import { nearOf, roundsOf } from "./state.js";

/** @typedef {import("./player.js").Player} Player */

/** The share of the chart's height that a name needs. */
const ROOM = 0.13;
/** How near to a mark a click selects the mark, in px. */
const NEAR = 14;

/** The seats from the bottom of the chart, the viewed one first. @param {Player} player */
function orderOf({ story, shown }) {
  const near = nearOf(shown?.view ?? "all", story?.you ?? null);
  const seats = story?.seats.map(({ seat }) => seat) ?? [];
  return [...seats.slice(near), ...seats.slice(0, near)];
}

/**
 * Each seat's chance at the step on the page, in words; until the match is reviewed, its line.
 * @param {Player} player
 */
export function legendView(player) {
  const { review, shown, names } = player;
  const shares = review?.leads[shown?.step ?? 0];
  if (!shares) return review || player.coach.none ? nothing : html`<p class="chances"></p>`;
  return html`<p class="chances"><span title=${t("chance of winning the whole game")}>${t("Win chance")}</span>${orderOf(
    player,
  ).map(
    (seat, place) =>
      html`<b data-place=${place}><i aria-hidden="true"></i><span>${names[seat]}</span> ${wholePercent(shares[seat])}</b>`,
  )}</p>`;
}

/**
 * The chart over the slider; until the match is reviewed, the coach's progress.
 * @param {Player} player
 */
export function chartView(player) {
  const { review, chapter, shown } = player;
  if (!chapter || !shown || player.coach.none) return nothing;
  if (!review)
    return html`<div class="win-chart" data-waiting><p class="hint" aria-hidden="true">${t("The win chance will appear here.")}</p></div>`;
  return html`<div class="win-chart" role="img" aria-label=${t("Each seat’s win chance, step by step")}
    @click=${(/** @type {MouseEvent} */ event) => goToPointer(player, event)}>${drawingView(player, review, { chapter, at: shown.step })}</div>`;
}

/**
 * @param {Player} player
 * @param {import("./state.js").Review} review
 * @param {{chapter: import("./state.js").Chapter, at: number}} now
 */
function drawingView(player, review, { chapter, at }) {
  const last = Math.max(chapter.steps.length - 1, 1);
  const drawn = chanceAreas(review.leads, orderOf(player));
  const x = (/** @type {number} */ step) => `${(step / last) * 100}%`;
  return html`<svg viewBox="0 0 ${last} 1" preserveAspectRatio="none" aria-hidden="true">${drawn.map(
    ({ points }, place) => svg`<polygon points="${points}" data-place="${place}"></polygon>`,
  )}</svg>
    <svg class="chart-lines" aria-hidden="true">${roundsOf(chapter)
      .slice(1)
      .map(
        ({ step }) => svg`<line x1="${x(step)}" x2="${x(step)}" y1="0" y2="100%"></line>`,
      )}${drawn.map(({ seat, middle, share }, place) =>
      share < ROOM
        ? nothing
        : svg`<text x="10" y="${middle * 100}%" dy=".35em" data-place="${place}">${player.names[seat]}</text>`,
    )}<line class="chart-now" x1="${x(at)}" x2="${x(at)}" y1="-8" y2="100%"></line>${costlySteps(
      review,
    ).map(
      (step) =>
        svg`<svg x="${x(step)}" y="-10" overflow="visible"><path class="chart-mark" data-step="${step}" data-now="${step === at ? "" : nothing}" d="M-7 0h14L0 9Z"></path></svg>`,
    )}</svg>`;
}

/** Goes to the step under the pointer. @param {Player} player @param {MouseEvent} event */
function goToPointer(player, event) {
  const { review, chapter } = player;
  if (!review || !chapter) return;
  const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
  const last = chapter.steps.length - 1;
  const at = ((event.clientX - box.left) / box.width) * last;
  player.play(false);
  player.go({ ...player.moment, step: stepNear(review, at, (NEAR / box.width) * last) });
}
