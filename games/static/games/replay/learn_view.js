/** Playing the costliest decisions again: the table before a choice, the choices, and the answer. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t, tparts } from "../../density/words.js";
import { iconView, keyView } from "../table/parts/parts.js";
import { isOn } from "../table/settings/settings.js";
import { partsView, progressView, worthView } from "./coach_view.js";
import { finePercent, namesForReason, pointWords, wholePercent } from "./review.js";
import { addressOf } from "./state.js";
import { isSlim } from "./transport.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./learning.js").Learning} Learning
 * @typedef {import("./quiz.js").Quiz} Quiz
 * @typedef {import("./quiz.js").Question} Question
 */

/** The bar: its progress, and the way back. @param {Learning} learning */
export function learnBar(learning) {
  const { quiz, question } = learning;
  return html`<a class="wordmark" href="/">${iconView("mark")}<span class="sr-only">${t("Density Deck, home")}</span></a>
    <p class="replay-place"><b>${t("Learn from your mistakes")}</b>${
      quiz && question
        ? html` <span class="learn-place">${t("{number} of {count}", { number: quiz.at + 1, count: quiz.questions.length })}</span>`
        : nothing
    }</p>
    <div class="bar-end"><button type="button" class="button" data-learn="leave" @click=${() => learning.leave()}>${iconView("close")}<span>${t("Back to the replay")}</span></button></div>`;
}

/** @param {Player} player @param {Learning} learning */
export function learnPage(player, learning) {
  const { quiz, question } = learning;
  if (!quiz) return cardView(waitView(player, learning));
  if (!quiz.questions.length) return cardView(nothingView(learning));
  if (!question) return cardView(summaryView(player, learning, quiz));
  return html`<div class="replay learn"><div class="rs-wrap">${player.game.stage(player)}</div>
    <aside class="moves-side">${isSlim() ? nothing : pastView(player, question)}${questionView(player, learning, { quiz, question })}</aside></div>`;
}

/** @param {unknown} content what stands alone on the page */
const cardView = (content) =>
  html`<div class="learn-alone"><section class="learn-card">${content}</section></div>`;

/**
 * The view until the coach has reviewed the whole game.
 * @param {Player} player
 * @param {Learning} learning
 */
function waitView(player, learning) {
  const words = learning.failed
    ? html`<p>${t("Couldn’t load these decisions.")}</p><p><button type="button" class="button" @click=${() => learning.start()}>${t("Try again")}</button></p>`
    : player.coach.none
      ? html`<p>${t("The coach doesn’t review this game.")}</p>`
      : html`<p class="quiet">${t("Once the coach has gone through the whole game, you can replay your costliest decisions.")}</p>${progressView(player)}`;
  return html`${titleView(t("Learn from your mistakes"))}${words}`;
}

/** @param {Learning} learning */
const nothingView = (learning) =>
  html`${titleView(t("No mistakes to learn from"))}<p>${t("No decision in this game cost even one percentage point of win chance. Well played.")}</p>
    <p class="learn-ways">${leaveButton(learning)}</p>`;

/** @param {string} words */
const titleView = (words) => html`<h1 tabindex="-1" data-learn="title">${words}</h1>`;

/** @param {Learning} learning */
const leaveButton = (learning) =>
  html`<button type="button" class="button" @click=${() => learning.leave()}>${t("Back to the replay")}</button>`;

/**
 * The moves up to the choice, and none after it.
 * @param {Player} player
 * @param {Question} question
 */
function pastView(player, { match, step, chapter }) {
  const past = player.game.lines({ match, steps: chapter.steps.slice(0, step) }, player.names);
  return html`<section class="moves-panel" aria-label=${t("Moves so far")}><header><h2>${t("Moves so far")}</h2></header>
    <ol class="moves-list learn-past" tabindex="0">${past.map(
      ({ kind, step: at, parts }) =>
        html`<li data-kind=${kind} data-step=${at}><p>${parts.map((part) =>
          typeof part === "string"
            ? part
            : "card" in part
              ? player.game.chip(part.card)
              : html`<b>${part.who}</b>`,
        )}</p></li>`,
    )}</ol></section>`;
}

// --------------------------------------------------------------------------- question
/**
 * @param {Player} player
 * @param {Learning} learning
 * @param {{quiz: Quiz, question: Question}} asked
 */
function questionView(player, learning, { quiz, question }) {
  const { choices } = player.game;
  const round = question.before?.round;
  return html`<section class="learn-question" aria-labelledby="learn-title"><header>
      <p class="hint">${player.game.choices?.moment(question.match, round)}</p>
      <h1 id="learn-title" tabindex="-1" data-learn="title">${choices?.asked(question.before, question.decision.seat)}</h1></header>
    <ol class="learn-options">${question.options.map((_, index) => optionView(player, learning, { quiz, question, index }))}</ol>
    ${answerView(player, learning, { quiz, question })}</section>`;
}

/**
 * @param {Player} player
 * @param {Learning} learning
 * @param {{quiz: Quiz, question: Question, index: number}} asked
 */
