/** Shows the coach's finding: a winner's strongest decision, or else the costliest one. */

import { renderLive } from "../live.js";
import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { Coach } from "../replay/coach.js";
import {
  costliestOf,
  finePercent,
  namesForReason,
  pointWords,
  strongestOf,
} from "../replay/review.js";
import { addressOf, viewAt } from "../replay/state.js";
import { iconView, useAssets } from "../table/parts/parts.js";

/** @import {Does} from "../table/state/protocol.js" */
/**
 * @typedef {import("../table/state/protocol.js").Types} Types
 * @typedef {import("../replay/state.js").Mistake} Mistake
 * @typedef {{chapter: import("../replay/state.js").Chapter, names: string[]}} Story
 */

/**
 * @template {Types} [G=Types]
 * @typedef {{own: number, replay: string, names: string[], choices: import("../replay/game.js").Choices<G>,
 *   chip: Does<[code: string], unknown>, kind: keyof typeof TITLES}} How
 */

/** Titles of a decision. */
const TITLES = {
  strongest: t("Your strongest decision"),
  costliest: t("Your costliest decision"),
  mattered: t("The decision that mattered"),
};

/** How often a story that did not load is asked for again, in ms. */
const AGAIN = 15_000;

/**
 * Fills the result page's card with the decision known so far.
 * @template {Types} G
 * @param {import("../replay/game.js").Choices<G>} choices
 * @param {Does<[code: string], unknown>} chip
 */
export function showDecision(choices, chip) {
  const card = document.getElementById("mattered");
  const place = card?.querySelector(".mattered-found");
  if (!(card instanceof HTMLElement) || !(place instanceof HTMLElement)) return;
  useAssets(card.dataset);
  const { steps = "", replay = "", seat = "0", match = "1" } = card.dataset;
  const won = "won" in card.dataset;
  const own = Number(seat);
  const first = Number(match);
  place.replaceChildren();
  /** The stories by match; null while requested. @type {Map<number, Story | null>} */
  const stories = new Map();
  /** @type {unknown} */
  let shown = null;
  let isSettled = false;
  /** @type {Coach<G>} */
  const coach = new Coach(card.dataset, () => look());

  /** @param {number} match */
  const askStory = async (match) => {
    stories.set(match, null);
    const story = await storyOf(`${steps}?view=${own}&match=${match}`);
    if (!story) return stories.delete(match);
    stories.set(match, story);
    return look();
  };

  /** The decision to show; null if there is none yet: a winner's strongest, or else the costliest. */
  const findPlace = () => {
    const review = won ? coach.reviewOf({ view: own, match: first }) : null;
    const strongest = review && strongestOf(review, own);
    if (strongest) return { match: first, step: strongest.step, strong: true };
    const costliest = won && !review ? null : costliestOf(coach.mistakesOf(own), own);
    return costliest && { ...costliest, strong: false };
  };

  /** @param {import("../replay/review.js").Place & {strong: boolean}} found */
  const viewOf = ({ match, step, strong }) => {
    const story = stories.get(match);
    if (story === undefined) void askStory(match);
    const decision = coach.decisionOf({ view: own, match }, step);
    if (!story?.chapter || !decision) return null;
    const { names, chapter } = story;
    const kind = strong ? "strongest" : won ? "costliest" : "mattered";
    return foundView(match, decision, chapter, { own, replay, choices, chip, names, kind });
  };

  const look = () => {
    const found = findPlace();
    // without one, the coach begins with the match that a winner won, or with the most instructive one
    void coach.follow({ view: own, match: found?.match ?? (won ? first : 0) });
    const decisionView = found && viewOf(found);
    shown = decisionView ?? shown;
    const isEmpty = coach.isDone(own) && !found;
    const isSearched = coach.isDone(own) || found?.strong;
    isSettled = coach.none || (!!isSearched && (!found || decisionView !== null));
    renderLive(
      html`${shown ?? nothing}${isSettled && shown ? nothing : waitView(coach, choices, { isShown: shown !== null, isEmpty })}${shown ? nothing : waysView({ replay, own, match: first, step: 0 }, false)}`,
      place,
    );
  };

  look();
  const timer = setInterval(() => {
    if (isSettled) clearInterval(timer);
    else if (!document.hidden) look();
  }, AGAIN);
}

