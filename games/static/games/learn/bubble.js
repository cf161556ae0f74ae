/** The teacher's bubble: what it says, where it stands, what it points to. */

import { renderLive } from "../live.js";
import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { keyView } from "../table/parts/parts.js";
import { placeBubble } from "./placing.js";
import { progressOf } from "./teacher.js";

/**
 * @template {import("./lesson.js").Types} [G=import("./lesson.js").Types]
 * @typedef {import("./guide.js").Guide<G>} Guide
 */

/**
 * The box around the visible elements that a step points to.
 * @param {HTMLElement} root
 * @param {string[]} selectors the first one on the page counts
 * @returns {import("./placing.js").Box | null}
 */
function boxOf(root, selectors) {
  for (const selector of selectors) {
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
 * The boxes of the visible elements.
 * @param {HTMLElement} root
 * @param {string} selector
 */
const boxesOf = (root, selector) =>
  [...root.querySelectorAll(selector)]
    .filter((element) => element.getClientRects().length)
    .map((element) => element.getBoundingClientRect());

/** @template {import("./lesson.js").Types} G @param {Guide<G>} guide */
function bubbleView(guide) {
  const { step, line, watching, note } = guide;
  const others = guide.lesson.watching();
  const { now, of } = progressOf(line, guide.place);
  const reads = watching || step.wants === null;
  return html`<p class="bubble-place" id="bubble-place">${t("Step {now} of {of}", { now, of })}</p>
    <h2 id="bubble-title">${watching ? others.title : step.title}</h2>
    <div class="bubble-words" aria-live="polite">${
      watching
        ? html`<p>${others.text}</p>`
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
              watching ? t("Continue") : t("Next")
            } ${keyView("Enter")}</button>`
          : html`<span class="bubble-wait">${step.wants?.do === "ready" ? nothing : t("Your move")}</span>`
      }
    </footer>`;
}

/** The weight of what a reader needs at every step. */
const NEED = 40;
/** The least space between the bar and the table for a bubble, in px. */
const ABOVE = 140;
/** The room between a part and its pointer, and between the pointer and the window's edge, in px. */
const MARK = 7;
const EDGE = 3;

/**
 * The room that the bubble covers nothing in: at the foot of the side panel, or above the table.
 * @param {HTMLElement} root
 * @returns {"side" | "above" | ""}
 */
function roomOf(root) {
  if (boxesOf(root, ".side").length) return "side";
  const [table] = boxesOf(root, ".plate[data-spot=across], [data-spot=across] .plate");
  const { top, width } = root.getBoundingClientRect();
  return table && width >= 768 && table.top - top >= ABOVE ? "above" : "";
}

/**
 * Draws the bubble and its pointer, and puts both beside what the step talks about.
 * @template {import("./lesson.js").Types} G
 * @param {Guide<G>} guide
 * @param {HTMLElement} bubble
 * @param {HTMLElement} mark
 * @param {HTMLElement} root
 */
export function drawBubble(guide, bubble, mark, root) {
  const { watching, step, ended, lesson } = guide;
  bubble.hidden = ended;
  mark.hidden = true;
  if (ended) return;
  renderLive(bubbleView(guide), bubble);
  bubble.dataset.point = watching ? "" : step.point;
  const [kind, name = ""] = (watching ? "hand" : step.point).split(" ");
  const box = boxOf(root, lesson.parts(kind, name));
  bubble.dataset.room = box ? roomOf(root) : "";
  if (box && !watching) {
    mark.hidden = false;
    const left = Math.max(box.left - MARK, EDGE);
    const top = Math.max(box.top - MARK, EDGE);
    const right = document.documentElement.clientWidth - EDGE;
    placeElement(mark, {
      left,
      top,
      width: Math.min(box.left + box.width + MARK, right) - left,
      height: Math.min(box.top + box.height + MARK, innerHeight - EDGE) - top,
    });
  }
  if (!box || bubble.dataset.room) return placeElement(bubble, {});
  const reads = step.wants === null && lesson.reads(root);
  const others = boxesOf(root, ".opponent, .plate");
  // other players count three times; while a card is chosen, the score counts most
  const chooses = step.point.startsWith("card");
  const first = chooses ? boxesOf(root, ".score-strip, .prompt") : others;
  const keep = [
    ...boxesOf(root, watching || reads ? lesson.keepWatching : lesson.keep),
    ...others,
    ...boxesOf(root, ".event"),
    ...Array.from({ length: chooses ? 8 : 2 }, () => first).flat(),
    ...Array.from({ length: watching ? 0 : NEED }, () => boxesOf(root, lesson.needed)).flat(),
  ];
  const { top } = root.getBoundingClientRect();
  const screen = {
    left: 0,
    top,
    width: document.documentElement.clientWidth,
    height: innerHeight - top,
  };
  const size = { width: bubble.offsetWidth, height: bubble.offsetHeight };
  placeElement(bubble, placeBubble(box, size, screen, keep, watching));
}

/**
 * Positions an element at these pixels; what is missing is left to its style.
 * @param {HTMLElement} element
 * @param {Record<string, number>} box
 */
function placeElement(element, box) {
  for (const name of ["left", "top", "width", "height"]) {
    const value = name in box ? `${Math.round(box[name])}px` : "";
    if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
  }
}
