/** Says how long it is until the ranked hour of a page, and "now" while it runs. */

import { t } from "../density/words.js";
import { stageOf, untilWords } from "./hour_words.js";

const SECOND = 1000;
const place = /** @type {HTMLElement} */ (document.getElementById("ranked-hour"));
const left = /** @type {HTMLElement} */ (place.querySelector("[data-hour-left]"));
const said = /** @type {HTMLElement} */ (place.querySelector("[data-hour-said]"));
const opened = Date.now();
let stage = stageOf(Number(place.dataset.starts), Number(place.dataset.ends));

function draw() {
  // how long is by the server's clock, which may be another than the reader's
  const passed = Date.now() - opened;
  const starts = Number(place.dataset.starts) - passed;
  const now = stageOf(starts, Number(place.dataset.ends) - passed);
  const words = untilWords(starts);
  if (left.textContent !== words) left.textContent = words;
  if (now === stage) return;
  stage = now;
  place.hidden = now === "over";
  for (const part of place.querySelectorAll("[data-hour]"))
    part.toggleAttribute("hidden", part.getAttribute("data-hour") !== now);
  if (now === "now") said.textContent = t("Ranked hour: now");
}

draw();
setInterval(draw, SECOND);
