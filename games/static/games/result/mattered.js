/** The one decision that mattered: the coach looks through the game, and names the costliest. */

import { renderLive } from "../live.js";
import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { Coach } from "../replay/coach.js";
import { costliest, costWords, fine } from "../replay/review.js";
import { address, viewAt } from "../replay/state.js";
import { icon, useAssets } from "../table/core/parts.js";

/** @import {Does} from "../table/core/protocol.js" */
/**
 * @typedef {import("../table/core/protocol.js").Types} Types
 * @typedef {import("../replay/review.js").Mistake} Mistake
 */

/**
 * @template {Types} [G=Types]
 * @typedef {{own: number, replay: string, names: string[], choices: import("../replay/game.js").Choices<G>,
 *   chip: Does<[code: string], unknown>}} How
 */

/**
 * Fills the card of the result page, where there is one.
 * @template {Types} G
 * @param {import("../replay/game.js").Choices<G>} choices
 * @param {Does<[code: string], unknown>} chip
 */
export async function showDecision(choices, chip) {
  const card = document.getElementById("mattered");
  const place = card?.querySelector(".mattered-found");
  if (!(card instanceof HTMLElement) || !(place instanceof HTMLElement)) return;
  useAssets(card.dataset);
  const { steps = "", replay = "", seat = "0", matches = "" } = card.dataset;
  const own = Number(seat);
  const first = Number(matches.split(" ")[0]) || 1;
  place.replaceChildren();
  /** @type {Coach<G>} */
  const coach = new Coach(card.dataset, () => renderLive(waitView(coach, choices), place));
  await coach.follow({ view: own, match: first });
  const mistake = costliest(coach.mistakesOf(own), own);
  if (mistake) await coach.follow({ view: own, match: mistake.match });
  const story = mistake && (await storyOf(`${steps}?view=${own}&match=${mistake.match}`));
  const decision =
    mistake &&
    coach
      .reviewOf({ view: own, match: mistake.match })
      ?.decisions.find(({ step }) => step === mistake.step);
  const how = { own, replay, choices, chip, names: story?.names ?? [] };
  renderLive(
    mistake && decision && story?.chapter
      ? foundView(mistake, decision, story.chapter, how)
      : noneView(coach.isDone(own) && !mistake, first, how),
    place,
  );
}

/**
 * How far the coach is.
 * @template {Types} G
 * @param {Coach<G>} coach
 * @param {import("../replay/game.js").Choices<G>} choices
 */
const waitView = ({ progress: { made, of } }, choices) =>
  html`<p class="quiet">${of ? choices.progress(made, of) : t("The coach is on its way.")}</p>`;

/** @param {string} url @returns {Promise<{chapter: import("../replay/state.js").Chapter, names: string[]} | null>} */
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
 * What was done and what the coach would have done, by the numbers and the words of the replay.
 * @template {Types} G
 * @param {Mistake} mistake
 * @param {import("../replay/review.js").Decision<G>} decision
 * @param {import("../replay/state.js").Chapter<G>} chapter
 * @param {How<G>} how
 */
function foundView({ match }, decision, chapter, { own, replay, choices, chip, names }) {
  const before = viewAt(chapter, decision.step - 1);
  const event = chapter.steps[decision.step]?.events[0];
  const [best] = decision.options;
  const made = decision.options.find(({ action }) => choices.isChosen(action, event)) ?? best;
  const drawn = (/** @type {(string | {card: string})[]} */ parts) =>
    parts.map((part) => (typeof part === "string" ? part : chip(part.card)));
  const weighed = (/** @type {import("../replay/review.js").Option<G>} */ { action, chance }) =>
    html`<dd>${drawn(choices.words(action, before))}<b class="num">${fine(chance)}</b></dd>`;
  const why = choices.why(decision, before, made, names);
  return html`<p class="hint">${choices.moment(match, before?.round)}</p>
    <dl class="two-choices"><dt>${t("You")}</dt>${weighed(made)}<dt>${t("Coach")}</dt>${weighed(best)}</dl>
    <p>${why ? drawn(why) : nothing}</p>
    <p class="hint">${t("Chances to win the whole game, weighed from what you could see. The difference: {cost}.", { cost: costWords(decision.cost) })}</p>
    ${ways({ replay, own, match, step: decision.step }, true)}`;
}

/**
 * @template {Types} G
 * @param {boolean} looked whether the coach has looked and found nothing
 * @param {number} match
 * @param {How<G>} how
 */
const noneView = (looked, match, { own, replay }) =>
  html`<p>${
    looked
      ? t("None did: the coach would have played this game much as you did.")
      : t("The coach does not answer just now.")
  }</p>${ways({ replay, own, match, step: 0 }, false)}`;

/**
 * @param {{replay: string, own: number, match: number, step: number}} moment
 * @param {boolean} learn whether there is anything to play again
 */
const ways = ({ replay, own, match, step }, learn) =>
  html`<p class="mattered-ways"><a class="button" href="${replay}${address({ view: own, match, step })}">${icon("play")}${t("See it in the replay")}</a>${
    learn
      ? html` <a class="button" href="${replay}?view=${own}&learn=1">${icon("book")}${t("Learn from your mistakes")}</a>`
      : nothing
  }</p>`;
