/** Density Deck's lesson, with everything that games/learn/lesson.js requires of a game. */

import { t } from "../../density/words.js";
import { densityDeck } from "../table/game.js";

/**
 * @typedef {import("../table/protocol.js").Deck} Deck
 * @typedef {import("../../games/learn/lesson.js").Lesson<Deck>} Lesson
 */

/** Selectors of what a step may point to; the first one on the page counts. @type {Record<string, string[]>} */
const PARTS = {
  lives: [".near :is(.seat-face, .seat-name, .lives)"],
  hand: ["[data-hand] .card"],
  score: [".side .score-panel", ".score-strip"],
  pile: [".pile.central"],
  fight: [".fight-panel", '.moves [data-do="fight"]'],
  surrender: ['.moves [data-do="surrender"]'],
};

/** @type {Lesson} */
export const firstGame = {
  game: densityDeck,
  title: () => t("Your first game"),
  place: (view, own) => ({
    ...densityDeck.place(view, "", own),
    long: `, ${t("match {match}", { match: (own.ended ?? view).match })}`,
  }),
  parts(kind, name) {
    /** @type {Record<string, string[]>} */
    const named = {
      card: [`[data-hand] [data-code="${name}"]`],
      center: [`[data-amp="${name}"]`],
      discard: [`[data-pile="${name}"]`],
    };
    return named[kind] ?? PARTS[kind] ?? [];
  },
  keep: ".stage .pile, .pile-label, .amp li, .amp-label, [data-hand] .card, .moves, .prompt, .plate, .near, .at-stake, .side .score-panel, .score-strip",
  needed: "[data-hand] .card, .moves .button, .fight-panel",
  keepWatching: ".stage .pile, .amp li, .plate",
  reads: (root) => root.querySelector(".opponent .pile .card:not(.slot, .back)") !== null,
  control(wants) {
    if (wants.do === "draw" && wants.from !== "pile") return `[data-pile="${wants.from}"]`;
    if (wants.do === "discard") return `[data-hand] [data-code="${wants.card}"]`;
    if (wants.do === "ready") return '[data-do="ready"]';
    return `.moves [data-do="${wants.do}"]`;
  },
  // a draw is short, its discard longer
  paceOf: (frame) => (frame.type === "events" && frame.events.at(-1)?.e === "drew" ? 450 : 850),
  watching: () => ({
    title: t("The others are playing"),
    text: t("Each player draws or takes a card and discards one."),
  }),
  moves: (_, guide, root) => guide.step.point === "showdown" && isMoving(root),
  closes: (app, before) => !!before.own.ended && !app.model.own.ended,
};

/** Whether the end of a match is still being animated on the page. @param {HTMLElement} at */
const isMoving = (at) =>
  document
    .getAnimations()
    .some(
      ({ effect, playState }) =>
        playState === "running" &&
        effect instanceof KeyframeEffect &&
        at.contains(effect.target) &&
        effect.target?.closest(".sd") &&
        Number(effect.getComputedTiming().endTime) < Infinity,
    );