function optionView(player, learning, { quiz, question, index }) {
  const option = question.options[index];
  const isTried = quiz.tried.includes(index);
  const open = isTried || quiz.result !== null;
  const best = open && option === bestOf(question);
  return html`<li><button type="button" class="learn-option" data-option=${index} data-tried=${isTried ? "" : nothing} data-best=${best ? "" : nothing}
      aria-disabled=${open ? "true" : nothing} @click=${() => learning.choose(index)}>
    <span>${partsView(player, player.game.choices?.words(option.action, question.before, player.names) ?? [])}${
      quiz.result && index === question.chosen
        ? html` <small class="learn-played">${t("(played)")}</small>`
        : nothing
    }</span>${open ? html`<span class="learn-worth">${worthView(option)}</span>` : html`<span aria-hidden="true">${isOn("shortcuts") && !isSlim() ? keyView(`${index + 1}`) : nothing}</span>`}</button></li>`;
}

/** The best option is the first that the coach names. @param {Question} question */
const bestOf = ({ decision }) => decision.options[0];

/**
 * @param {Player} player
 * @param {Learning} learning
 * @param {{quiz: Quiz, question: Question}} asked
 */
function answerView(player, learning, { quiz, question }) {
  const words = answerWords(learning);
  const revealButton = buttonView("reveal", t("Show the solution"), () => learning.reveal());
  if (!quiz.result)
    return html`<footer class="learn-answer">${words ? html`<p data-verdict="missed">${words}</p>` : nothing}<p class="learn-ways">${revealButton}</p></footer>`;
  const why = player.game.choices?.why(
    question.decision,
    question.before,
    question.options[question.chosen] ?? null,
    namesForReason(question.decision.seat, player.story?.you ?? null, player.names),
  );
  const last = quiz.at + 1 === quiz.questions.length;
  return html`<footer class="learn-answer"><p data-verdict=${quiz.result === "shown" ? "shown" : "found"}>${words}</p>
    ${why ? html`<p class="why">${partsView(player, why)}</p>` : nothing}
    <p class="learn-ways">${buttonView("next", last ? t("See your result") : t("Next decision"), () => learning.next())}</p></footer>`;
}

/** @param {string} name @param {string} words @param {() => void} act */
const buttonView = (name, words, act) =>
  html`<button type="button" class="button ${name === "next" ? "go" : ""}" data-learn=${name} @click=${act}>${words}</button>`;

/** The result so far, in a sentence or two; empty before a choice. @param {Learning} learning */
export function answerWords({ quiz, question }) {
  if (!quiz || !question) return "";
  const best = bestOf(question);
  const tried = question.options[quiz.tried.at(-1) ?? -1];
  if (quiz.result === "shown")
    return t("The marked choice is the best one. It wins {chance} of games from here.", {
      chance: finePercent(best.chance),
    });
  if (!tried) return "";
  const chance = finePercent(tried.chance);
  if (quiz.result && tried !== best)
    return t(
      "Right, that’s about as good as the coach’s choice. It wins {chance} of games from here.",
      {
        chance,
      },
    );
  if (quiz.result)
    return t("Right, the coach would do the same. It wins {chance} of games from here.", {
      chance,
    });
  return t(
    "There’s a better choice: this one lowers the win chance by {cost} percentage points. Choose again, or see the solution.",
    { cost: pointWords(tried.cost) },
  );
}

// ---------------------------------------------------------------------------- summary
/** @param {Player} player @param {Learning} learning @param {Quiz} quiz */
function summaryView(player, learning, quiz) {
  const { questions, results } = quiz;
  const foundCount = results.filter((result) => result !== "shown").length;
  const once = results.filter((result) => result === "first").length;
  return html`${titleView(foundWords(foundCount, questions.length))}
    ${once ? html`<p class="quiet">${t("On the first try: {count}.", { count: once })}</p>` : nothing}
    <p class="hint">${t("The percentages are your chances of winning the game.")}</p>
    <ol class="learn-moments">${questions.map((question) => html`<li>${momentView(player, learning, question)}</li>`)}</ol>
    <p class="learn-ways"><button type="button" class="button go" data-learn="again" @click=${() => learning.again()}>${t("Practice again")}</button>${leaveButton(learning)}</p>`;
}

/**
 * How many of the decisions the reader got right.
 * @param {number} found
 * @param {number} count
 */
function foundWords(found, count) {
  if (count > 1)
    return t("You found the best choice in {found} of {count} decisions", { found, count });
  return found ? t("You found the best choice") : t("You didn’t find the best choice");
}

/** @param {Player} player @param {Learning} learning @param {Question} question with a link to its moment */
function momentView(player, { seat }, question) {
  const { choices } = player.game;
  const words = (/** @type {import("./state.js").Option | undefined} */ option) =>
    option && choices
      ? partsView(player, choices.words(option.action, question.before, player.names))
      : nothing;
  const link = addressOf({ view: seat, match: question.match, step: question.step });
  return html`<a href=${link}><span class="hint">${player.game.choices?.moment(question.match, question.before?.round)}</span>
    <span><span>${tparts("Best: {move}", { move: words(bestOf(question)) })}</span> <b class="num" data-best>${wholePercent(bestOf(question).chance)}</b></span>
    <span class="quiet"><span>${tparts("Played: {move}", { move: words(question.options[question.chosen]) })}</span> <span class="num">${wholePercent(question.options[question.chosen]?.chance ?? 0)}</span></span>${iconView("next")}</a>`;
}