/**
 * The shape of the finding that is coming, or a note while a costlier decision may follow; nothing without a coach.
 * @template {Types} G
 * @param {Coach<G>} coach
 * @param {import("../replay/game.js").Choices<G>} choices
 * @param {{isShown: boolean, isEmpty: boolean}} state whether the page shows a finding, and whether the coach found nothing
 */
function waitView(coach, choices, { isShown, isEmpty }) {
  if (coach.none) return nothing;
  if (isShown) return html`<p class="hint">${t("This is the costliest decision so far.")}</p>`;
  // with the room of a finding: nothing moves below
  if (isEmpty)
    return html`<h3>${t("The coach would have played this game much like you did.")}</h3><div class="mattered-why"></div>`;
  const { made, of } = coach.progress;
  const checked = of ? html`<p class="hint">${choices.progress(made, of)}</p>` : nothing;
  const shape = html`<dl class="two-choices" aria-hidden="true"><dt>${t("You")}</dt><dd></dd><dt>${t("Coach")}</dt><dd></dd></dl>`;
  if (coach.away)
    return html`<h3>${t("The coach is busy")}</h3>
      ${checked}${shape}<div class="mattered-why"><p>${t("Its findings will appear here.")}</p></div>`;
  return html`<h3>${t("The coach is looking at your game")}</h3>
    ${of ? checked : html`<p class="hint">${t("The coach is getting ready.")}</p>`}${shape}
    <div class="mattered-why"><p>${t("Your most important decision appears here, usually within a few seconds.")}</p></div>`;
}

/** @param {string} url @returns {Promise<Story | null>} */
const storyOf = (url) =>
  fetch(url, { credentials: "same-origin" })
    .then((answer) => (answer.ok ? answer.json() : null))
    .then(
      (story) =>
        story && {
          chapter: story.chapters[0],
          names: story.seats.map((/** @type {{name: string}} */ { name }) => name),
        },
    )
    .catch(() => null);

/**
 * The player's choice and the coach's, or the next best one, with the words of the replay.
 * @template {Types} G
 * @param {number} match
 * @param {import("../replay/state.js").Decision<G>} decision
 * @param {import("../replay/state.js").Chapter<G>} chapter
 * @param {How<G>} how
 */
function foundView(match, decision, chapter, { own, replay, choices, chip, names, kind }) {
  const before = viewAt(chapter, decision.step - 1);
  const event = chapter.steps[decision.step]?.events[0];
  const [best, next] = decision.options;
  const isStrong = kind === "strongest";
  const chosen = decision.options.find(({ action }) => choices.isChosen(action, event));
  const played = isStrong ? best : (chosen ?? best);
  const drawn = (/** @type {(string | {card: string})[]} */ parts) =>
    parts.map((part) => (typeof part === "string" ? part : chip(part.card)));
  const weighed = (/** @type {import("../replay/state.js").Option<G>} */ { action, chance }) =>
    html`<dd>${drawn(choices.words(action, before, names))}<b class="num">${finePercent(chance)}</b></dd>`;
  const why = choices.why(decision, before, played, namesForReason(own, own, names));
  const cost = isStrong ? next.cost : decision.cost;
  return html`<h3>${TITLES[kind]}</h3>
    <p class="hint">${choices.moment(match, before?.round)}</p>
    <dl class="two-choices"><dt>${t("You")}</dt>${weighed(played)}<dt>${isStrong ? t("Next best") : t("Coach")}</dt>${weighed(isStrong ? next : best)}</dl>
    <div class="mattered-why"><p>${why ? drawn(why) : nothing}</p>
      <p class="hint">${t("Chances of winning the whole game, based on what you could see. Difference: {cost} percentage points.", { cost: pointWords(cost) })}</p></div>
    ${waysView({ replay, own, match, step: decision.step }, !isStrong)}`;
}

/**
 * @param {{replay: string, own: number, match: number, step: number}} moment
 * @param {boolean} learn whether there is anything to play again
 */
const waysView = ({ replay, own, match, step }, learn) =>
  html`<p class="mattered-ways"><a class="button" href="${replay}${addressOf({ view: own, match, step })}">${iconView("play")}${t("See it in the replay")}</a>${
    learn
      ? html` <a class="button" href="${replay}?view=${own}&learn=1">${iconView("book")}${t("Learn from your mistakes")}</a>`
      : nothing
  }</p>`;
