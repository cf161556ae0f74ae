/** The ends of earlier matches of a running game, opened from the log or while looking back. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { endView } from "./showdown.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 */

/** The name of the panel that shows an end. */
export const PANEL = "earlier-end";

/** How many matches are over. @param {App} app */
const endedMatches = ({ model: { view } }) =>
  view ? view.match - (view.phase === "over" ? 0 : 1) : 0;

/** A button for each match that is over, beside the log. @param {App} app */
export function earlierEnds(app) {
  const count = app.past.url ? endedMatches(app) : 0;
  if (count < 1) return nothing;
  return html`<nav class="log-ends" aria-label=${t("Earlier showdowns")}><span>${t("Showdowns")}</span>${Array.from(
    { length: count },
    (_, index) => html`<button type="button" class="button quiet" data-end=${index + 1}
      aria-label=${t("Showdown of match {match}", { match: index + 1 })} @click=${() => showEnd(app, index + 1)}>${index + 1}</button>`,
  )}</nav>`;
}

/** A button for the newest one, while looking back. @param {App} app */
export function lastEnd(app) {
  const match = endedMatches(app);
  if (match < 1) return nothing;
  return html`<button type="button" class="button" data-end=${match} @click=${() => showEnd(app, match)}>${t("Showdown of match {match}", { match })}</button>`;
}

/**
 * Shows how a match ended, as this reader saw it.
 * @param {App} app
 * @param {number} match
 */
async function showEnd(app, match) {
  const over = endIn(app.model.log, match) ?? (await fetchEnd(app.past.url, match));
  if (!over) return;
  app.ui.own.earlier = over;
  app.ui.own.openSeat = null;
  app.open(PANEL);
}

/** @param {GameEvent[]} events @param {number} match @returns {MatchOver | null} */
function endIn(events, match) {
  const over = events.find((event) => event.e === "match_over" && event.match === match);
  return over?.e === "match_over" ? over : null;
}

/** @param {string} url @param {number} match */
async function fetchEnd(url, match) {
  try {
    const answer = await fetch(`${url}?match=${match}`, { credentials: "same-origin" });
    if (!answer.ok) return null;
    /** @type {import("./protocol.js").Chapter} */
    const { steps } = await answer.json();
    return endIn(
      steps.flatMap(({ events }) => events),
      match,
    );
  } catch {
    // without a connection there is no earlier end; the table shows the loss itself
    return null;
  }
}

/** The content of the panel. @param {App} app */
export function earlierEndView(app) {
  const over = app.ui.own.earlier;
  if (!over) return nothing;
  return html`<section class="sd" data-seats=${over.seats.length}>${endView(app, over)}
    <footer class="sd-foot"><p>${t("Match {match}", { match: over.match })}</p><button type="button" class="button go" autofocus data-do="close-end" @click=${() => app.close()}>${t("Close")}</button></footer></section>`;
}
