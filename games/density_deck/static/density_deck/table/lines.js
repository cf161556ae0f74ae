/** The moves of a match as lines: a draw from the pile and its discard are one. Pure. */

import { t, tparts } from "../../density/words.js";
import { textOf } from "./log_lines.js";
import { plainNumber } from "../../games/table/text/numbers.js";

/**
 * @typedef {import("./protocol.js").Chapter} Chapter
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("../../games/table/text/sentences.js").Part} Part
 * @typedef {import("../../games/replay/lines.js").Line<import("./protocol.js").Deck>} Line
 * @typedef {Extract<GameEvent, {e: "drew"}>} Drew
 */

/**
 * The lines of a match, in order.
 * @param {Chapter} chapter
 * @param {string[]} names by seat
 * @returns {Line[]}
 */
export function linesOf({ steps }, names) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {{step: number, event: Drew} | null} */
  let drawn = null;
  const put = (
    /** @type {Line["kind"]} */ kind,
    /** @type {number} */ step,
    /** @type {Part[]} */ parts,
    from = step,
  ) => lines.push({ kind, from, step, parts });
  for (const { step, events } of steps) {
    const event = events[0];
    if (drawn && event?.e !== "discarded") put("move", drawn.step, moveParts([drawn.event], names));
    if (event?.e === "drew" && event.from === "pile") {
      drawn = { step, event };
      continue;
    }
    const together = drawn ? { ...drawn } : null;
    drawn = null;
    if (event?.e === "discarded" && together)
      put("move", step, discardParts(event, together.event, names), together.step);
    else if (event) put("move", step, moveParts(events, names));
    const round = roundParts(events);
    if (round) put("round", step, round);
  }
  if (drawn) put("move", drawn.step, moveParts([drawn.event], names));
  return lines;
}

/**
 * A step in one sentence, cards as words.
 * @param {import("./protocol.js").Step} step
 * @param {string[]} names
 */
export function sentenceOf({ events }, names) {
  const round = roundParts(events);
  return [moveParts(events, names), ...(round ? [round] : [])]
    .map((parts) => `${textOf(parts)}.`)
    .join(" ");
}

/**
 * The line for a seat's move, or for the beginning or end of a match without a move.
 * @param {GameEvent[]} events
 * @param {string[]} names
 * @returns {Part[]}
 */
function moveParts(events, names) {
  const event = events[0];
  const late = event?.by === "clock" ? [` ${t("(time ran out)")}`] : [];
  switch (event?.e) {
    case "dealt":
      return tparts("Match {match}, {who} deals", {
        match: String(event.match),
        who: { who: names[event.dealer] },
      });
    case "drew":
      return [...drewParts(event, names), ...late];
    case "discarded":
      return [
        ...tparts("{who} discarded {card}", {
          who: { who: names[event.seat] },
          card: { card: event.card },
        }),
        ...late,
      ];
    case "passed":
      return [...tparts("{who} passed", { who: { who: names[event.seat] } }), ...late];
    case "surrendered":
      return tparts("{who} surrendered, {damage}", {
        who: { who: names[event.seat] },
        damage: t("{count} damage", { count: event.loss }),
      });
    case "fight":
      return fightParts(event.seat, events, names);
    case "match_over":
      return [t("The game ended early")];
    default:
      return [];
  }
}

/** @param {Drew} event @param {string[]} names @returns {Part[]} */
function drewParts({ seat, from, card }, names) {
  const who = { who: names[seat] };
  if (from !== "pile" && card)
    return tparts("{who} took {card} from {whose}", {
      who,
      card: { card },
      whose: { who: names[from] },
    });
  return card
    ? tparts("{who} drew {card}", { who, card: { card } })
    : tparts("{who} drew", { who });
}

/**
 * A draw from the pile and the discard after it; the drawn card where this view saw it.
 * @param {Extract<GameEvent, {e: "discarded"}>} event
 * @param {Drew} drew
 * @param {string[]} names
 * @returns {Part[]}
 */
function discardParts(event, drew, names) {
  const values = { who: { who: names[event.seat] }, card: { card: event.card } };
  const late = event.by === "clock" ? [` ${t("(time ran out)")}`] : [];
  const parts =
    drew.card && drew.card !== event.card
      ? tparts("{who} drew {drawn}, discarded {card}", { ...values, drawn: { card: drew.card } })
      : tparts("{who} drew, discarded {card}", values);
  return [...parts, ...late];
}

/**
 * @param {number} seat
 * @param {GameEvent[]} events
 * @param {string[]} names
 * @returns {Part[]}
 */
function fightParts(seat, events, names) {
  const over = events.find((event) => event.e === "match_over");
  const score =
    over?.e === "match_over" ? over.seats.find((result) => result.seat === seat)?.score : null;
  const who = { who: names[seat] };
  if (!score) return tparts("{who} called the fight", { who });
  return tparts("{who} called the fight, {points} points", {
    who,
    points: plainNumber(score.score),
  });
}

/**
 * The line for the effect of a move: a new round with its card, or the showdown that ends the match.
 * @param {GameEvent[]} events
 * @returns {Part[] | null}
 */
function roundParts(events) {
  const round = events.find((event) => event.e === "round");
  const flipped = events.find((event) => event.e === "flipped");
  if (events.some((event) => event.e === "showdown"))
    return [t("The last round ends in a showdown")];
  if (round?.e !== "round") return null;
  if (flipped?.e !== "flipped") return [t("Round {round}", { round: round.round })];
  return tparts("Round {round}, flipped: {card}", {
    round: String(round.round),
    card: { card: flipped.card },
  });
}
