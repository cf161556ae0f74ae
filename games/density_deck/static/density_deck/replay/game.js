/** Density Deck's replay, with everything that games/replay/game.js requires of a game. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t, tparts } from "../../density/words.js";
import { deckFold, startUi } from "../table/fold.js";
import { emptyModel } from "../../games/table/state/model.js";
import { oddsThen } from "../table/chances_view.js";
import { enoughThen } from "../table/enough.js";
import { whyLost } from "../table/why.js";
import { chipView, mostLives } from "../table/parts.js";
import { stepsView } from "../table/score.js";
import { endView } from "../table/showdown.js";
import { checkDeal } from "../table/deal.js";
import { linesOf, sentenceOf } from "../table/lines.js";
import { choices } from "./choices.js";
import { Motion } from "./motion.js";
import { scoreOf, stageView } from "./stage.js";
import { nearOf } from "../../games/replay/state.js";

/** @typedef {import("../table/protocol.js").Player} Player */

/** @type {import("../table/protocol.js").ReplayGame} */
export const densityDeck = {
  ui: startUi,
  all: t("All hands"),
  title: (match) => t("Replay, match {match}", { match }),
  heading: (match, view) =>
    t("Replay, match {match}, round {round}", { match, round: view?.round ?? 1 }),
  // a narrow bar has no room for more, nor has one that shares its line with the views
  place: (parts) =>
    matchMedia("(width < 768px), (1200px <= width < 1440px)").matches
      ? tparts("Match {match} of {count}", { match: parts.match, count: parts.count })
      : tparts("{replay}, match {match} of {count}", parts),
  match: t("Match"),
  ends: { first: t("Go to the deal"), last: t("Go to the end of the match") },
  stage: stageView,
  lines: linesOf,
  sentence: sentenceOf,
  chip: (card) => chipView(card, { small: true }),
  round: (round) => t("Round {round}", { round }),
  now: ({ round, stake }) =>
    stake
      ? html`${t("Round {round}", { round })}, <b class="harm">${t("{count} damage", { count: stake })}</b>`
      : t("Round {round}", { round }),
  ended: endedView,
  reopen: reopenButton,
  score: scoreView,
  choices,
  check: checkDeal,
  motion: (root) => new Motion(root),
};

/**
 * The scores of a match at its last step, drawn with parts of the live table.
 * @param {Player} player
 */
function endedView(player) {
  const { over, story, shown, view } = player;
  if (over?.e !== "match_over" || !story || !shown || !view || player.aside) return nothing;
  /** @type {import("../table/protocol.js").Model} */
  const table = emptyModel(deckFold.start);
  const app = {
    model: {
      ...table,
      own: { ...table.own, why: whyOf(player, over) },
      seats: story.seats,
      you: story.you,
      view,
    },
    most: mostLives(story),
    ui: { own: player.own },
    redraw: () => {
      player.own = app.ui.own;
      player.redraw();
    },
  };
  return html`<section class="sd replay-end" aria-labelledby="showdown-title" data-seats=${over.seats.length}>
    ${endView(app, withHands(over, shown.view))}
    <footer class="sd-foot"><button type="button" class="button" @click=${() => setAside(player, true)}>${t("Show the table")}</button></footer></section>`;
}

/**
 * Why the reader lost, if the page shows the reader's own view or everything.
 * @param {Player} player
 * @param {import("../table/protocol.js").MatchOver} over
 */
function whyOf({ story, shown, chapter }, over) {
  const own = shown?.view === "all" || shown?.view === story?.you;
  const events = chapter?.steps.flatMap((step) => step.events) ?? [];
  return story && own ? whyLost(events, over, story.you, story.game.ruleset) : null;
}

/** @param {Player} player */
function reopenButton(player) {
  return player.over && player.aside
    ? html`<button type="button" class="button rs-scores" @click=${() => setAside(player, false)}>${t("Show the scores")}</button>`
    : nothing;
}

/** @param {Player} player @param {boolean} aside */
function setAside(player, aside) {
  player.aside = aside;
  player.redraw();
}

/**
 * Opens every hand where nothing is hidden, also those of players who surrendered.
 * @param {import("../table/protocol.js").MatchOver} over
 * @param {import("../../games/replay/state.js").Whose} view
 */
const withHands = (over, view) =>
  view !== "all"
    ? over
    : {
        ...over,
        seats: over.seats.map((seat) => ({
          ...seat,
          hand: seat.hand ?? /** @type {{held?: string[]}} */ (seat).held ?? null,
        })),
      };

/** The score of the seat at the near side, step by step. @param {Player} player */
function scoreView(player) {
  const { view, shown, story } = player;
  if (!view || !shown || !story) return nothing;
  const near = nearOf(shown.view, story.you);
  const score = scoreOf(view, near);
  return html`<section class="score-panel replay-score" aria-label=${t("Score")}><header><h2>${t("Score")}</h2><span class="hint">${player.names[near]}</span></header>${
    score
      ? html`${stepsView(score)}${enoughThen(player, near, score.score)}${oddsThen(player, near)}`
      : html`<p class="quiet">${t("No score at this step.")}</p>`
  }</section>`;
}
