/** Lists that grow at their end: they follow the newest line unless the reader has scrolled up. */

import { tn } from "../../../density/words.js";

/**
 * @typedef {{end: boolean, seen: number, newest: number, line: number, offset: number}} Reading
 *   end: whether the end is in sight; seen: the newest line that was in sight; newest: the newest of
 *   all; line and offset: the first line in sight, and its distance from the top of the list
 */

/** A reader this near to the end counts as being there, in pixels: less than a line. */
const NEAR = 20;
/** The reading of each list, by name: the panel and the sheet share them. @type {Map<string, Reading>} */
const readings = new Map();
/** The lines of each list when it was last placed. @type {WeakMap<Element, string>} */
const placedMarks = new WeakMap();
/** Where each list was scrolled to when it was last noted, and its size. @type {WeakMap<Element, {top: number, size: string}>} */
const places = new WeakMap();
/** Restores the position of lists that change their size or reappear. @type {ResizeObserver | undefined} */
let sizes;

/** @param {HTMLElement} list @returns {Reading} */
function readingOf(list) {
  const name = list.dataset.grows ?? "";
  const saved = readings.get(name);
  if (saved) return saved;
  const reading = { end: true, seen: 0, newest: 0, line: 0, offset: 0 };
  readings.set(name, reading);
  return reading;
}

/** @param {Element | null | undefined} line */
const numberOf = (line) => Number(/** @type {HTMLElement | null} */ (line)?.dataset.line ?? 0);

/** @param {HTMLElement} list */
const linesOf = (list) =>
  /** @type {HTMLElement[]} */ ([...list.querySelectorAll(":scope > [data-line]")]);

/** @param {HTMLElement} root */
const growingLists = (root) =>
  /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-grows]"));

/**
 * Keeps growing lists where their reader is; call it before the page is laid out.
 * @param {HTMLElement} root
 */
export function keepReading(root) {
  for (const list of growingLists(root)) {
    if (!placedMarks.has(list)) watchList(list);
    const [first, last] = [list.firstElementChild, list.lastElementChild];
    const mark = `${numberOf(first)} ${numberOf(last)} ${list.childElementCount}`;
    if (placedMarks.get(list) === mark) continue;
    placedMarks.set(list, mark);
    noteNewLines(readingOf(list), last);
    placeList(list);
  }
}

/**
 * Notes where the reader is before lines change, because scroll events come a frame late.
 * @param {HTMLElement} root
 */
export function noteReading(root) {
  for (const list of growingLists(root)) if (places.has(list)) noteScroll(list);
}

/** Whether the reader of this list is at its end. @param {string} name */
export const isReadToTheEnd = (name) => readings.get(name)?.end ?? true;

/** @param {HTMLElement} list */
function watchList(list) {
  sizes ??= new ResizeObserver((changes, observer) => {
    for (const { target } of changes)
      if (target.isConnected) placeList(/** @type {HTMLElement} */ (target));
      else observer.unobserve(target);
  });
  sizes.observe(list);
  list.addEventListener("scroll", () => noteScroll(list), { passive: true });
  hintOf(list)?.addEventListener("click", () => {
    readingOf(list).end = true;
    placeList(list);
    list.focus({ preventScroll: true });
  });
}

/** @param {HTMLElement} list */
const hintOf = (list) =>
  /** @type {HTMLButtonElement | null | undefined} */ (
    list.nextElementSibling?.querySelector("[data-do=latest]")
  );

/**
 * Notes new lines: a line of the reader's own leads to the end, and so does a different list.
 * @param {Reading} reading @param {Element | null} last
 */
function noteNewLines(reading, last) {
  const newest = numberOf(last);
  const own = last?.hasAttribute("data-own") && newest > reading.newest;
  if (own || newest < reading.newest) reading.end = true;
  reading.newest = newest;
}

/** Scrolls a list to where its reader is. @param {HTMLElement} list */
function placeList(list) {
  if (!list.clientHeight) return;
  const reading = readingOf(list);
  if (reading.end) list.scrollTop = list.scrollHeight;
  else {
    const line = linesOf(list).find((candidate) => numberOf(candidate) >= reading.line);
    const moved = line ? topOf(line, list) - reading.offset : 0;
    if (Math.abs(moved) >= 1) list.scrollTop += moved;
  }
  noteSight(list);
}

/** @param {Element} list */
const sizeOf = (list) => `${list.clientWidth} ${list.clientHeight}`;

/**
 * Handles a scroll. A reader at the end leaves it only upwards: the list may have grown since.
 * A list of another size was scrolled by the browser and not by its reader.
 * @param {HTMLElement} list
 */
function noteScroll(list) {
  const { top = 0, size = sizeOf(list) } = places.get(list) ?? {};
  if (size !== sizeOf(list)) placeList(list);
  else if (list.scrollTop !== top && !(readingOf(list).end && list.scrollTop > top))
    noteSight(list);
}

/** @param {Element} line @param {Element} list */
const topOf = (line, list) => line.getBoundingClientRect().top - list.getBoundingClientRect().top;

/** Notes where the reader is. @param {HTMLElement} list */
function noteSight(list) {
  if (!list.clientHeight) return;
  const reading = readingOf(list);
  places.set(list, { top: list.scrollTop, size: sizeOf(list) });
  reading.end = list.scrollHeight - list.clientHeight - list.scrollTop <= NEAR;
  if (reading.end) reading.seen = reading.newest;
  else {
    const top = list.getBoundingClientRect().top;
    const line = linesOf(list).find((candidate) => candidate.getBoundingClientRect().bottom > top);
    if (line) Object.assign(reading, { line: numberOf(line), offset: topOf(line, list) });
  }
  drawHint(list, reading);
}

/** @param {HTMLElement} list @param {Reading} reading */
function drawHint(list, { end, seen }) {
  const hint = hintOf(list);
  if (!hint) return;
  const fresh = end
    ? 0
    : linesOf(list).filter((line) => numberOf(line) > seen && !line.hasAttribute("data-own"))
        .length;
  hint.hidden = fresh === 0;
  if (fresh)
    hint.textContent =
      list.dataset.grows === "chat"
        ? tn("{count} new message", "{count} new messages", fresh)
        : tn("{count} new entry", "{count} new entries", fresh);
}
