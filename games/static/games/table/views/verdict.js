/** The end of a game on the table: who won, for the moment before the page opens the result. */

import { html, nothing } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { plainNumber } from "../text/numbers.js";
import { opensWords } from "../state/clock.js";
import { avatarView, keyView } from "../parts/parts.js";
import { nearSeatOf } from "../seats/order.js";
import { joinList, nameOf } from "../text/sentences.js";

/** @typedef {import("../page/app.js").App} App */

/** How a player finished who did not win, by place. @type {Record<number, string>} */
const PLACE_WORDS = {
  2: t("You finish second"),
  3: t("You finish third"),
  4: t("You finish fourth"),
};

/** @param {App} app */
export function verdictView(app) {
  const { model, ui } = app;
  const { view, game } = model;
  if (app.scene?.shown || view?.phase !== "over" || !view.places || !game) return nothing;
  const left = ui.finishedAt ? Math.max(0, Math.ceil(app.resultLeft() / 1000)) : 0;
  const stopped = model.log.some(
    (event) => event.e === "match_over" && event.ended_by === "agreement",
  );
  const deserted = stopped && isDeserted(app);
  return html`<section class="game-verdict" role="dialog" aria-labelledby="verdict-title" data-trap>
    ${pointsLine(app, view.places)}
    <h1 id="verdict-title">${deserted ? t("All players left this game") : titleView(app, view.places)}</h1>
    ${stopped && !deserted ? html`<p class="hint">${t("Ended by agreement")}</p>` : nothing}
    <a class="button go" data-focus href=${game.result_url}>${t("See the result")} ${keyView("Enter")}</a>
    ${left ? html`<p class="hint">${opensWords(left)}</p>` : nothing}
  </section>`;
}

/**
 * The points of both players of a game for points, the near one first.
 * @param {App} app @param {number[]} places
 */
function pointsLine({ model, game: { points } }, places) {
  if (!points || places.length !== 2) return nothing;
  const near = nearSeatOf(model);
  const sides = [near, 1 - near].map(
    (seat) => html`<span class="verdict-side" data-won=${places[seat] === 1 ? "" : nothing}>
      ${avatarView(model.seats[seat])}<b class="num">${plainNumber(points(model, seat))}</b><small>${nameOf(model, seat)}</small></span>`,
  );
  return html`<p class="verdict-points" aria-hidden="true">${sides[0]}<i>:</i>${sides[1]}</p>`;
}

/**
 * How the game ended; a winner’s points stand above it already, so they are only read aloud.
 * @param {App} app @param {number[]} places
 */
function titleView({ model, game: { points } }, places) {
  const title = titleOf(model, places, points);
  const winner = places.indexOf(1);
  if (!points || places.length !== 2 || places[1 - winner] === 1) return title;
  const words =
    winner === model.you ? t("You win") : t("{name} wins", { name: nameOf(model, winner) });
  return html`<span aria-hidden="true">${words}</span><span class="sr-only">${title}</span>`;
}

/**
 * How the game ended for this reader; for a spectator, who won it.
 * @param {import("../state/model.js").Model} model
 * @param {number[]} places
 * @param {App["game"]["points"]} points
 */
export function titleOf(model, places, points) {
  const { you } = model;
  const place = you === null || places.length === 2 ? 1 : places[you];
  const level = places.flatMap((other, seat) => (other === place ? [seat] : []));
  if (points && places.length === 2)
    return duelTitle(
      model,
      level,
      [0, 1].map((seat) => points(model, seat)),
    );
  if (place > 1) return PLACE_WORDS[place];
  if (level.length > 1)
    return you === null
      ? t("{names} share first place", {
          names: joinList(level.map((seat) => nameOf(model, seat))),
        })
      : t("You share first place");
  return you === level[0]
    ? t("You win the game")
    : t("{name} wins the game", { name: nameOf(model, level[0]) });
}

/**
 * The winner of a game of two, and the margin.
 * @param {import("../state/model.js").Model} model
 * @param {number[]} winners
 * @param {number[]} points
 */
function duelTitle(model, winners, points) {
  const [first] = winners;
  const score = { winner: plainNumber(points[first]), loser: plainNumber(points[1 - first]) };
  if (winners.length > 1) return t("A draw, {winner} to {loser}", score);
  return first === model.you
    ? t("You win {winner} to {loser}", score)
    : t("{name} wins {winner} to {loser}", { name: nameOf(model, first), ...score });
}

/** Whether all people at this table have left. @param {App} app */
const isDeserted = ({ model }) =>
  model.seats.every(({ kind, state }) => kind === "ai" || state === "abandoned");
