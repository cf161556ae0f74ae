/** The page of a replay: bar, table, moves and controls. */

import { renderLive } from "../live.js";
import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { iconView, latestButton } from "../table/parts/parts.js";
import { checkView } from "./checking.js";
import { coachView, costView } from "./coach_view.js";
import { learnBar, learnPage } from "./learn_view.js";
import { followStep } from "./follow.js";
import { lineAt } from "./lines.js";
import { continueButton, isSlim, transportView } from "./transport.js";

/** @typedef {import("./player.js").Player} Player */

/**
 * @param {Player} player
 * @param {HTMLElement} bar
 * @param {HTMLElement} root
 */
export function drawPage(player, bar, root) {
  if (!player.shown) {
    if (player.failed) renderLive(failedView(player), root);
    return;
  }
  const { learning } = player;
  renderLive(learning ? learnBar(learning) : barView(player), bar);
  renderLive(learning ? learnPage(player, learning) : pageView(player), root);
  followStep(root, player);
}

/** @param {Player} player */
const pageView = (
  player,
) => html`${player.failed ? failedView(player) : nothing}<div class="replay" data-over=${player.over && !player.aside && player.game.ended ? "" : nothing}>
    <div class="rs-wrap"><h1 class="sr-only">${headingOf(player)}</h1>${player.game.stage(player)}${player.game.reopen?.(player)}</div>${player.game.ended?.(player)}
    ${sideView(player)}
    ${transportView(player)}
  </div>${checkView(player)}`;

/** @param {Player} player */
const headingOf = ({ game, shown, view }) => game.heading(shown?.match ?? 1, view);

/** @param {Player} player */
const failedView = (
  player,
) => html`<div class="banner stake replay-failed" role="status">${iconView("warn")}<span>${t("Couldn’t load these steps.")}</span>
  <button type="button" class="button" @click=${() => player.go(player.moment)}>${t("Try again")}</button></div>`;

// ------------------------------------------------------------------------------- bar
/** @param {Player} player */
function barView(player) {
  const { story, shown } = player;
  if (!story || !shown) return nothing;
  return html`<a class="wordmark" href="/">${iconView("mark")}<span class="sr-only">${t("Density Deck, home")}</span><span aria-hidden="true">${[..."Density"].map((letter) => html`<i>${letter}</i>`)}<i>Deck</i></span></a>
    <a class="button quiet square replay-back" href=${story.game.url}>${iconView("back")}<span class="sr-only">${t("Result")}</span></a>
    <p class="replay-place">${player.game.place({
      replay: html`<b>${t("Replay")}</b>`,
      match: matchChooser(player),
      count: html`${story.matches.length}`,
    })}</p>
    <div class="segments replay-views" role="group" aria-label=${t("Point of view")}>${[
      viewButton(player, "all", html`${iconView("eye")}<span>${player.game.all}</span>`),
      ...player.names.map((name, seat) => viewButton(player, seat, html`<span>${name}</span>`)),
    ]}</div>
    <div class="bar-end">
      ${isSlim() ? nothing : continueButton()}
      <button type="button" class="button quiet square" popovertarget="languages">${iconView("globe")}<span class="sr-only">${t("Language")}</span></button>
      <button type="button" class="button quiet" data-do="check" @click=${() => player.checkDeal()}>${iconView("seal")}<span>${t("Check deal")}</span></button>
      <a class="button quiet square" href=${story.game.record_url} download>${iconView("save")}<span class="sr-only">${t("Download")}</span></a>
      <button type="button" class="button" data-do="share" @click=${() => player.share()}>${iconView(player.copied ? "check" : "link")}<span aria-live="polite">${player.copied ? t("Copied") : t("Share")}</span></button>
    </div>`;
}

/** @param {Player} player */
const matchChooser = (
  player,
) => html`<select class="match-chooser" aria-label=${player.game.match} .value=${String(player.shown?.match)}
  @change=${(/** @type {Event} */ event) => {
    const match = Number(/** @type {HTMLSelectElement} */ (event.target).value);
    player.play(false);
    player.go({ ...player.moment, match, step: 0 });
  }}>${player.bounds.matches.map(({ match }) => html`<option value=${match} ?selected=${match === player.shown?.match}>${match}</option>`)}</select>`;

