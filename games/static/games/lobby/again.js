/** The rematch on the result page: who is ready and how long it is open; then it is closed where it stands. */

import { t } from "../../density/words.js";
import { listen } from "./line.js";
import { buttonWords, heard, openWords, readyWords } from "./rematch.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("rematch"));
const [ready, open] = form.querySelectorAll("p");
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));

/** @type {import("./rematch.js").Rematch} */
let rematch = {
  names: [],
  of: Number(form.dataset.of),
  until: performance.now() + Number(form.dataset.ms),
};
let known = form.dataset.names !== "0";

const draw = () => {
  const now = performance.now();
  if (rematch.names.length || !known) button.textContent = buttonWords(rematch);
  if (rematch.names.length) ready.textContent = readyWords(rematch.names);
  open.textContent = openWords(rematch, now);
  if (rematch.until > now || known || rematch.names.length) return;
  stop();
  clearInterval(ticking);
  // nothing takes its place: a press that was meant for it must not do anything else
  button.disabled = true;
  open.textContent = t("closed");
  button.classList.remove("go");
  // one first button a page: after a ranked game it is the next one
  if (!document.querySelector(".dock .go"))
    document.querySelector(".dock .play-ai .button")?.classList.add("go");
};

const stop = listen(`${form.dataset.socket}?watch=1`, (text) => {
  rematch = heard(rematch, text, performance.now());
  known ||= rematch.names.length > 0;
  draw();
});
const ticking = setInterval(draw, 250);
draw();
