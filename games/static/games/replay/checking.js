/** The check of the deal in this browser, and what it found. */

import { html, nothing, ref } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { icon } from "../table/parts.js";

/** @typedef {import("./player.js").Player} Player */

/** Opens a dialog as soon as it is on the page. @param {Element | undefined} element */
const show = (element) =>
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected && !element.open) element.showModal();
  });

/** @param {Player} player */
export function checkView(player) {
  const { checked, story } = player;
  if (checked === null || !story) return nothing;
  return html`<dialog class="dialog" aria-label=${t("Check deal")} ${ref(show)} @cancel=${(/** @type {Event} */ event) => {
    event.preventDefault();
    player.closeCheck();
  }} @click=${(/** @type {Event} */ event) => event.target === event.currentTarget && player.closeCheck()}>
    <h2>${t("Check deal")}</h2> <div class="check-found" role="status">${found(checked)}</div>
    <p class="hint">${t("Nobody could steer the deal. It cannot show whether the operator looked at the cards.")}</p>
    <p><a href="/rules/#fair">${t("How the deal is kept fair")}</a></p>
    <div class="two-buttons"><a class="button" href=${story.game.record_url} download>${icon("save")}${t("Download record")}</a>
      <button type="button" class="button" autofocus @click=${() => player.closeCheck()}>${t("Close")}</button></div>
  </dialog>`;
}

/** What was found, in words. @param {NonNullable<Player["checked"]>} checked */
export function found(checked) {
  if (checked === "wait") return html`<p>${t("Dealing the whole game again")}</p>`;
  if (checked === "failed") {
    return html`<p class="harm">${icon("warn")}${t("This browser could not check the deal. Download the record and run the command verify on it.")}</p>`;
  }
  const { sealed, decks, right } = checked;
  const fine = sealed && right === decks;
  return html`<p class=${fine ? "check-fine" : "harm"}>${icon(fine ? "check" : "warn")}<b>${fine ? t("Deal checked") : t("Check failed")}</b></p>
    <ul><li>${sealed ? t("The secret is the one whose fingerprint was published before the first card.") : t("The secret does not fit the fingerprint that was published before the first card.")}</li>
      <li>${t("{right} of {decks} decks follow from the secret and the bytes of the seats.", { right, decks })}</li></ul>`;
}
