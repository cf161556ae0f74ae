/** The whole page from the model: which parts stand where; style decides how they look. */

import { html, render } from "../../../density/vendor/lit-html/lit-html.js";
import { bannerView } from "./banners.js";
import { barView } from "./bar.js";
import { voiceOver } from "../chat/view.js";
import { dialogView } from "./dialogs.js";
import { sidePanel } from "./side.js";
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
    view ? app.game.table(app) : app.model.game ? opening(app) : loading
  }${dialogView(app)}${voiceOver(app)}`;
}

/**
 * The table before the start, and the chat beside it.
 * @param {App} app
 */
const opening = (app) =>
  html`${waitingView(app)}<aside class="side">${sidePanel(app, "side")}</aside>`;
