/** Says the ranked hour of a page by the reader's own clock: day and time, how long until then, and "now". */

import { language, t, timeOfDay } from "../density/words.js";
import { stageOf, untilWords } from "./hour_words.js";

const SECOND = 1000;
const place = /** @type {HTMLElement} */ (document.getElementById("ranked-hour"));
const left = /** @type {HTMLElement} */ (place.querySelector("[data-hour-left]"));
const said = /** @type {HTMLElement} */ (place.querySelector("[data-hour-said]"));
const opened = Date.now();
let stage = stageOf(Number(place.dataset.starts), Number(place.dataset.ends));

for (const time of place.querySelectorAll("time")) {
  const at = new Date(time.dateTime);
  const day = at.toLocaleDateString(language(), {
    weekday: "long",
    month: "short",
    day: "numeric",
  });
  time.textContent = time.dataset.local === "day" ? `${day}, ${timeOfDay(at)}` : timeOfDay(at);
}

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
