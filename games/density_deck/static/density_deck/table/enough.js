/** Is it enough? How often a score won such a fight, beside the button that calls it, and why one was lost. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t, tn, tparts } from "../../density/words.js";
import { setting } from "../../games/table/settings/settings.js";
import { plain } from "../../games/table/text/numbers.js";
import { nameOf } from "../../games/table/text/sentences.js";
import { chanceOf, oddsOf } from "./odds.js";
import { chip } from "./parts.js";
import { legalAction } from "./protocol.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Player} Player
 * @typedef {import("./odds.js").Chance} Chance
 */

/**
 * The chance of the reader's own score. Never in rated games, and only for who wants hints.
 * @param {App} app
 */
function ownChance(app) {
  const { game, view } = app.model;
  if (!game || game.rated || !setting("enough") || !view || !legalAction(view, "fight"))
    return null;
  return chanceOf(
    oddsOf(() => app.drawNow()),
    game,
    view,
    view.score?.score,
  );
}

/** @param {Chance} chance */
export const chanceWords = ({ score, wins, round, others }) =>
  tn(
    "In past games, a score of {score} won {wins} of 100 fights in round {round} against {count} other player.",
    "In past games, a score of {score} won {wins} of 100 fights in round {round} against {count} other players.",
    others,
    { score: plain(score), wins, round },
  );

/** @param {App} app for the button itself, on screens without room beside it */
export function enoughShort(app) {
  const chance = ownChance(app);
  return chance
    ? html`<small class="short" aria-hidden="true">${t("won {wins} of 100", { wins: chance.wins })}</small><span class="sr-only"> ${chanceWords(chance)}</span>`
    : nothing;
}

/** @param {App} app below the button */
export function enoughLine(app) {
  const chance = ownChance(app);
  return chance
    ? html`<p class="enough long" aria-hidden="true">${t("Past games: {score} won {wins} of 100 fights", { score: plain(chance.score), wins: chance.wins })}</p>`
    : nothing;
}

/** @param {App} app where the fight is asked for once more */
export function enoughNote(app) {
  const chance = ownChance(app);
  return chance ? html`<p>${chanceWords(chance)}</p>` : nothing;
}

/**
 * In a replay, of any game: where the seat at the near side could call the fight.
 * @param {Player} player
 * @param {number} seat
 * @param {number | undefined} score
 */
export function enoughThen(player, seat, score) {
  const { story, view } = player;
  if (!setting("enough") || !story || view?.turn !== seat || view.phase !== "draw") return nothing;
  const chance = chanceOf(
    oddsOf(() => player.redraw()),
    story.game,
    view,
    score,
  );
  return chance ? html`<p class="hint">${chanceWords(chance)}</p>` : nothing;
}

/**
 * Why the reader lost the fight, below how it ended; a table of a rated game keeps none.
 * @param {import("./showdown.js").EndPage} page
 * @param {number} match whose end is shown
 */
export function whyView({ model }, match) {
  const { why } = model.own;
  if (why?.match !== match || !setting("enough")) return nothing;
  const { needed, better, gave, price } = why;
  const reason = better ? betterWords(better) : gave ? gaveWords(model, gave) : NOTHING;
  const cheaper =
    better || price === null
      ? ""
      : tn(
          "Surrendering on your last turn would have cost {count} life.",
          "Surrendering on your last turn would have cost {count} lives.",
          price,
        );
  return html`<span class="sd-why">${t("You needed {needed}.", { needed: plain(needed) })} ${reason} ${cheaper}</span>`;
}

const NOTHING = t("No card you saw on your last turn would have been enough.");

/** @param {import("./why.js").Better} better */
function betterWords({ taken, discarded, score, beaten }) {
  const values = {
    card: chip(discarded, { small: true }),
    score: plain(score),
    beaten: plain(beaten),
  };
  return taken === null
    ? tparts(
        "Discarding {card} would have been enough against these hands, {score} to {beaten}.",
        values,
      )
    : tparts(
        "Taking {taken} and discarding {card} would have been enough against these hands, {score} to {beaten}.",
        { ...values, taken: chip(taken, { small: true }) },
      );
}

/** @param {import("./protocol.js").Model} model @param {{card: string, seat: number}} gave */
const gaveWords = (model, { card, seat }) =>
  tparts("{name} took your last discard, {card}, and kept it.", {
    name: nameOf(model, seat),
    card: chip(card, { small: true }),
  });
