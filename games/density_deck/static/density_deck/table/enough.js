/** "Is it enough?": how often a score won such a fight, and why the reader lost one. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t, tn, tparts } from "../../density/words.js";
import { isOn } from "../../games/table/settings/settings.js";
import { plainNumber } from "../../games/table/text/numbers.js";
import { nameOf } from "../../games/table/text/sentences.js";
import { chanceOf, oddsOf } from "./odds.js";
import { chipView } from "./parts.js";
import { legalAction } from "./protocol.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Player} Player
 * @typedef {import("./odds.js").Chance} Chance
 */

/**
 * The chance of the reader's own score; never in rated games, and only if the setting is on.
 * @param {App} app
 */
function ownChance(app) {
  const { game, view } = app.model;
  if (!game || game.rated || !isOn("enough") || !view || !legalAction(view, "fight")) return null;
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
    "In games of AI players, a score of {score} won {wins}% of fights in round {round} against {count} other player.",
    "In games of AI players, a score of {score} won {wins}% of fights in round {round} against {count} other players.",
    others,
    { score: plainNumber(score), wins, round },
  );

/** The words in the button, for screens without room beside it. @param {App} app */
export function enoughShort(app) {
  const chance = ownChance(app);
  return chance
    ? html`<small class="short" aria-hidden="true">${t("wins {wins}%", { wins: chance.wins })}</small><span class="sr-only"> ${chanceWords(chance)}</span>`
    : nothing;
}

/** The line below the button. @param {App} app */
export function enoughLine(app) {
  const chance = ownChance(app);
  return chance
    ? html`<p class="enough long" aria-hidden="true">${t("AI players: {score} wins {wins}% of fights", { score: plainNumber(chance.score), wins: chance.wins })}</p>`
    : nothing;
}

/** The note in the second step of a fight. @param {App} app */
export function enoughNote(app) {
  const chance = ownChance(app);
  return chance ? html`<p>${chanceWords(chance)}</p>` : nothing;
}

/**
 * The chance in a replay, rated games included, where the near seat could call the fight.
 * @param {Player} player
 * @param {number} seat
 * @param {number | undefined} score
 */
export function enoughThen(player, seat, score) {
  const { story, view } = player;
  if (!isOn("enough") || !story || view?.turn !== seat || view.phase !== "draw") return nothing;
  const chance = chanceOf(
    oddsOf(() => player.redraw()),
    story.game,
    view,
    score,
  );
  return chance ? html`<p class="hint">${chanceWords(chance)}</p>` : nothing;
}

/**
 * Why the reader lost the fight, below its result; never at a rated table.
 * @param {import("./showdown.js").EndPage} page
 * @param {number} match the match whose end is shown
 */
export function whyView({ model }, match) {
  const { why } = model.own;
  if (why?.match !== match || !isOn("enough")) return nothing;
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
  return html`<span class="sd-why">${t("You needed {needed}.", { needed: plainNumber(needed) })} ${reason} ${cheaper}</span>`;
}

const NOTHING = t("No card you saw on your last turn would have been enough.");

/** @param {import("./why.js").Better} better */
function betterWords({ taken, discarded, score, beaten }) {
  const values = {
    card: chipView(discarded, { small: true }),
    score: plainNumber(score),
    beaten: plainNumber(beaten),
  };
  return taken === null
    ? tparts(
        "Discarding {card} would have been enough against these hands, {score} to {beaten}.",
        values,
      )
    : tparts(
        "Taking {taken} and discarding {card} would have been enough against these hands, {score} to {beaten}.",
        { ...values, taken: chipView(taken, { small: true }) },
      );
}

/** @param {import("./protocol.js").Model} model @param {{card: string, seat: number}} gave */
const gaveWords = (model, { card, seat }) =>
  tparts("{name} took your last discard, {card}, and kept it.", {
    name: nameOf(model, seat),
    card: chipView(card, { small: true }),
  });
