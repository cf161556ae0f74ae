/** Goofspiel's replay, with everything that games/replay/game.js requires of a game. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { viewAt } from "../../games/replay/state.js";
import { checkDeal } from "../table/deal.js";
import { sentencesOf } from "../table/text.js";

/**
 * @typedef {import("../table/protocol.js").Goofspiel} Goofspiel
 * @typedef {import("../../games/replay/player.js").Player<Goofspiel>} Player
 */

/** @param {Player} player */
function stageView({ chapter, shown, names }) {
  const view = chapter && shown && viewAt(chapter, shown.step);
  if (!view) return nothing;
  const last = chapter.steps
    .slice(0, shown.step + 1)
    .flatMap(({ events }) => events)
    .findLast(({ e }) => e === "revealed");
  // after the last move there is no view: the points come from the event
  const points = last?.e === "revealed" ? last.scores : view.seats.map(({ score }) => score);
  return html`<div class="goof"><p class="prize">Prize <b class="num">${view.prize}</b></p>
    <ul class="goof-seats">${view.seats.map(
      (
        { hand, answered, choice },
        seat,
      ) => html`<li class="plate" data-seat=${seat}><b>${names[seat]}</b>
      <span class="points"><b class="num">${points[seat]}</b> points</span><span class="hint">holds ${hand.join(" ")}</span>
      <span data-bid>${choice ? html`bids ${choice}` : answered ? "has bid" : nothing}</span></li>`,
    )}</ul></div>`;
}

/** @type {import("../../games/replay/game.js").ReplayGame<Goofspiel>} */
export const goofspielReplay = {
  ui: () => ({}),
  all: "All bids",
  title: () => "Replay",
  heading: (_match, view) => `Replay, round ${view?.round ?? 1}`,
  place: ({ replay }) => replay,
  match: "Game",
  ends: { first: "To the beginning", last: "To the end" },
  name: "Goofspiel",
  stage: stageView,
  lines: ({ steps }, names) =>
    steps.map(({ step, events }) => ({
      kind: "move",
      from: step,
      step,
      parts: [sentencesOf(events, names).join(" ")],
    })),
  sentence: ({ events }, names) => sentencesOf(events, names).join(" "),
  chip: (code) => html`<b>${code}</b>`,
  round: (round) => `Round ${round}`,
  now: ({ round }) => `Round ${round}`,
  check: checkDeal,
  motion: () => ({ look() {}, play() {} }),
};
