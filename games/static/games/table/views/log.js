/** The log of events as full sentences with chips, and the last one on one line. */

import { html, nothing, repeat } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { iconView, latestButton } from "../parts/parts.js";
import { pastButton } from "./earlier.js";

/**
 * @typedef {import("../page/app.js").App} App
 * @typedef {import("../text/sentences.js").Part} Part
 */

/**
 * @param {App} app
 * @param {Part[]} parts
 * @param {boolean} [small]
 */
const partViews = ({ game }, parts, small) =>
  parts.map((part) => {
    if (typeof part === "string") return part;
    return "card" in part ? game.chip(part.card, { small }) : html`<b>${part.who}</b>`;
  });

/** @param {number | null} at */
const timeWords = (at) =>
  at === null
    ? ""
    : `${Math.floor(at / 60000)}:${String(Math.floor(at / 1000) % 60).padStart(2, "0")}`;

/** @param {App} app */
export function logPanel(app) {
  const lines = app.game.lines(app.model);
  return html`<section class="log" aria-label=${t("Log")}><h2 class="sr-only">${t("Log")}</h2>${pastButton(app)}${app.game.earlier?.log(app) ?? nothing}
    <ol tabindex="0" id="log-list" data-grows="log">${lines.map(
      ({ kind, parts, at }, index) =>
        html`<li data-kind=${kind} data-line=${index + 1}><span>${partViews(app, parts, true)}</span>${
          at === null || kind === "round" ? nothing : html`<time>${timeWords(at)}</time>`
        }</li>`,
    )}${lines.length ? nothing : html`<li class="quiet">${t("No moves yet")}</li>`}</ol>${latestButton()}</section>`;
}

/** @param {App} app */
export function lastEvent(app) {
  const last = app.game.lines(app.model).findLast(({ kind }) => kind !== "turn");
  return html`<button type="button" class="event" aria-expanded=${app.ui.panel === "log" ? "true" : "false"}
    @click=${() => app.toggle("log")}><span class="event-line">${
      // keyed by its content: a new line replaces the old one without motion
      repeat(
        last ? [last.parts] : [],
        (parts) => JSON.stringify(parts),
        (parts) => html`${partViews(app, parts)}`,
      )
    }</span><span class="event-more">${t("Log")} ${iconView("up")}</span></button>`;
}
