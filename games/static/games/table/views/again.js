/** The end of the game on the table page: places, the rematch, the way to the result. */

import { html, nothing } from "../../../density/vendor/lit-html/lit-html.js";
import { t, tn } from "../../../density/words.js";
import { plainNumber } from "../text/numbers.js";
import { turnOrder } from "../seats/order.js";
import { clockWords, opensWords } from "../state/clock.js";
import { avatarView, iconView, pointsView } from "../parts/parts.js";
import { joinList, nameOf } from "../text/sentences.js";
import { againWords } from "../../lobby/rematch.js";

/** @typedef {import("../page/app.js").App} App */

/** How a player finished who did not win, by place. @type {Record<number, string>} */
const PLACE_WORDS = {
  2: t("You finish second"),
  3: t("You finish third"),
  4: t("You finish fourth"),
};

/** @param {App} app */
export function resultView(app) {
  const { model, ui } = app;
  const { view, game, you } = model;
  if (app.scene?.shown || view?.phase !== "over" || !view.places || !game) return nothing;
  const places = view.places;
  const order = turnOrder(places.length, 0).sort((one, two) => places[one] - places[two]);
  // a spectator is offered nothing else until a player wants a rematch
  const alone = you === null && !model.again;
  const left = ui.finishedAt && !model.again ? Math.max(0, Math.ceil(app.resultLeft() / 1000)) : 0;
  const stopped = model.log.some(
    (event) => event.e === "match_over" && event.ended_by === "agreement",
  );
  return html`<section class="game-result" role="dialog" aria-labelledby="result-title" data-trap>
    <h1 id="result-title">${stopped && isDeserted(app) ? t("All players left this game") : titleOf(model, places, app.game.points)}</h1>
    ${stopped && !isDeserted(app) ? html`<p class="hint">${t("Ended by agreement")}</p>` : nothing}
    <ol>${order.map(
      (seat) =>
        html`<li>${places.length > 2 ? html`<b class="num">${places[seat]}</b>` : nothing}${avatarView(model.seats[seat], "small")}<span>${nameOf(model, seat)}${
          seat === you ? html` <span class="me">${t("you")}</span>` : nothing
        }</span>${app.game.points ? html`<span class="total">${pointsView(app.game.points(model, seat))}</span>` : nothing}${isReady(app, seat) ? html`<span class="ready">${iconView("check")}${t("Ready")}</span>` : nothing}</li>`,
    )}</ol>
    ${againView(app)}
    <a class="button ${alone ? "go" : ""}" data-focus=${alone ? "" : nothing} href=${game.result_url}>${t("See the result")}</a>
    ${left ? html`<p class="hint">${opensWords(left)}</p>` : nothing}
  </section>`;
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

/**
 * Whether the player of a seat is at the new table already.
 * @param {App} app
 * @param {number} seat
 */
const isReady = ({ model }, seat) =>
  model.seats[seat]?.kind !== "ai" && !!model.again?.names.includes(model.seats[seat]?.name);

/** Whether all people at this table have left. @param {App} app */
const isDeserted = ({ model }) =>
  model.seats.every(({ kind, state }) => kind === "ai" || state === "abandoned");

/** Whether other people are at this table, or were at its end. @param {App} app */
export const hasCompany = ({ model }) =>
  model.seats.some(
    ({ seat, kind, state }) =>
      seat !== model.you && kind !== "ai" && kind !== "empty" && state !== "abandoned",
  );

/**
 * Whether this reader can only watch the rematch: a spectator, or a player without a seat in it.
 * @param {import("../state/model.js").Model} model
 */
const watchesAgain = ({ you, seats, again }) =>
  !!again && (you === null || (again.begun && !again.names.includes(seats[you].name)));

/**
 * The link to the rematch for a reader without a seat in it.
 * @param {import("../state/model.js").Model} model
 */
function watchView({ again }) {
  if (!again) return nothing;
  return html`<p class="hint" role="status">${againWords(again.names)}</p>
    <a class="button go" data-focus data-do="watch-again" href=${again.url}>${t("Go to the rematch")}</a>`;
}

/**
 * The button to play again, or to join the rematch that a player has opened.
 * @param {App} app
 */
function againView(app) {
  const { game, you, again } = app.model;
  if (!game) return nothing;
  if (you === null || watchesAgain(app.model)) return watchView(app.model);
  const left = again ? Math.max(0, again.until - app.ui.now) : 0;
  const words = again ? readyWords(again.names, left) : "";
  return html`<form class="again" method="post" action="${game.url}again/">
    <input type="hidden" name="csrfmiddlewaretoken" .value=${app.csrf}>
    <button class="button go" data-focus data-do="again">${hasCompany(app) ? t("Rematch") : t("Play again")}</button>
    <p class="hint" role="status">${words}</p></form>`;
}

/** @param {string[]} ready @param {number} left ms until everyone may join */
function readyWords(ready, left) {
  const names = joinList(ready);
  if (!left) return tn("{names} is ready", "{names} are ready", ready.length, { names });
  return tn("{names} is ready, {time}", "{names} are ready, {time}", ready.length, {
    names,
    time: clockWords(left),
  });
}
