/** The ways on from the end of a match: the check of its deal, and the link to its replay. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { findingsView } from "../../games/replay/checking.js";
import { copyWords } from "../../games/table/parts/copying.js";
import { checkDeal } from "./deal.js";
import { iconView } from "../../games/table/parts/parts.js";

/** @typedef {import("./protocol.js").App} App */

/** How long "Copied" is shown, in ms. */
const COPIED = 4000;

/** @param {App} app the base for an address @param {string} path */
const addressBelow = ({ model }, path) =>
  new URL(path, new URL(model.game?.url ?? "", location.href)).href;

/** Whether the game is over: then the secret is public and the replay is open. @param {App} app */
const isOver = ({ model }) => model.view?.phase === "over";

/**
 * The two buttons at the end of a match; nothing without a sealed deal.
 * @param {App} app
 * @param {number} match
 */
export function waysOn(app, match) {
  const { model, ui } = app;
  if (!model.fair?.commitment) return nothing;
  const copied = isOver(app) ? t("Copied") : t("Copied. Opens after the game");
  return html`<div class="sd-more">
    <button type="button" class="button" data-do="check-deal" @click=${() => openCheck(app)}>${iconView("seal")}${t("Check this deal")}</button>
    <button type="button" class="button" data-do="copy-replay" @click=${() => copyReplay(app, match)}>${iconView(ui.copied ? "check" : "link")}<span
      aria-live="polite">${ui.copied ? copied : t("Copy replay link")}</span></button></div>`;
}

/**
 * Copies the link to the replay of the match that just ended. While the game runs the link leads
 * to its table.
 * @param {App} app
 * @param {number} match
 */
async function copyReplay(app, match) {
  app.ui.copied = await copyWords(addressBelow(app, `replay/?match=${match}`));
  app.drawNow();
  setTimeout(() => {
    app.ui.copied = false;
    app.redraw();
  }, COPIED);
}

/**
 * Opens the check; after the game, this browser deals all matches again.
 * @param {App} app
 */
async function openCheck(app) {
  app.ui.own.checked = isOver(app) ? "wait" : null;
  app.open("deal");
  if (!isOver(app)) return;
  try {
    const answer = await fetch(addressBelow(app, "record.json"), { credentials: "same-origin" });
    app.ui.own.checked = await checkDeal(await answer.json());
  } catch {
    app.ui.own.checked = "failed";
  }
  app.drawNow();
}

/** The findings, or why the check has to wait for the end of the game. @param {App} app */
export const checkContent = (app) => html`<h2>${t("Check this deal")}</h2>
  ${app.ui.own.checked ? html`<div class="check-found" role="status">${findingsView(app.ui.own.checked)}</div>` : promisedView(app)}
  <button type="button" class="button" autofocus @click=${() => app.close()}>${t("Close")}</button>`;

/** @param {App} app */
const promisedView = ({ model: { fair, sealed } }) => html`
  <p>${t("You got these fingerprints before the cards, and this browser saved them. The order of all cards must fit them.")}</p>
  ${sealed ? html`<p class="hint">${t("Fingerprint of this match’s deck")} <code>${sealed}</code></p>` : nothing}
  <p class="hint">${t("Fingerprint of the secret")} <code>${fair?.commitment}</code></p>
  <p>${t("The secret is revealed after the game, as it would give away the next deals and the hands of players who surrendered. Your browser then deals every match again and compares it with what it saved.")}</p>`;
