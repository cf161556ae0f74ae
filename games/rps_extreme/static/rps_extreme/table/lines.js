/** The moves of a challenge as lines: each choice, with its effects below. Pure. */

import { t, tparts } from "../../density/words.js";
import { emptyModel } from "../../games/table/state/model.js";
import { SIGN_NAMES } from "./items.js";

import { partsOf, textOf } from "./log_lines.js";

/**
 * @typedef {import("./protocol.js").Chapter} Chapter
 * @typedef {import("../../games/replay/lines.js").Line<import("./protocol.js").Rps>} Line
 * @typedef {import("../../games/table/text/sentences.js").Part} Part
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 */

/**
 * The lines of a challenge, in order; later throws are headings.
 * @param {Chapter} chapter
 * @param {string[]} names by seat
 * @returns {Line[]}
 */
export function linesOf({ steps }, names) {
  /** @type {Line[]} */
  const lines = [];
  for (const { step, events } of steps) {
    let kind = /** @type {Line["kind"]} */ ("move");
    for (const { event, parts } of eventsWithLine(events, names)) {
      lines.push({ kind: event.e === "round" ? "round" : kind, from: step, step, parts, event });
      if (event.e !== "round") kind = "effect";
    }
  }
  return lines;
}

/**
 * A step in sentences, cards as words.
 * @param {import("./protocol.js").Step} step
 * @param {string[]} names
 */
export function sentenceOf({ events }, names) {
  return eventsWithLine(events, names)
    .map(({ parts }) => `${textOf(parts)}.`)
    .join(" ");
}

/**
 * The events of a step that have a line. A choice that was revealed right away has none.
 * @param {GameEvent[]} events
 * @param {string[]} names
 */
function eventsWithLine(events, names) {
  const all = events
    .map((event) => ({ event, parts: eventParts(event, names) }))
    .filter(({ parts }) => parts.length);
  const visible = all.filter(({ event }) => event.e !== "answered" || event.by === "clock");
  return visible.length ? visible : all;
}

/** @param {GameEvent} event @param {string[]} names @returns {Part[]} */
function eventParts(event, names) {
  if (event.e === "answered") return answeredParts(event, names[event.seat]);
  const seats = names.map((name, seat) => ({
    seat,
    kind: /** @type {const} */ ("player"),
    name,
    level: null,
  }));
  return partsOf({ ...emptyModel(null), seats }, event);
}

/**
 * The line for a secret choice, with its content if this view may see it.
 * @param {Extract<GameEvent, {e: "answered"}>} event
 * @param {string} name
 * @returns {Part[]}
 */
function answeredParts({ phase, choice, by }, name) {
  const who = { who: name };
  const late = by === "clock" ? [` ${t("(time ran out)")}`] : [];
  if (!choice)
    return [
      ...(phase === "throw"
        ? tparts("{who} has thrown", { who })
        : tparts("{who} has chosen", { who })),
      ...late,
    ];
  if (choice.do === "throw") {
    const sign = SIGN_NAMES[choice.sign];
    return [...tparts("{who} chooses {sign}", { who, sign }), ...late];
  }
  if (choice.do === "pass") return [...tparts("{who} chooses not to drink", { who }), ...late];
  const card = "card" in choice && choice.card ? { card: choice.card } : "";
  return [...tparts("{who} chooses {card}", { who, card }), ...late];
}
