/** Keeps the list of tables on the page up to date. */

import { renderLive } from "../live.js";
import { CALM, Connection } from "../connection/connection.js";
import { NOTHING, crowdWords, newestList, ofGame, openWords, useWords } from "./list.js";
import { drawInPlace } from "./place.js";
import { listView, watchView } from "./view.js";

const place = /** @type {HTMLElement} */ (document.getElementById("lobby"));
const count = /** @type {HTMLElement} */ (document.getElementById("lobby-open"));
// only on the home page
const crowd = document.getElementById("crowd");
const watch = document.getElementById("watch-now");
const few = Number(place.dataset.few || Infinity);
let shownList = NOTHING;
useWords(place.dataset.words ?? "{}");

/** @param {{type: string}} frame */
function showTables(frame) {
  const list = newestList(shownList, frame);
  if (list === shownList) return;
  if (shownList === NOTHING) for (const part of [place, watch]) part?.replaceChildren();
  shownList = list;
  const tables = ofGame(list, place.dataset.game ?? "");
  count.textContent = openWords(tables);
  const draw = () => renderLive(listView(tables.slice(0, few), place.dataset), place);
  drawInPlace(place, draw);
  if (crowd) drawCrowd(crowd);
  if (watch) drawWatch(watch);
}

new Connection("/ws/tables/", showTables, { pingEvery: CALM }).open();

/** @param {HTMLElement} pill */
function drawCrowd(pill) {
  const words = crowdWords(shownList);
  pill.hidden = !words;
  const label = /** @type {HTMLElement} */ (pill.querySelector("span"));
  label.textContent = words;
}

/**
 * Shows the game to watch; without one, the page shows something else.
 * @param {HTMLElement} card
 */
function drawWatch(card) {
  renderLive(shownList.watch ? watchView(shownList.watch, place.dataset) : "", card);
  card.hidden = !shownList.watch;
  document.getElementById("watch-else")?.toggleAttribute("hidden", !!shownList.watch);
}
