/** The whole page from the model: which parts stand where; style decides how they look. */

import { html, nothing, render, repeat } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { bannerView } from "./banners.js";
import { barView } from "./bar.js";
import { amplification, clockView, discard, ownDiscard, pile, slab, stakesView } from "./centre.js";
import { resultView } from "./again.js";
import { emoteButton, voiceOver } from "./chat.js";
import { dialogView } from "./dialogs.js";
import { dockView, fightPanel, promptView } from "./dock.js";
import { handView } from "./hand.js";
import { lastEvent } from "./log.js";
import { nearSeat, others, plate } from "./seats.js";
import { scorePanel, scoreStrip } from "./score.js";
import { sidePanel } from "./side.js";
import { showdownView } from "./showdown.js";
import { waitingView } from "./waiting.js";

/** @typedef {import("./app.js").App} App */

/**
 * Draws bar and table into their places.
 * @param {App} app
 * @param {HTMLElement} bar
 * @param {HTMLElement} root
 */
export function drawPage(app, bar, root) {
  takenFrom(bar);
  render(barView(app), bar);
  drawTable(app, root);
}

/**
 * Draws the table alone, for a page with a bar of its own.
 * @param {App} app
 * @param {HTMLElement} root
 */
export function drawTable(app, root) {
  render(tableView(app, takenFrom(root)), root);
  // in the next frame, which lays the page out anyway
  requestAnimationFrame(() => keepLatest(root));
}

/** @type {Map<HTMLElement, ChildNode[]>} */
const brought = new Map();

/**
 * What the page brought in a place before the first drawing there, which begins with nothing.
 * @param {HTMLElement} place
 */
function takenFrom(place) {
  const taken = brought.get(place) ?? [...place.childNodes];
  if (!brought.has(place)) place.replaceChildren();
  brought.set(place, taken);
  return taken;
}

/**
 * A log that grew shows its end again.
 * @param {HTMLElement} root
 */
function keepLatest(root) {
  for (const list of root.querySelectorAll(".log ol, .chat-lines")) {
    const count = String(list.childElementCount);
    if (list.getAttribute("data-lines") === count) continue;
    list.setAttribute("data-lines", count);
    list.scrollTop = list.scrollHeight;
  }
}

/**
 * @param {App} app
 * @param {ChildNode[]} loading the shape of the table, until the first message is here
 */
function tableView(app, loading) {
  const { view } = app.model;
  return html`${bannerView(app)}${
    view ? playing(app) : app.model.game ? opening(app) : loading
  }${dialogView(app)}${voiceOver(app)}`;
}

/** @param {App} app */
function playing(app) {
  const { model } = app;
  const covered = model.showdown !== null;
  return html`<div class="table" ?inert=${covered} data-phase=${model.view?.phase ?? nothing} data-watching=${model.you === null ? "" : nothing}>
      <div class="stage-wrap"><div class="stage" dir="ltr" data-seats=${model.seats.length}>
        ${slab()} <h1 class="sr-only">${heading(app)}</h1> ${promptView(app)} ${pile(app)}
        ${repeat(others(app), ({ seat }) => seat, ({ seat, spot }) => html`<section class="opponent" data-spot=${spot}
          aria-label=${model.seats[seat]?.name}>${plate(app, seat)}${discard(app, seat, spot)}</section>`)}
        ${amplification(app)} ${ownDiscard(app)} ${stakesView(app)} ${clockView(app)}
        ${scoreStrip(app)} ${lastEvent(app)} ${nearSeat(app)} ${emoteButton(app)} ${handView(app)} ${dockView(app)} ${fightPanel(app)}
      </div></div>
      <aside class="side">${scorePanel(app)}${sidePanel(app, "side")}</aside>
    </div>${showdownView(app)}${resultView(app)}`;
}

/** @param {App} app */
const heading = ({ model: { view } }) => (view?.phase === "over" ? t("The game is over") : t("Match {match}, round {round}", { match: view?.match ?? 0, round: view?.round ?? 0 }));

/**
 * The table before the start, and the chat beside it.
 * @param {App} app
 */
const opening = (app) => html`${waitingView(app)}<aside class="side">${sidePanel(app, "side")}</aside>`;
