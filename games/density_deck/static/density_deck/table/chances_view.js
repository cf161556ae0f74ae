/** The odds: what the unseen cards may do to a score, at casual tables, in lessons and in replays. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t, tn, tparts } from "../../density/words.js";
import { iconView } from "../../games/table/parts/parts.js";
import { hasCompany } from "../../games/table/chat/lines.js";
import { isOn } from "../../games/table/settings/settings.js";
import { signedNumber } from "../../games/table/text/numbers.js";
import { keptHand, nextCard, onTop, percentOf } from "./chances.js";
import { chipView } from "./parts.js";
import { readingOf } from "./scoring.js";
import { discardToShow } from "./shown.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Player} Player
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./protocol.js").DeckUi} DeckUi
 * @typedef {{kept: import("./chances.js").Kept, next: import("./chances.js").Next | null,
 *   top: import("./chances.js").Top | null}} Odds
 */

/**
 * The odds of the reader's own hand: never in rated games, and not for spectators. They are open in
 * games without other people; elsewhere they are calculated only once the reader opens them.
 * @param {App} app
 */
export function oddsPanel(app) {
  const { game, view, you } = app.model;
  if (!game || game.rated || you === null || !view) return nothing;
  const selected = discardToShow(app.model) ?? "";
  return panelView(
    { view, seat: you, ruleset: game.ruleset, selected, open: !hasCompany(app.model) },
    app.ui.own,
    () => app.redraw(),
  );
}

/**
 * The odds of the near seat in a replay, rated games included, by what this seat knew.
 * @param {Player} player
 * @param {number} seat
 */
export function oddsThen(player, seat) {
  const { story, view } = player;
  if (!story || !view) return nothing;
  return panelView({ view, seat, ruleset: story.game.ruleset, open: true }, player.own, () =>
    player.redraw(),
  );
}

/**
 * @param {{view: View, seat: number, ruleset: Record<string, unknown>, selected?: string, open: boolean}} asked
 *   open: whether it is open before the reader's first choice
 * @param {DeckUi} ui
 * @param {() => void} redraw
 */
function panelView({ view, seat, ruleset, selected = "", open }, ui, redraw) {
  const { hand, status } = view.seats[seat];
  if (!isOn("odds") || !hand?.length || status !== "standing" || view.phase === "over")
    return nothing;
  const isOpen = ui.odds ?? open;
  const turn = (/** @type {Event} */ event) => {
    event.preventDefault();
    ui.odds = !isOpen;
    redraw();
  };
  return html`<details class="odds" ?open=${isOpen}><summary class="step-head" @click=${turn}><h2>${t("Odds")}</h2><span class="hint">${t("all unseen cards equally likely")}</span><span>${iconView(isOpen ? "up" : "down")}</span></summary>${
    isOpen ? oddsView(oddsOf(view, seat, ruleset, selected)) : nothing
  }</details>`;
}

/** The odds of a view, cached by seat and selected card. @type {WeakMap<View, Map<string, Odds>>} */
const cachedOdds = new WeakMap();

/**
 * @param {View} view
 * @param {number} seat
 * @param {Record<string, unknown>} ruleset
 * @param {string} selected
 */
function oddsOf(view, seat, ruleset, selected) {
  const oddsBySelection = cachedOdds.get(view) ?? new Map();
  cachedOdds.set(view, oddsBySelection);
  const name = `${seat} ${selected}`;
  if (!oddsBySelection.has(name)) {
    const reading = readingOf(ruleset);
    const kept = keptHand(view, seat, reading, selected);
    const next = nextCard(view, seat, reading, kept);
    oddsBySelection.set(name, { kept, next, top: onTop(view, seat, reading, kept) });
  }
  return /** @type {Odds} */ (oddsBySelection.get(name));
}

/** @param {Odds} odds */
const oddsView = ({ kept, next, top }) =>
  html`${
    kept.laid
      ? html`<p class="hint">${tparts("After discarding {card}", { card: chipView(kept.laid, { small: true }) })}</p>`
      : nothing
  }<dl>${next ? nextView(next) : nothing}${top ? topView(top) : nothing}</dl>`;

/** @param {import("./chances.js").Next} next */
function nextView({ cards, up, down, best, worst }) {
  const change = (/** @type {import("./chances.js").Change} */ { code, by }) => ({
    by: html`<b class="num">${signedNumber(by)}</b>`,
    card: chipView(code, { small: true }),
  });
  return html`<div><dt class="hint">${t("The next card in the center")}</dt>
    <dd><b>${tn("Better with {up} of {count} card, worse with {down}", "Better with {up} of {count} cards, worse with {down}", cards, { up, down })}</b></dd>
    <dd class="hint step-cards">${up ? html`<span>${tparts("best {by} {card}", change(best))}</span>` : nothing}${
      down ? html`<span>${tparts("worst {by} {card}", change(worst))}</span>` : nothing
    }</dd></div>`;
}

/** @param {import("./chances.js").Top} top */
function topView(top) {
  const { deals, exact, others } = top;
  const percent = percentOf(top);
  return html`<div><dt class="hint">${t("You’d have the top score now")}</dt>
    <dd><b>${exact ? t("in {percent}% of cases", { percent }) : t("in about {percent}% of cases", { percent })}</b></dd>
    <dd class="hint step-cards"><span>${
      exact
        ? tn(
            "against {count} other, all {deals} possible hands counted",
            "against {count} others, all {deals} possible hands counted",
            others,
            { deals },
          )
        : tn(
            "against {count} other, tried with {deals} random hands",
            "against {count} others, tried with {deals} random hands",
            others,
            { deals },
          )
    }</span></dd></div>`;
}
