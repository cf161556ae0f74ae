/** The seal in words: what was checked, and what it means. */

import { html, nothing } from "../../../density/vendor/lit-html/lit-html.js";
import { t, tn } from "../../../density/words.js";
import { iconView } from "../parts/parts.js";
import { changeWords } from "../../replay/log_words.js";

/** @typedef {import("./seal.js").Seal} Seal */

/** Whether the button says that the cards are checked. @param {Pick<Seal, "state" | "succeeded">} seal */
const saysChecked = ({ state, succeeded }) =>
  state === "checked" || (state === "checking" && succeeded);

/** @param {Pick<Seal, "state" | "succeeded" | "change">} seal */
export function wordsOf(seal) {
  if (saysChecked(seal)) return t("Deal checked");
  if (seal.change) return t("Deal log changed");
  if (seal.state === "unproved") return t("Cards not checked");
  return seal.state === "differs" ? t("Cards don’t match") : null;
}

/** @param {Pick<Seal, "state" | "succeeded">} seal */
export const iconOf = (seal) =>
  saysChecked(seal) ? "check" : ["differs", "unproved"].includes(seal.state) ? "warn" : "seal";

/** @param {Pick<Seal, "state" | "count" | "difference" | "change" | "app" | "opened" | "handsAtEnd">} seal */
export function sealView(seal) {
  const { fair } = seal.app.model;
  return html`<p class=${seal.state === "differs" ? "harm" : ""} role="status">${stateWords(seal)}</p>
    ${seal.state === "checked" ? othersView(seal) : nothing}
    <details><summary>${iconView("next")}${t("How the deal is sealed")}</summary>
      <p>${t("Before the first card, the site chose a secret and published its fingerprint. Your browser added random bytes and saved what it saw. After the game, the secret is revealed, so you can check the whole deal.")}</p>
      <p class="hint">${t("Fingerprint of the secret")}</p><code>${fair?.commitment}</code>
      ${fair?.root ? html`<p class="hint">${t("Fingerprint of the current deck")}</p><code>${fair.root}</code>` : nothing}
      <p><a href="/rules/#fair" target="_blank">${t("How we keep the deal fair")}</a></p></details>`;
}

/** The checks of the cards of others, where they have hidden ones. @param {Pick<Seal, "opened" | "handsAtEnd">} seal */
function othersView({ opened, handsAtEnd }) {
  if (!handsAtEnd) return nothing;
  const count = opened?.hands.flatMap(({ codes }) => codes).length ?? 0;
  return html`${
    opened
      ? html`<p>${t("It has also checked {count} cards that others showed or discarded in match {match}.", { count, match: opened.match })}</p>`
      : nothing
  }
    <p class="hint">${t("Other players’ cards are checked when a match ends and hands are shown, the rest after the game. Earlier, their proof would show when they were drawn.")}</p>`;
}

/** @param {Pick<Seal, "state" | "count" | "difference" | "change">} seal */
function stateWords({ state, count, difference, change }) {
  if (change) return changeWords(change);
  switch (state) {
    case "checked":
      return count
        ? tn(
            "Your browser has checked {count} card of this match. It lay where it was sealed before the deal.",
            "Your browser has checked {count} cards of this match. Each lay where it was sealed before the deal.",
            count,
          )
        : t(
            "No card of this match is open yet. Your browser checks each one as soon as you see it.",
          );
    case "checking":
      return t("Your browser is checking the cards that you have seen.");
    case "unproved":
      return t(
        "The site didn’t prove a card that you have seen. Your browser asks again after each move. After the game, you can check the whole deal.",
      );
    case "differs":
      return differenceWords(difference?.what);
    case "later":
      return t("You can check the deal of this match after the game.");
    case "unable":
      return t("Your browser checks cards only over a secure connection (https).");
    default:
      return t(
        "The order of all cards is fixed before the deal. Your browser checks each card that you see.",
      );
  }
}

/** @param {import("./proof.js").Difference["what"] | undefined} what */
function differenceWords(what) {
  if (what === "root")
    return t(
      "The deck isn’t the one whose fingerprint was published. Keep the record of this game.",
    );
  if (what === "leaf")
    return t("A card doesn’t fit its fingerprint in the deck. Keep the record of this game.");
  if (what === "shown")
    return t(
      "Another player showed a card that wasn’t dealt to them. Keep the record of this game.",
    );
  return what === "order"
    ? t("A card came before its turn in the sealed deck. Keep the record of this game.")
    : t("A card isn’t the one that was sealed at its place. Keep the record of this game.");
}
