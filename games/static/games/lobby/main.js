/** Keeps the list of tables on the page up to date. */

import { render } from "../../density/vendor/lit-html/lit-html.js";
import { listen } from "./line.js";
import { NOTHING, newest, openWords } from "./list.js";
import { listView } from "./view.js";

const place = /** @type {HTMLElement} */ (document.getElementById("lobby"));
const count = /** @type {HTMLElement} */ (document.getElementById("lobby-open"));
let held = NOTHING;

listen("/ws/tables/", (text) => {
  const list = newest(held, text);
  if (list === held) return;
  if (held === NOTHING) place.replaceChildren();
  held = list;
  count.textContent = openWords(list.tables);
  render(listView(list.tables, place.dataset), place);
});