/**
 * @param {Player} player
 * @param {import("./state.js").Whose} view
 * @param {unknown} words
 */
const viewButton = (
  player,
  view,
  words,
) => html`<button type="button" aria-pressed=${player.shown?.view === view ? "true" : "false"}
  data-view=${view} @click=${() => player.act({ kind: "view", view })}>${words}</button>`;

// ----------------------------------------------------------------------------- moves
/** @param {Player} player */
function movesView(player) {
  const { chapter, shown, review } = player;
  if (!chapter || !shown) return nothing;
  const lines = player.game.lines(chapter, player.names);
  const current = lineAt(lines, shown.step);
  return html`<section class="moves-panel" aria-label=${t("Moves")}><header><h2>${t("Moves")}</h2>${review ? html`<span class="hint">${t("cost in win chance")}</span>` : nothing}</header>
    <ol class="moves-list" tabindex="0">${lines.map(
      ({ kind, step, parts }, index) =>
        html`<li data-kind=${kind} data-now=${kind === "effect" && step === shown.step && (player.game.isNow?.(player, lines[index]) ?? true) ? "" : nothing}>${
          kind !== "move"
            ? html`<p>${linePartsView(player, parts)}</p>`
            : html`<button type="button" data-step=${step} aria-current=${index === current ? "step" : nothing}
            @click=${() => {
              player.play(false);
              player.go({ ...player.moment, step });
            }}><span class="num">${step}</span><span>${linePartsView(player, parts)}</span>${review ? costView(review, lines[index]) : nothing}</button>`
        }</li>`,
    )}</ol>${latestButton()}</section>`;
}

/** @param {Player} player @param {import("./lines.js").Part[]} parts */
const linePartsView = ({ game }, parts) =>
  parts.map((part) =>
    typeof part === "string"
      ? part
      : "card" in part
        ? game.chip(part.card)
        : html`<b>${part.who}</b>`,
  );

/**
 * The moves above the coach or the score; on small screens one of them at a time.
 * @param {Player} player
 */
function sideView(player) {
  const panels = panelsOf(player);
  if (isSlim()) {
    const all = [{ panel: MOVES, words: t("Moves"), view: movesView }, ...panels];
    return html`<aside class="moves-side">${turnsView(player, all, player.slim)}</aside>`;
  }
  return html`<aside class="moves-side">${movesView(player)}${
    panels.length
      ? html`<div class="lower">${turnsView(player, panels, player.panel)}</div>`
      : nothing
  }</aside>`;
}

const MOVES = /** @type {const} */ ("moves");

/** @typedef {{panel: "moves" | "coach" | "score", words: string, view: (player: Player) => unknown}} Panel */

/** The panels beside the moves. @param {Player} player @returns {Panel[]} */
function panelsOf({ coach, game }) {
  /** @type {Panel[]} */
  const panels = coach.none ? [] : [{ panel: "coach", words: t("Coach"), view: coachView }];
  return game.score ? [...panels, { panel: "score", words: t("Score"), view: game.score }] : panels;
}

/**
 * One of several panels, with the tabs to choose it.
 * @param {Player} player
 * @param {Panel[]} panels
 * @param {string} chosenPanel
 */
function turnsView(player, panels, chosenPanel) {
  const open = panels.find(({ panel }) => panel === chosenPanel) ?? panels[0];
  const tabs = html`<div class="lower-tabs" role="group" aria-label=${t("Show beside the board")}>${panels.map(
    ({ panel, words }) =>
      html`<button type="button" aria-pressed=${panel === open.panel ? "true" : "false"} @click=${() => player.choose(panel)}>${words}</button>`,
  )}</div>`;
  const alone = html`<p class="lower-tabs" aria-hidden="true">${open.words}</p>`;
  return html`${panels.length > 1 ? tabs : alone}${open.view(player)}`;
}
