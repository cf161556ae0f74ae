/** Shows how long it is until a page's ranked hour, and "now" while it runs; asks for its reminder. */

import { canPush, switchOn } from "../density/push.js";
import { t } from "../density/words.js";
import { stageOf, untilWords } from "./hour_words.js";

const SECOND = 1000;
const place = /** @type {HTMLElement} */ (document.getElementById("ranked-hour"));
const left = /** @type {HTMLElement} */ (place.querySelector("[data-hour-left]"));
const statusLine = /** @type {HTMLElement} */ (place.querySelector("[data-hour-said]"));
const opened = Date.now();
let stage = stageOf(Number(place.dataset.starts), Number(place.dataset.ends));

function drawHour() {
  // the times come from the server: the reader's clock may differ, so only its progress counts
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
  if (now === "now") statusLine.textContent = t("Ranked hour: now");
}

/** Subscribes this browser to the reminder, then sends the form in any case. @param {HTMLFormElement} form */
async function attendWithReminder(form) {
  const { remind: url = "", key = "" } = form.dataset;
  const token = `${new FormData(form).get("csrfmiddlewaretoken")}`;
  await switchOn({ url, key, token, kind: "hour" }).catch(() => "");
  form.submit();
}

const form = place.querySelector("form[data-remind]");
if (form instanceof HTMLFormElement && canPush() && Notification.permission !== "denied")
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attendWithReminder(form);
  });

drawHour();
setInterval(drawHour, SECOND);
