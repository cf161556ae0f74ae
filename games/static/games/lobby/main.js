/** Keeps the list of tables on the page up to date. */

import { render } from "../../density/vendor/lit-html/lit-html.js";
import { listen } from "./line.js";
import { NOTHING, newest, ofGame, openWords, useWords } from "./list.js";
import { listView } from "./view.js";

const place = /** @type {HTMLElement} */ (document.getElementById("lobby"));
const count = /** @type {HTMLElement} */ (document.getElementById("lobby-open"));
let held = NOTHING;
useWords(place.dataset.words ?? "{}");

listen("/ws/tables/", (text) => {
  const list = newest(held, text);
  if (list === held) return;
  if (held === NOTHING) place.replaceChildren();
  held = list;
  const tables = ofGame(list, place.dataset.game ?? "");
  count.textContent = openWords(tables);
  render(listView(tables, place.dataset), place);
});
