/** The moves of a match as lines: a draw from the pile and its discard are one. Pure. */

import { t, tparts } from "../../density/words.js";
import { textOf } from "../table/log_lines.js";
import { plain } from "../../games/table/text/numbers.js";

/**
 * @typedef {import("../table/protocol.js").Chapter} Chapter
 * @typedef {import("../table/protocol.js").Told} Told
 * @typedef {import("../../games/table/text/sentences.js").Part} Part
 * @typedef {import("../../games/replay/lines.js").Line<import("../table/protocol.js").Deck>} Line
 * @typedef {Extract<Told, {e: "drew"}>} Drew
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
  /** @type {{step: number, told: Drew} | null} */
  let drawn = null;
  const put = (
    /** @type {Line["kind"]} */ kind,
    /** @type {number} */ step,
    /** @type {Part[]} */ parts,
    from = step,
  ) => lines.push({ kind, from, step, parts });
  for (const { step, events } of steps) {
    const told = events[0];
    if (drawn && told?.e !== "discarded") put("move", drawn.step, moveParts([drawn.told], names));
    if (told?.e === "drew" && told.from === "pile") {
      drawn = { step, told };
      continue;
    }
    const together = drawn ? { ...drawn } : null;
    drawn = null;
    if (told?.e === "discarded" && together)
      put("move", step, discardParts(told, together.told, names), together.step);
    else if (told) put("move", step, moveParts(events, names));
    const round = roundParts(events);
    if (round) put("round", step, round);
  }
  if (drawn) put("move", drawn.step, moveParts([drawn.told], names));
  return lines;
}

/**
 * A step in one sentence, cards as words.
 * @param {import("../table/protocol.js").Step} step
 * @param {string[]} names
 */
export function sentenceOf({ events }, names) {
  const round = roundParts(events);
  return [moveParts(events, names), ...(round ? [round] : [])]
    .map((parts) => `${textOf(parts)}.`)
    .join(" ");
}

/**
 * What a seat did, or how the match began or ended without anybody's move.
 * @param {Told[]} events
 * @param {string[]} names
 * @returns {Part[]}
 */
function moveParts(events, names) {
  const told = events[0];
  const late = told?.by === "clock" ? [` ${t("(time ran out)")}`] : [];
  switch (told?.e) {
    case "dealt":
      return tparts("Match {match}, {who} deals", {
        match: String(told.match),
        who: { who: names[told.dealer] },
      });
    case "drew":
      return [...drewParts(told, names), ...late];
    case "discarded":
      return [
        ...tparts("{who} discarded {card}", {
          who: { who: names[told.seat] },
          card: { card: told.card },
        }),
        ...late,
      ];
    case "passed":
      return [...tparts("{who} passed", { who: { who: names[told.seat] } }), ...late];
    case "surrendered":
      return tparts("{who} surrendered, {damage}", {
        who: { who: names[told.seat] },
        damage: t("{count} damage", { count: told.loss }),
      });
    case "fight":
      return fightParts(told.seat, events, names);
    case "match_over":
      return [t("All who are left end the game")];
    default:
      return [];
  }
}

/** @param {Drew} told @param {string[]} names @returns {Part[]} */
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
 * @param {Extract<Told, {e: "discarded"}>} told
 * @param {Drew} drew
 * @param {string[]} names
 * @returns {Part[]}
 */
function discardParts(told, drew, names) {
  const values = { who: { who: names[told.seat] }, card: { card: told.card } };
  const late = told.by === "clock" ? [` ${t("(time ran out)")}`] : [];
  const parts =
    drew.card && drew.card !== told.card
      ? tparts("{who} drew {drawn}, discarded {card}", { ...values, drawn: { card: drew.card } })
      : tparts("{who} drew, discarded {card}", values);
  return [...parts, ...late];
}

/**
 * @param {number} seat
 * @param {Told[]} events
 * @param {string[]} names
 * @returns {Part[]}
 */
function fightParts(seat, events, names) {
  const over = events.find((told) => told.e === "match_over");
  const score =
    over?.e === "match_over" ? over.seats.find((each) => each.seat === seat)?.score : null;
  const who = { who: names[seat] };
  if (!score) return tparts("{who} called the fight", { who });
  return tparts("{who} called the fight, {points} points", { who, points: plain(score.score) });
}

/**
 * What came after the move: a new round with its card, or the showdown that ends the match.
 * @param {Told[]} events
 * @returns {Part[] | null}
 */
function roundParts(events) {
  const round = events.find((told) => told.e === "round");
  const flipped = events.find((told) => told.e === "flipped");
  if (events.some((told) => told.e === "showdown")) return [t("The last round ends in a showdown")];
  if (round?.e !== "round") return null;
  if (flipped?.e !== "flipped") return [t("Round {round}", { round: round.round })];
  return tparts("Round {round}, center flips {card}", {
    round: String(round.round),
    card: { card: flipped.card },
  });
}
