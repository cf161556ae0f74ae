/** The lines of the log: what happened, in parts of text and cards. Pure. */

import { t, tparts } from "../../density/words.js";
import {
  joinList,
  nameOf,
  speakerOf,
  textOf as textOfParts,
} from "../../games/table/text/sentences.js";
import { readCard } from "./cards.js";

/**
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("../../games/table/text/sentences.js").Part} Part
 * @typedef {import("../../games/table/text/sentences.js").Line} Line
 */

/** The text of parts, with cards by name. @param {Part[]} parts */
export const textOf = (parts) => textOfParts(parts, (code) => readCard(code).name);

/**
 * The log, oldest line first: rounds as headings, a draw from the pile and its discard as one line.
 * @param {Model} model
 * @returns {Line[]}
 */
export function logLines(model) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {GameEvent | null} */
  let drew = null;
  for (const event of model.log) {
    const at = event.at ?? null;
    if (event.e === "drew" && event.from === "pile") {
      if (drew !== null)
        lines.push({ kind: "line", parts: partsOf(model, drew), at: drew.at ?? null });
      drew = event;
      continue;
    }
    if (
      drew !== null &&
      !(event.e === "discarded" && drew.e === "drew" && event.seat === drew.seat)
    ) {
      lines.push({ kind: "line", parts: partsOf(model, drew), at: drew.at ?? null });
      drew = null;
    }
    const parts = partsOf(model, event, drew);
    drew = null;
    if (parts.length)
      lines.push({
        kind: event.e === "round" || event.e === "dealt" ? "round" : "line",
        parts,
        at,
      });
  }
  if (drew !== null) lines.push({ kind: "line", parts: partsOf(model, drew), at: drew.at ?? null });
  if (model.question !== null && model.view?.legal.length) {
    lines.push({ kind: "turn", parts: [t("Your turn")], at: null });
  }
  return lines;
}

/**
 * One event as parts of a log line.
 * @param {Model} model
 * @param {GameEvent} event
 * @param {GameEvent | null} [drew] the draw from the pile that the discard's line includes
 * @returns {Part[]}
 */
export function partsOf(model, event, drew = null) {
  switch (event.e) {
    case "round":
      return [event.stake ? t("Round {round}, {stake} damage", event) : t("Round {round}", event)];
    case "flipped":
      return tparts("Flipped: {card}", { card: { card: event.card } });
    case "drew":
    case "discarded":
    case "passed": {
      const parts = turnParts(model, event, drew);
      return event.by === "clock" ? [...parts, " ", t("(time ran out)")] : parts;
    }
    case "showdown":
      return [t("The last round ends in a showdown")];
    case "match_over":
      return event.ended_by === "agreement"
        ? [t("The game ended early")]
        : winnersParts(model, event);
    case "game_over":
      return [t("The game is over")];
    default:
      return seatParts(model, event);
  }
}

/**
 * The line for a deal, a surrender or a fight.
 * @param {Model} model
 * @param {GameEvent} event
 * @returns {Part[]}
 */
function seatParts(model, event) {
  if (event.e === "dealt") {
    const { who, own } = speakerOf(model, event.dealer);
    const match = `${event.match}`;
    return own
      ? tparts("Match {match}, you deal", { match })
      : tparts("Match {match}, {who} deals", { match, who });
  }
  if (event.e === "surrendered") {
    const { who, you, own } = speakerOf(model, event.seat);
    const loss = `${event.loss}`;
    return own
      ? tparts("{you} surrender, {loss} damage", { you, loss })
      : tparts("{who} surrenders, {loss} damage", { who, loss });
  }
  if (event.e !== "fight") return [];
  const { who, you, own } = speakerOf(model, event.seat);
  return own ? tparts("{you} call the fight", { you }) : tparts("{who} calls the fight", { who });
}

/**
 * The line for a draw, a discard or a pass.
 * @param {Model} model
 * @param {Extract<GameEvent, {e: "drew" | "discarded" | "passed"}>} event
 * @param {GameEvent | null} drew
 * @returns {Part[]}
 */
function turnParts(model, event, drew) {
  const { who, you, own } = speakerOf(model, event.seat);
  if (event.e === "passed")
    return own ? tparts("{you} passed", { you }) : tparts("{who} passed", { who });
  if (event.e === "discarded") return discardParts(model, event, drew);
  if (event.from !== "pile") return takeParts(model, event, event.from);
  if (event.card === null)
    return own
      ? tparts("{you} drew from the pile", { you })
      : tparts("{who} drew from the pile", { who });
  const card = { card: event.card };
  return own
    ? tparts("{you} drew {card}", { you, card })
    : tparts("{who} drew {card}", { who, card });
}

/**
 * @param {Model} model
 * @param {{seat: number, card: string | null}} event
 * @param {number} from
 * @returns {Part[]}
 */
function takeParts(model, event, from) {
  const { who, you, own } = speakerOf(model, event.seat);
  const { who: other } = speakerOf(model, from);
  /** @type {Part} */
  const card = event.card === null ? t("a card") : { card: event.card };
  if (own) return tparts("{you} took {card} from {other}", { you, card, other });
  if (from === model.you) return tparts("{who} took {card} from you", { who, card });
  return tparts("{who} took {card} from {other}", { who, card, other });
}

/**
 * The line for a discard with the draw before it, and the drawn card if this reader saw it.
 * @param {Model} model
 * @param {{seat: number, card: string}} event
 * @param {GameEvent | null} drew
 * @returns {Part[]}
 */
function discardParts(model, event, drew) {
  const { who, you, own } = speakerOf(model, event.seat);
  const card = { card: event.card };
  if (drew?.e !== "drew")
    return own
      ? tparts("{you} discarded {card}", { you, card })
      : tparts("{who} discarded {card}", { who, card });
  if (drew.card === null || drew.card === event.card) {
    return own
      ? tparts("{you} drew, discarded {card}", { you, card })
      : tparts("{who} drew, discarded {card}", { who, card });
  }
  const drawn = { card: drew.card };
  return own
    ? tparts("{you} drew {drawn}, discarded {card}", { you, drawn, card })
    : tparts("{who} drew {drawn}, discarded {card}", { who, drawn, card });
}

/**
 * @param {Model} model
 * @param {import("./protocol.js").MatchOver} over
 * @returns {Part[]}
 */
function winnersParts(model, { winners, match: number }) {
  const match = `${number}`;
  if (winners.length === 0) return tparts("No one wins match {match}", { match });
  if (winners.length > 1) {
    const names = { who: joinList(winners.map((seat) => nameOf(model, seat, t("You")))) };
    return tparts("{names} tie in match {match}", { names, match });
  }
  const { who, you, own } = speakerOf(model, winners[0]);
  return own
    ? tparts("{you} win match {match}", { you, match })
    : tparts("{who} wins match {match}", { who, match });
}
