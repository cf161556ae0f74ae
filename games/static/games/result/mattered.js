/** The one decision that mattered: an AI looks through the matches that cost most, one after the other. */

import { html, nothing, render } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { address, viewAt } from "../replay/state.js";
import { percent } from "../replay/review.js";
import { icon, useAssets } from "../table/core/parts.js";

/** @import {Does} from "../table/core/protocol.js" */
/**
 * @typedef {import("../table/core/protocol.js").Types} Types
 * @typedef {import("../replay/review.js").Decision} Decision
 * @typedef {{match: number, decision: Decision}} Mattered
 */

/** From here on a decision mattered; what cost less than the second is no news at all. */
const MATTERS = 0.1;
const NOTHING = 0.02;
/** How often, and how many times, a review is asked for that is not made yet. */
const TRY_EVERY = 1500;
const TRIES = 40;

/**
 * The most costly decision of these.
 * @param {Decision[]} decisions
 * @returns {Decision | null}
 */
export const worst = (decisions) =>
  decisions.reduce(
    (/** @type {Decision | null} */ found, each) =>
      each.cost > (found?.cost ?? NOTHING) ? each : found,
    null,
  );

/**
 * The own decisions of a match, once an AI has looked at them; null where none answers.
 * @param {string} url
 * @param {number} seat
 * @param {number} match
 * @returns {Promise<Decision[] | null>}
 */
async function review(url, seat, match) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await fetch(`${url}?view=${seat}&match=${match}`, {
      credentials: "same-origin",
    }).catch(() => null);
    if (answer?.status === 200) return (await answer.json()).decisions;
    if (answer && answer.status !== 202) return null;
    await new Promise((done) => setTimeout(done, TRY_EVERY));
  }
  return null;
}

/**
 * Looks through the matches until a decision mattered.
 * @param {{reviews: string, seat: number, matches: number[]}} where
 * @returns {Promise<{found: Mattered | null, answered: boolean}>} answered: an AI has looked at all that was to be looked at
 */
async function search({ reviews, seat, matches }) {
  /** @type {Mattered | null} */
  let found = null;
  let answered = false;
  for (const match of matches) {
    const decisions = await review(reviews, seat, match);
    if (!decisions) break;
    answered = true;
    const decision = worst(decisions);
    if (decision && decision.cost > (found?.decision.cost ?? 0)) found = { match, decision };
    if (found && found.decision.cost >= MATTERS) break;
  }
  return { found, answered };
}

/**
 * Fills the card of the result page, where there is one.
 * @template {Types} G
 * @param {NonNullable<import("../replay/game.js").ReplayGame<G>["choices"]>} choices
 * @param {Does<[code: string], unknown>} chip
 */
export async function showDecision(choices, chip) {
  const card = document.getElementById("mattered");
  const place = card?.querySelector(".mattered-found");
  if (!(card instanceof HTMLElement) || !(place instanceof HTMLElement)) return;
  useAssets(card.dataset);
  const { reviews = "", steps = "", replay = "", seat = "0", matches = "" } = card.dataset;
  const own = Number(seat);
  const order = matches.split(" ").filter(Boolean).map(Number);
  const { found, answered } = await search({ reviews, seat: own, matches: order });
  const story = found && (await chapterOf(`${steps}?view=${own}&match=${found.match}`));
  place.replaceChildren();
  render(
    found && story
      ? foundView(found, story, { own, replay, choices, chip })
      : noneView(answered && !found, order[0], own, replay),
    place,
  );
}

/** @param {string} url @returns {Promise<import("../replay/state.js").Chapter | null>} */
const chapterOf = (url) =>
  fetch(url, { credentials: "same-origin" })
    .then((answer) => (answer.ok ? answer.json() : null))
    .then((story) => story?.chapters[0] ?? null)
    .catch(() => null);

/**
 * What was done and what the AI would have done, by the numbers and the words of the replay.
 * @template {Types} G
 * @param {Mattered} found
 * @param {import("../replay/state.js").Chapter<G>} chapter
 * @param {{own: number, replay: string, choices: NonNullable<import("../replay/game.js").ReplayGame<G>["choices"]>, chip: Does<[code: string], unknown>}} how
 */
function foundView({ match, decision }, chapter, { own, replay, choices, chip }) {
  const before = viewAt(chapter, decision.step - 1);
  const event = chapter.steps[decision.step]?.events[0];
  const [best] = decision.options;
  const made = decision.options.find(({ action }) => choices.isChosen(action, event)) ?? best;
  const weighed = (/** @type {import("../replay/review.js").Option} */ { action, chance }) =>
    html`<dd>${choices
      .words(action, before)
      .map((part) => (typeof part === "string" ? part : chip(part.card)))}<b class="num">${percent(
      chance,
    )}</b></dd>`;
  const round = before?.round;
  return html`<p class="hint">${round ? t("Match {match}, round {round}", { match, round }) : t("Match {match}", { match })}</p>
    <dl class="two-choices"><dt>${t("You")}</dt>${weighed(made)}<dt>${t("AI")}</dt>${weighed(best)}</dl>
    <p class="hint">${t("Weighed from what you could see.")} ${choices.scale(decision.options.map(({ action }) => action))}</p>
    ${way(`${replay}${address({ view: own, match, step: decision.step })}`)}`;
}

/**
 * @param {boolean} looked whether an AI has looked and found nothing
 * @param {number} match
 * @param {number} own
 * @param {string} replay
 */
const noneView = (looked, match, own, replay) =>
  html`<p>${
    looked
      ? t("None did: the AI would have played your costly matches much as you did.")
      : t("The AI has no time to look back just now.")
  }</p>${match ? way(`${replay}${address({ view: own, match, step: 0 })}`) : nothing}`;

/** @param {string} url */
const way = (url) =>
  html`<p><a class="button" href=${url}>${icon("play")}${t("See it in the replay")}</a></p>`;
