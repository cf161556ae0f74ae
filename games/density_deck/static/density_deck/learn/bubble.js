/** The teacher's bubble: what it says, where it stands, what it points to. */

import { html, nothing, render } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { key } from "../../games/table/core/parts.js";
import { place } from "./placing.js";
import { progress } from "./teacher.js";

/** @typedef {import("./guide.js").Guide} Guide */

/** What a step may point to: the first of these that is on the page. @type {Record<string, string[]>} */
const PARTS = {
  lives: [".near .lives"],
  hand: ["[data-hand] .card"],
  score: [".side .score-panel", ".score-strip"],
  pile: [".pile.central"],
  fight: [".fight-panel", '.moves [data-do="fight"]'],
  surrender: ['.moves [data-do="surrender"]'],
};

/**
 * The box around what a step points to, as far as it is to be seen.
 * @param {HTMLElement} root
 * @param {string} point
 * @returns {import("./placing.js").Box | null}
 */
function boxOf(root, point) {
  const [kind, name] = point.split(" ");
  /** @type {Record<string, string[]>} */
  const named = {
    card: [`[data-hand] [data-code="${name}"]`],
    center: [`[data-amp="${name}"]`],
    discard: [`[data-pile="${name}"]`],
  };
  for (const selector of named[kind] ?? PARTS[kind] ?? []) {
    const boxes = boxesOf(root, selector);
    if (!boxes.length) continue;
    const left = Math.min(...boxes.map((box) => box.left));
    const top = Math.min(...boxes.map((box) => box.top));
    const width = Math.max(...boxes.map((box) => box.right)) - left;
    return { left, top, width, height: Math.max(...boxes.map((box) => box.bottom)) - top };
  }
  return null;
}

/**
 * Where all these stand that are to be seen.
 * @param {HTMLElement} root
 * @param {string} selector
 */
const boxesOf = (root, selector) =>
  [...root.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect());

/** @param {Guide} guide */
function bubbleView(guide) {
  const { step, line, watching, note } = guide;
  const { now, of } = progress(line, guide.place);
  const reads = watching || step.wants === null;
  return html`<p class="bubble-place">${t("Step {now} of {of}", { now, of })}</p>
    <h2 id="bubble-title">${watching ? t("The others play") : step.title}</h2>
    <div class="bubble-words" aria-live="polite">${
      watching
        ? html`<p>${t("Each draws or takes a card and discards one.")}</p>`
        : note
          ? html`<p class="bubble-note">${note}</p>`
          : step.text.map((words) => html`<p>${words}</p>`)
    }</div>
    <footer class="bubble-foot">
      <button type="button" class="button quiet" data-lesson="back" ?disabled=${guide.place === 0}
        @click=${() => guide.back()}>${t("Back")}</button>
      ${
        reads
          ? html`<button type="button" class="button bright" data-lesson="next" @click=${() => guide.next()}>${
              watching ? t("Go on") : t("Next")
            } ${key("Enter")}</button>`
          : html`<span class="bubble-wait">${step.wants?.do === "ready" ? nothing : t("Your move")}</span>`
      }
    </footer>`;
}

/** What stays in view as far as there is room, and what while only the others play, or what they laid is read. */
const KEEP =
  ".stage .pile, .amp li, [data-hand] .card, .moves, .prompt, .plate, .near, .at-stake, .side .score-panel, .score-strip";
const KEEP_WATCHING = ".stage .pile, .amp li, .plate";

/**
 * Draws the bubble and its pointer, and puts both beside what the step talks about.
 * @param {Guide} guide
 * @param {HTMLElement} bubble
 * @param {HTMLElement} mark
 * @param {HTMLElement} root
 */
export function drawBubble(guide, bubble, mark, root) {
  const { watching, step, ended } = guide;
  bubble.hidden = ended;
  mark.hidden = true;
  if (ended) return;
  render(bubbleView(guide), bubble);
  bubble.dataset.point = watching ? "" : step.point;
  const box = boxOf(root, watching ? "hand" : step.point);
  if (!box) return put(bubble, {});
  const reads =
    step.wants === null && root.querySelector(".opponent .pile .card:not(.slot, .back)") !== null;
  const others = boxesOf(root, ".opponent, .plate");
  // the other players go last, each counts for three; while a card is chosen it is the score that counts
  const chooses = step.point.startsWith("card");
  const first = chooses ? boxesOf(root, ".score-strip, .prompt") : others;
  const keep = [
    ...boxesOf(root, watching || reads ? KEEP_WATCHING : KEEP),
    ...others,
    ...Array.from({ length: chooses ? 8 : 2 }, () => first).flat(),
  ];
  const { top } = root.getBoundingClientRect();
  const screen = {
    left: 0,
    top,
    width: document.documentElement.clientWidth,
    height: innerHeight - top,
  };
  const size = { width: bubble.offsetWidth, height: bubble.offsetHeight };
  put(bubble, place(box, size, screen, keep, watching));
  if (watching) return;
  mark.hidden = false;
  put(mark, {
    left: box.left - 6,
    top: box.top - 6,
    width: box.width + 12,
    height: box.height + 12,
  });
}

/**
 * Puts an element where these pixels say, elsewhere where its style says.
 * @param {HTMLElement} element
 * @param {Record<string, number>} box
 */
function put(element, box) {
  for (const name of ["left", "top", "width", "height"]) {
    const wanted = name in box ? `${Math.round(box[name])}px` : "";
    if (element.style.getPropertyValue(name) !== wanted) element.style.setProperty(name, wanted);
  }
}
