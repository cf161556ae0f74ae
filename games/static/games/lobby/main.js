/** Keeps the list of tables on the page up to date. */

import { renderLive } from "../live.js";
import { CALM, Connection } from "../connection/connection.js";
import { NOTHING, crowdWords, newest, ofGame, openWords, useWords } from "./list.js";
import { drawInPlace } from "./place.js";
import { listView, watchView } from "./view.js";

const place = /** @type {HTMLElement} */ (document.getElementById("lobby"));
const count = /** @type {HTMLElement} */ (document.getElementById("lobby-open"));
// what only the first page has
const crowd = document.getElementById("crowd");
const watch = document.getElementById("watch-now");
const few = Number(place.dataset.few || Infinity);
let held = NOTHING;
useWords(place.dataset.words ?? "{}");

/** @param {{type: string}} frame */
function hear(frame) {
  const list = newest(held, frame);
  if (list === held) return;
  if (held === NOTHING) for (const part of [place, watch]) part?.replaceChildren();
  held = list;
  const tables = ofGame(list, place.dataset.game ?? "");
  count.textContent = openWords(tables);
  const draw = () => renderLive(listView(tables.slice(0, few), place.dataset), place);
  drawInPlace(place, draw);
  if (crowd) drawCrowd(crowd);
  if (watch) drawWatch(watch);
}

new Connection("/ws/tables/", hear, { pingEvery: CALM }).open();

/** @param {HTMLElement} pill */
function drawCrowd(pill) {
  const words = crowdWords(held);
  pill.hidden = !words;
  const said = /** @type {HTMLElement} */ (pill.querySelector("span"));
  said.textContent = words;
}

/** @param {HTMLElement} card the game to watch; where there is none, what else there is to see */
function drawWatch(card) {
  renderLive(held.watch ? watchView(held.watch, place.dataset) : "", card);
  card.hidden = !held.watch;
  document.getElementById("watch-else")?.toggleAttribute("hidden", !!held.watch);
}
