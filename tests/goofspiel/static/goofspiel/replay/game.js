/** Goofspiel in a replay: all that games/replay/game.js asks of a game. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { examine } from "../../games/replay/compare.js";
import { dealing } from "../../games/replay/deal.js";
import { viewAt } from "../../games/replay/state.js";
import { sentences } from "../table/text.js";

/**
 * @typedef {import("../../games/replay/game.js").Player} Player
 * @typedef {import("../table/game.js").GoofspielView} GoofspielView
 * @typedef {import("../table/text.js").GoofspielTold} GoofspielTold
 */

/** All prizes, in the order of the rules. */
const PRIZES = [1, 2, 3, 4, 5, 6, 7].map((prize) => `P${prize}`);

/** @param {Player} player */
function stage({ chapter, shown, names }) {
  const view = chapter && shown && /** @type {GoofspielView | null} */ (/** @type {unknown} */ (viewAt(chapter, shown.step)));
  if (!view) return nothing;
  const told = /** @type {GoofspielTold[]} */ (/** @type {unknown[]} */ (chapter.steps.slice(0, shown.step + 1).flatMap(({ events }) => events)));
  const last = told.findLast(({ e }) => e === "revealed");
  // after the last move there is no view: the points are those that were told
  const points = last?.e === "revealed" ? last.scores : view.seats.map(({ score }) => score);
  return html`<div class="goof"><p class="prize">Prize <b class="num">${view.prize}</b></p>
    <ul class="goof-seats">${view.seats.map(({ hand, answered, choice }, seat) => html`<li class="plate" data-seat=${seat}><b>${names[seat]}</b>
      <span class="points"><b class="num">${points[seat]}</b> points</span><span class="hint">holds ${hand.join(" ")}</span>
      <span data-bid>${choice ? html`bids ${choice}` : answered ? "has bid" : nothing}</span></li>`)}</ul></div>`;
}

/** @type {import("../../games/replay/game.js").ReplayKind} */
export const goofspielReplay = {
  all: "All bids",
  title: () => "Replay",
  heading: (_match, view) => `Replay, round ${view?.round ?? 1}`,
  place: ({ replay }) => replay,
  match: "Game",
  ends: { first: "To the beginning", last: "To the end" },
  name: "Goofspiel",
  stage,
  lines: ({ steps }, names) => steps.map(({ step, events }) => ({ kind: "move", from: step, step, parts: [sentences(events, names).join(" ")] })),
  sentence: ({ events }, names) => sentences(events, names).join(" "),
  chip: (code) => html`<b>${code}</b>`,
  round: (round) => `Round ${round}`,
  now: ({ round }) => `Round ${round}`,
  check: (record) => examine(record, () => dealing(record, record.matches.map((/** @type {{deck: string[]}} */ { deck }) => deck), PRIZES)),
  motion: () => ({ look() {}, play() {} }),
};
