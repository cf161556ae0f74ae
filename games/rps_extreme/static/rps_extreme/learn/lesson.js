/** The lesson of Rock Paper Scissors Extreme, with everything that games/learn/lesson.js requires of a game. */

import { html } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { rpsExtreme } from "../table/game.js";

/**
 * @typedef {import("../table/protocol.js").Rps} Rps
 * @typedef {import("../../games/learn/lesson.js").Lesson<Rps>} Lesson
 */

/** Selectors of what a step may point to; the first one on the page counts. @type {Record<string, string[]>} */
const PARTS = {
  points: [".track[data-side=own]"],
  center: [".center .card"],
  throws: [".disc"],
  held: [".items .card:not(.slot)"],
  hand: [".items[data-side=own]"],
  potion: [".window"],
  score: ['.moves [data-do="score"]'],
  first: ['.moves [data-do="first"]'],
};

/** @type {Lesson} */
export const firstThrows = {
  game: rpsExtreme,
  title: () => t("Your first throws"),
  place: (view) => ({
    long: `, ${t("challenge {match}", { match: view.match })}`,
    short: html`<span><b>${t("Challenge {match}", { match: view.match })}</b><br>${t("Throw {round}", { round: view.round })}</span>`,
  }),
  parts(kind, name) {
    if (kind === "throw") return [`.moves [data-sign="${name}"]`];
    return kind === "card" ? [`.center [data-item="${name}"]`] : (PARTS[kind] ?? []);
  },
  keep: ".items .card:not(.slot), .center .card, .disc:not([data-state=none]), .caption:not([data-quiet]), .moves, .prompt, .plate, .near, .track, .about",
  needed: ".items[data-side=own] .card:not(.slot), .moves .button",
  keepWatching: ".items .card, .center .card, .disc, .plate",
  reads: () => false,
  control(wants) {
    if (wants.do === "throw") return `.moves [data-sign="${wants.sign}"]`;
    return wants.do === "pick"
      ? `.center [data-item="${wants.card}"]`
      : `.moves [data-do="${wants.do}"]`;
  },
  paceOf: () => 850,
  watching: () => ({
    title: t("The other player is choosing"),
    text: t("Both of you choose in secret."),
  }),
  moves: (app) => !!app.scene?.shown,
  closes: () => false,
};
