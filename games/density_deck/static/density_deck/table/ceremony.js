/** The end of a match, told in four and a half seconds: the call, the hands, three steps, the lives. */

import { t } from "../../density/words.js";
import { MINUS, plain } from "../../games/table/text/numbers.js";
import { nameOf } from "../../games/table/text/sentences.js";
import { play } from "../../games/table/core/sound.js";

/**
 * @typedef {import("../../games/table/core/running.js").Running} Running
 * @typedef {import("./protocol.js").Model} Model
 */

/** When what begins, in milliseconds (the design's table of motion). */
const TIMES = {
  hands: 400,
  apart: 120,
  columns: 1200,
  steps: [1600, 2200, 2800],
  final: 3200,
  winner: 3700,
  lives: 3900,
  pip: 70,
};
const COUNT = 600;
const RISE = 260;
/** A match that no fight ended has nothing to count. */
const SHORT = { columns: 0, winner: 500, lives: 700 };

/**
 * Plays the end of a match over its finished page.
 * @param {Running} running
 * @param {HTMLElement} root
 * @param {Model} model
 */
export function playEnd(running, root, model) {
  const over = model.own.ended;
  const page = root.querySelector(".sd");
  if (!over || !page) return;
  const fought = over.ended_by === "fight" || over.ended_by === "showdown";
  const columns = [...page.querySelectorAll(".sd-column")];
  const at = fought ? TIMES : SHORT;
  if (fought) {
    const caller = columns.findIndex(
      (column) => Number(column.getAttribute("data-seat")) === over.caller,
    );
    call(running, page, callWords(model, over.caller));
    columns.forEach((column, index) =>
      flipHand(running, column, (index - Math.max(caller, 0) + columns.length) % columns.length),
    );
    for (const [index, begin] of TIMES.steps.entries())
      columns.forEach((column) => showStep(running, column, index, begin));
    for (const part of page.querySelectorAll(".score-final, .sd-score"))
      appear(running, part, TIMES.final);
    for (const part of page.querySelectorAll(".sd-head h1, .sd-head h1 + p"))
      appear(running, part, TIMES.winner);
  }
  for (const column of columns) rise(running, column, at.columns);
  for (const badge of page.querySelectorAll(".sd-column .badge")) appear(running, badge, at.winner);
  for (const won of page.querySelectorAll(".sd-column[data-won]")) {
    running.run(won, [{ opacity: 0 }, { opacity: 1 }], {
      duration: RISE,
      delay: at.winner,
      pseudoElement: "::after",
    });
  }
  for (const column of columns) loseLives(running, column, at.lives);
  const sound = over.winners.includes(model.you ?? -1) ? "win" : "loss";
  if (model.you !== null) running.after(at.winner, () => play(sound));
}

/** @param {Model} model @param {number | null} caller nobody in the showdown after the last round */
function callWords(model, caller) {
  if (caller === null) return t("The last round is over");
  return caller === model.you
    ? t("You call the fight")
    : t("{name} calls the fight", { name: nameOf(model, caller) });
}

/** @param {Running} running @param {Element} page @param {string} words */
function call(running, page, words) {
  const title = page.querySelector(".sd-head h1");
  if (!title) return;
  const banner = document.createElement("p");
  banner.className = "sd-call";
  banner.textContent = words;
  if (!running.lift(banner, title.getBoundingClientRect())) return;
  banner.style.removeProperty("width");
  running.run(
    banner,
    [
      { opacity: 0, transform: "translateY(8px)" },
      { opacity: 1, transform: "none", offset: 0.06 },
      { opacity: 1, offset: 0.95 },
      { opacity: 0 },
    ],
    { duration: TIMES.winner, easing: "linear", fill: "both" },
    () => banner.remove(),
  );
}

/**
 * The cards of a hand turn over, from their backs.
 * @param {Running} running
 * @param {Element} column
 * @param {number} turn how many hands turn before this one
 */
function flipHand(running, column, turn) {
  for (const card of column.querySelectorAll(".sd-cards > .card:not(.back)")) {
    running.run(
      card,
      [
        { transform: "rotateY(90deg)", opacity: 0 },
        { transform: "rotateY(90deg)", opacity: 1, offset: 0.01 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 240, delay: TIMES.hands + TIMES.apart * turn },
    );
  }
}

/** @param {Running} running @param {Element} element @param {number} delay */
const rise = (running, element, delay) =>
  running.run(
    element,
    [
      { opacity: 0.6, transform: "translateY(12px)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: RISE, delay },
  );

/** @param {Running} running @param {Element} element @param {number} delay */
const appear = (running, element, delay) =>
  running.run(element, [{ opacity: 0 }, { opacity: 1 }], { duration: RISE, delay });

/**
 * One line of the score: its chips light up while its number counts.
 * @param {Running} running
 * @param {Element} column
 * @param {number} index
 * @param {number} begin
 */
function showStep(running, column, index, begin) {
  const line = column.querySelectorAll(".score-steps > li:not(.score-final)")[index];
  if (!line) return;
  running.run(line, [{ opacity: 0.2 }, { opacity: 1 }], { duration: RISE, delay: begin });
  const number = line.querySelector(".num");
  const text = [...(number?.childNodes ?? [])].find(
    (node) => node instanceof Text && node.data.trim(),
  );
  if (!(text instanceof Text)) return;
  const final = text.data;
  const sign = /^\s*\+/.test(final) ? "+" : "";
  const total = Number(final.replace(MINUS, "-").replace("+", ""));
  if (!Number.isFinite(total)) return;
  running.count(begin, COUNT, (share) => {
    text.data = share === 1 ? final : `${sign}${plain(Math.round(total * share))}`;
  });
}

/**
 * Lives that are lost hatch one by one; until then they look as before.
 * @param {Running} running
 * @param {Element} column
 * @param {number} begin
 */
function loseLives(running, column, begin) {
  const lost = [...column.querySelectorAll(".sd-lives [data-pip='lost']")].reverse();
  lost.forEach((pip, index) =>
    running.run(pip, [{ opacity: 1 }, { opacity: 0 }], {
      duration: 60,
      delay: begin + TIMES.pip * index,
      pseudoElement: "::after",
    }),
  );
  const words = column.querySelector(".sd-lives .num");
  if (words) appear(running, words, begin);
}
