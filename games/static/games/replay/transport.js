/** The controls of a replay: buttons, speed, and a slider over the steps with the rounds on it. */

import { html, nothing, ref, svg } from "../../density/vendor/lit-html/lit-html.js";
import { t, tparts } from "../../density/words.js";
import { iconView } from "../table/parts/parts.js";
import { chartView, legendView } from "./chart.js";
import { roundsOf } from "./state.js";

/** @typedef {import("./player.js").Player} Player */

/** The share of the width that a label needs, by the minimum width of the window. */
const ROOMS = /** @type {const} */ ([
  [1200, 0.085],
  [768, 0.14],
  [0, 0.17],
]);
/** From this share on, a label stands before its mark. */
const NEAR_END = 0.94;

/** Whether the screen is a phone's, upright or sideways. */
export const isSlim = () => matchMedia("(width < 768px), (height < 520px)").matches;

/** @param {Player} player */
export function transportView(player) {
  const { chapter, shown, view } = player;
  if (!chapter || !shown) return nothing;
  const last = chapter.steps.length - 1;
  return html`<section class="transport" aria-label=${t("Steps")}>
    <div class="transport-row"><div class="transport-buttons">
      ${controlButton(player, "first", player.game.ends.first, () => player.act({ kind: "first" }))}
      ${controlButton(player, "back", t("Previous step"), () => player.act({ kind: "step", by: -1 }))}
      <button type="button" class="button square bright play" data-do="play" aria-label=${player.playing ? t("Pause") : t("Play")}
        @click=${() => player.act({ kind: "play" })}>${iconView(player.playing ? "pause" : "play")}</button>
      ${controlButton(player, "next", t("Next step"), () => player.act({ kind: "step", by: 1 }))}
      ${controlButton(player, "last", player.game.ends.last, () => player.act({ kind: "last" }))}
      <button type="button" class="button speed" data-do="speed" aria-label=${t("Speed {speed}. Press to change", { speed: String(player.speed) })}
        @click=${() => player.faster()}>${player.speed}×</button>
      ${isSlim() ? continueButton() : nothing}</div>
      <p class="transport-step">${tparts("Step {step} of {count}", { step: html`<b>${shown.step}</b>`, count: html`${last}` })}</p>
      ${legendView(player)}<p class="transport-round">${view ? player.game.now(view) : nothing}</p>
    </div>
    ${sliderView(player, chapter, shown.step)}
  </section>`;
}

/** Opens the form that continues from here: in the bar, or on a phone among the controls. */
export const continueButton = () =>
  html`<button type="button" class="button continue ${isSlim() ? "" : "quiet"}" data-do="continue" popovertarget="continue" aria-label=${t("Continue from here")}>${iconView("ai")}<span>${t("Continue")}</span></button>`;

/**
 * @param {Player} player
 * @param {string} sign
 * @param {string} label
 * @param {() => void} act
 */
const controlButton = (player, sign, label, act) =>
  html`<button type="button" class="button square" data-do=${sign} aria-label=${label} @click=${act}>${iconView(sign)}</button>`;

/**
 * @param {Player} player
 * @param {import("./state.js").Chapter} chapter
 * @param {number} step
 */
function sliderView(player, chapter, step) {
  const last = chapter.steps.length - 1;
  const share = (/** @type {number} */ at) => (last ? at / last : 0);
  return html`<div class="scrub">${chartView(player)}<input type="range" min="0" max=${last} .value=${String(step)} aria-label=${t("Step")}
      aria-valuetext=${player.game.sentence(chapter.steps[step], player.names)}
      ${ref((element) => /** @type {HTMLElement | undefined} */ (element)?.style.setProperty("--at", `${share(step)}`))}
      @input=${(/** @type {Event} */ event) => {
        player.play(false);
        player.go({
          ...player.moment,
          step: Number(/** @type {HTMLInputElement} */ (event.target).value),
        });
      }}>
    <svg class="ticks" aria-hidden="true">${labelRounds(chapter).map(
      ({ round, at, words }) =>
        svg`<line x1="${at * 100}%" x2="${at * 100}%" y1="0" y2="7"></line>${
          words
            ? svg`<text x="${at * 100}%" y="23" text-anchor=${at > NEAR_END ? "end" : "start"}>${player.game.round(round)}</text>`
            : nothing
        }`,
    )}</svg></div>`;
}

/**
 * The rounds with their beginning, from 0 to 1, and whether there is room for a label.
 * @param {import("./state.js").Chapter} chapter
 */
function labelRounds(chapter) {
  const last = Math.max(chapter.steps.length - 1, 1);
  const room = ROOMS.find(([width]) => innerWidth >= width)?.[1] ?? 0;
  let free = 0;
  return roundsOf(chapter).map(({ round, step }) => {
    const at = step / last;
    const words = at >= free + (at > NEAR_END ? room : 0);
    if (words) free = at + room;
    return { round, at, words };
  });
}
