/** The end of the game on the table page: places, playing again with the same people, the result. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { ordinal, turnOrder } from "./cards.js";
import { clockWords } from "./clock.js";
import { avatar, icon } from "./parts.js";
import { list, nameOf } from "./sentences.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function resultView(app) {
  const { model, ui } = app;
  const { view, game, you } = model;
  if (model.showdown || view?.phase !== "over" || !view.places || !game) return nothing;
  const places = view.places;
  const order = turnOrder(places.length, 0).sort((one, two) => places[one] - places[two]);
  const left = ui.finishedAt && !model.again ? Math.max(0, Math.ceil(app.resultLeft() / 1000)) : 0;
  return html`<section class="game-result" role="dialog" aria-labelledby="result-title" data-trap>
    <h1 id="result-title">${you === null ? `${nameOf(model, order[0])} wins the game` : places[you] === 1 ? "You win the game" : `You finish ${ordinal(places[you])}`}</h1>
    <ol>${order.map((seat) => html`<li><b class="num">${places[seat]}</b>${avatar(model.seats[seat], "small")}<span>${nameOf(model, seat)}${
      seat === you ? html` <span class="me">you</span>` : nothing}</span>${isReady(app, seat) ? html`<span class="ready">${icon("check")}Ready</span>` : nothing}</li>`)}</ol>
    ${againView(app)}
    <a class="button ${you === null ? "go" : ""}" data-focus=${you === null ? "" : nothing} href=${game.result_url}>See the result${left ? html` <span class="num">${left}</span>` : nothing}</a>
  </section>`;
}

/** @param {App} app @param {number} seat whether that person sits at the next table already */
const isReady = ({ model }, seat) =>
  model.seats[seat]?.kind !== "ai" && !!model.again?.names.includes(model.seats[seat]?.name);

/** @param {App} app whether other people sat here to the end */
const hasCompany = ({ model }) =>
  model.seats.some(({ seat, kind, state }) => seat !== model.you && kind !== "ai" && kind !== "empty" && state !== "abandoned");

/**
 * Play again, or the rematch that somebody has begun: it takes the reader to the new table.
 * @param {App} app
 */
function againView(app) {
  const { game, you, again } = app.model;
  if (you === null || !game) return nothing;
  const left = again ? Math.max(0, again.until - app.ui.now) : 0;
  const words = again ? `${list(again.names)} ${again.names.length === 1 ? "is" : "are"} ready${left ? `, ${clockWords(left)}` : ""}` : "";
  return html`<form class="again" method="post" action="${game.url}again/">
    <input type="hidden" name="csrfmiddlewaretoken" .value=${app.csrf}>
    <button class="button go" data-focus data-do="again">${hasCompany(app) ? "Rematch" : "Play again"}</button>
    <p class="hint" role="status">${words}</p></form>`;
}
