/** The offers for a reader who is out of a game that continues. */

import { html, nothing } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { GUARD } from "../state/moves.js";
import { iconView } from "../parts/parts.js";

/** @typedef {import("../page/app.js").App} App */

/** Whether this player is out of a game that continues. @param {App} app */
export const isOut = ({ model: { view, you, game: table }, game }) =>
  !!view && you !== null && table?.status === "playing" && !!game.out?.(view, you);

/** Whether only AI players can still play on. @param {App} app */
export const isLeftToAi = ({ model: { view, seats, game: table }, game }) =>
  !!view &&
  table?.absence !== "substitute" &&
  seats.every(
    ({ seat, kind, state }) => kind === "ai" || state === "abandoned" || game.out?.(view, seat),
  );

/** Since when the offers can be pressed: the end of a match covers them. */
let openSince = Infinity;

/** @param {App} app */
function noteOpen({ scene }) {
  if (scene?.covers && scene.shown) openSince = Infinity;
  else openSince = Math.min(openSince, performance.now());
}

/**
 * Ignores a press that was meant for what was here a moment ago.
 * @param {Event} event
 */
function guardPress(event) {
  if (performance.now() - openSince < 2 * GUARD) event.preventDefault();
}

/** The offers in place of the moves. @param {App} app */
export function outView(app) {
  noteOpen(app);
  const url = app.model.game?.url ?? "";
  const ai = isLeftToAi(app);
  const first = app.ui.watching ? "" : "go";
  return html`<div class="moves out" role="group" aria-label=${t("You’re out")} data-watching=${app.ui.watching ? "" : nothing}>
    ${wayView(app, `${url}anew/`, "anew", html`<button class="button ${first}" data-do="anew">${t("Play again now")}</button>`)}
    ${
      ai
        ? wayView(
            app,
            `${url}outcome/`,
            "skip",
            html`<button class="button" data-do="skip">${iconView("next")}<span>${t("Skip to the result")}</span></button>`,
          )
        : html`<a class="button" data-do="wait" href="${url}outcome/" @click=${guardPress}>${t("Wait for the result")}</a>`
    }
    ${app.ui.watching ? nothing : html`<button type="button" class="button quiet" data-do="watch" @click=${() => keepWatching(app)}>${iconView("eye")}<span>${t("Keep watching")}</span></button>`}
  </div>`;
}

/**
 * @param {App} app
 * @param {string} action
 * @param {string} name
 * @param {unknown} button
 * @param {(event: Event) => void} [guard] ignores a press that came too early
 */
export const wayView = (app, action, name, button, guard = guardPress) =>
  html`<form method="post" action=${action} data-way=${name} @submit=${guard}>
    <input type="hidden" name="csrfmiddlewaretoken" .value=${app.csrf}>${button}</form>`;

/** Keeps the offers, without emphasis. @param {App} app */
function keepWatching(app) {
  app.ui = { ...app.ui, watching: true };
  app.drawNow();
}
