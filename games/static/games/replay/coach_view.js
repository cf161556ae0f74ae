/** The coach beside a replay: the choices of a step with their costs, the reason, and the coach's progress. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { levelName } from "../table/parts/options.js";
import { iconView } from "../table/parts/parts.js";
import {
  costOf,
  costWords,
  COSTLY,
  decisionAt,
  finePercent,
  isBest,
  namesForReason,
  placeBeside,
} from "./review.js";
import { viewAt } from "./state.js";

/** @typedef {import("./player.js").Player} Player */

/** How many choices are listed: the best ones, and always the chosen one. */
const MOST = 5;

/** @param {Player} player */
export function coachView(player) {
  const { review, coach } = player;
  return html`<section class="opinion" aria-label=${t("Coach")}><h2 class="sr-only">${t("Coach")}</h2>${
    review
      ? decisionView(player, review)
      : coach.away
        ? nothing
        : html`<p class="quiet">${t("The coach hasn’t reached this part yet.")}</p>`
  }
    <footer>${progressView(player)}${waysView(player)}${review ? aboutView(review) : nothing}</footer></section>`;
}

/** How many matches are reviewed. @param {Player} player */
function progressWords({ coach, game }) {
  const { made, of } = coach.progress;
  return of && game.choices ? game.choices.progress(made, of) : t("The coach is getting ready.");
}

/** The coach's progress until it is done, or that it is busy. @param {Player} player */
export function progressView(player) {
  const { coach, shown } = player;
  if (!shown || coach.none) return nothing;
  if (coach.away)
    return html`<p class="quiet" role="status">${t("The coach is busy. Its findings will appear here.")}</p>`;
  if (coach.isDone(shown.view)) return nothing;
  const { made, of } = coach.progress;
  return html`<label class="coach-progress">${progressWords(player)}<progress max=${of || 1} value=${made}></progress></label>`;
}

/**
 * @param {Player} player
 * @param {import("./state.js").Review} review
 */
function decisionView(player, review) {
  const { chapter, shown, names } = player;
  const { choices } = player.game;
  const decision = shown && decisionAt(review, shown.step);
  if (!chapter || !shown || !choices || !decision)
    return html`<p class="quiet">${t("There’s no decision to review at this step.")}</p>`;
  const event = chapter.steps[shown.step]?.events[0];
  const before = viewAt(chapter, shown.step - 1);
  const chosen = decision.options.find(({ action }) => choices.isChosen(action, event));
  const best = decision.options.slice(0, MOST);
  const listed = chosen && !best.includes(chosen) ? [...best.slice(0, -1), chosen] : best;
  const told = namesForReason(decision.seat, player.story?.you ?? null, names);
  const why = choices.why(decision, before, chosen ?? null, told);
  return html`<header><span class="hint">${t("from {name}’s point of view", { name: names[decision.seat] })}</span><span class="hint">${t("Win chance")}</span><span class="hint">${t("Cost")}</span></header>
    <ol>${listed.map(
      (option) =>
        html`<li data-chosen=${option === chosen ? "" : nothing}><span>${partsView(player, choices.words(option.action, before, names))}${
          option === chosen ? html`<span class="sr-only"> ${t("chosen")}</span>` : nothing
        }</span>${worthView(option)}</li>`,
    )}</ol>
    ${why ? html`<p class="why">${partsView(player, why)}</p>` : nothing}`;
}

/** The chance and the cost of an option. @param {import("./state.js").Option} option */
export const worthView = ({ chance, cost }) =>
  html`<span class="num">${finePercent(chance)}</span><b class="num" data-costly=${cost >= COSTLY ? "" : nothing} data-best=${isBest(cost) ? "" : nothing}>${costWords(cost)}</b>`;

const MARK = /^[,.;:]/;

/**
 * Words with cards among them. A comma or full stop after a card stays in its line.
 * @param {Player} player
 * @param {(string | {card: string})[]} parts
 */
export const partsView = ({ game }, parts) =>
  parts.map((part, index) => {
    if (typeof part === "string")
      return index && typeof parts[index - 1] !== "string" ? part.replace(MARK, "") : part;
    const next = parts[index + 1];
    const [mark] = (typeof next === "string" && MARK.exec(next)) || [];
    return mark
      ? html`<span class="card-with-comma">${game.chip(part.card)}${mark}</span>`
      : game.chip(part.card);
  });

/** The buttons to the next costly decisions, and to replay them. @param {Player} player */
function waysView(player) {
  const { costly, moment, story, shown } = player;
  if (!story || !shown || player.coach.none) return nothing;
  const jump = (
    /** @type {number} */ by,
    /** @type {string} */ sign,
    /** @type {string} */ label,
  ) =>
    html`<button type="button" class="button square" data-do="costly-${sign}" aria-label=${label} ?disabled=${!placeBeside(costly, moment, by)}
      @click=${() => player.act({ kind: "costly", by })}>${iconView(sign)}</button>`;
  const seat = shown.view === "all" ? story.you : shown.view;
  return html`<div class="coach-ways">${
    costly.length
      ? html`<span class="costly-jump">${jump(-1, "back", t("Previous costly decision"))}<span class="costly-sign" aria-hidden="true"></span>${jump(1, "next", t("Next costly decision"))}</span>`
      : nothing
  }${
    seat === null
      ? nothing
      : html`<button type="button" class="button learn-start" data-do="learn" @click=${() => player.learn(seat)}>${
          seat === story.you
            ? t("Learn from your mistakes")
            : t("Learn from {name}’s mistakes", { name: player.names[seat] })
        }</button>`
  }</div>`;
}

/**
 * How the chances were calculated; an exact coach takes no samples.
 * @param {import("./state.js").Review} review
 */
function aboutView({ level, samples }) {
  const ai = levelName(level);
  const chances = t("Chances of winning the whole game, based on what this player could see.");
  const by = samples
    ? t("Calculated with AI level {level}, {count} samples.", { level: ai, count: samples })
    : t("Calculated with AI level {level}.", { level: ai });
  return html`<p class="hint">${chances} ${by}</p>`;
}

/**
 * The cost beside a line of the moves.
 * @param {import("./state.js").Review} review
 * @param {import("./lines.js").Line} line
 */
export function costView(review, { from, step }) {
  const cost = costOf(review, from, step);
  if (cost === null) return nothing;
  return html`<span class="cost" data-costly=${cost >= COSTLY ? "" : nothing}>${costWords(cost)}</span>`;
}
