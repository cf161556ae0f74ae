/** The check of the deal in this browser, and what it found. */

import { html, nothing, ref } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { iconView } from "../table/parts/parts.js";
import { isFine } from "./compare.js";
import { comparedLines, differenceLines, titleOf } from "./findings.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./compare.js").Checked} Checked
 */

/** Opens a dialog as soon as it is on the page. @param {Element | undefined} element */
const openDialog = (element) =>
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected && !element.open) {
      element.showModal();
      element.scrollTop = 0; // the focused button is at its end
    }
  });

/** @param {Player} player */
export function checkView(player) {
  const { checked, story } = player;
  if (checked === null || !story) return nothing;
  return html`<dialog class="dialog" aria-label=${t("Check deal")} ${ref(openDialog)} @cancel=${(
    /** @type {Event} */ event,
  ) => {
    event.preventDefault();
    player.closeCheck();
  }} @click=${(/** @type {Event} */ event) => event.target === event.currentTarget && player.closeCheck()}>
    <h2>${t("Check deal")}</h2> <div class="check-found" role="status">${findingsView(checked)}</div>
    <p><a href="/rules/#fair">${t("How we keep the deal fair")}</a></p>
    <div class="two-buttons"><a class="button" href=${story.game.record_url} download>${iconView("save")}${t("Download record")}</a>
      <button type="button" class="button" autofocus @click=${() => player.closeCheck()}>${t("Close")}</button></div>
  </dialog>`;
}

/** The findings, in words. @param {Checked | "wait" | "failed"} checked */
export function findingsView(checked) {
  if (checked === "wait") return html`<p>${t("Dealing the whole game again")}</p>`;
  if (checked === "failed") {
    return html`<p class="harm">${iconView("warn")}${t("Your browser couldn’t check the deal. Download the record and check it with the verify command.")}</p>`;
  }
  const fine = isFine(checked);
  const beyond = checked.memory !== null || checked.log.state === "same";
  return html`<p class=${fine ? (beyond ? "check-fine" : "") : "harm"}>${iconView(fine ? "check" : "warn")}<b>${fine ? titleOf(checked) : t("Check failed")}</b></p>
    <ul>${differenceLines(checked).map((line) => html`<li class="harm"><b>${line}</b></li>`)}${comparedLines(checked).map((line) => html`<li>${line}</li>`)}</ul>
    <p class="hint">${t("This shows only what was compared. It can’t show whether the operator looked at the cards.")}</p>`;
}
