/** The lines of the log: what happened, in parts of text and cards. Pure. */

import { t, tparts } from "../../density/words.js";
import { list, nameOf, speaker, textOf as textOfParts } from "../../games/table/text/sentences.js";
import { readCard } from "./cards.js";

/**
 * @typedef {import("./protocol.js").Told} Told
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("../../games/table/text/sentences.js").Part} Part
 * @typedef {import("../../games/table/text/sentences.js").Line} Line
 */

/** @param {Part[]} parts cards by their names */
export const textOf = (parts) => textOfParts(parts, (code) => readCard(code).name);

/**
 * The log, oldest line first: rounds as headings, a draw from the pile and its discard as one line.
 * @param {Model} model
 * @returns {Line[]}
 */
export function logLines(model) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {Told | null} */
  let drew = null;
  for (const told of model.log) {
    const at = told.at ?? null;
    if (told.e === "drew" && told.from === "pile") {
      if (drew !== null)
        lines.push({ kind: "line", parts: partsOf(model, drew), at: drew.at ?? null });
      drew = told;
      continue;
    }
    if (
      drew !== null &&
      !(told.e === "discarded" && drew.e === "drew" && told.seat === drew.seat)
    ) {
      lines.push({ kind: "line", parts: partsOf(model, drew), at: drew.at ?? null });
      drew = null;
    }
    const parts = partsOf(model, told, drew);
    drew = null;
    if (parts.length)
      lines.push({ kind: told.e === "round" || told.e === "dealt" ? "round" : "line", parts, at });
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
 * @param {Told} told
 * @param {Told | null} [drew] the draw from the pile this discard's line also stands for
 * @returns {Part[]}
 */
export function partsOf(model, told, drew = null) {
  switch (told.e) {
    case "round":
      return [told.stake ? t("Round {round}, {stake} damage", told) : t("Round {round}", told)];
    case "flipped":
      return tparts("Center flips {card}", { card: { card: told.card } });
    case "drew":
    case "discarded":
    case "passed": {
      const parts = turnParts(model, told, drew);
      return told.by === "clock" ? [...parts, " ", t("(time ran out)")] : parts;
    }
    case "showdown":
      return [t("The last round ends in a showdown")];
    case "match_over":
      return told.ended_by === "agreement"
        ? [t("All who are left end the game")]
        : winnersParts(model, told);
    case "game_over":
      return [t("The game is over")];
    default:
      return seatParts(model, told);
  }
}

/**
 * A deal, a surrender, a fight.
 * @param {Model} model
 * @param {Told} told
 * @returns {Part[]}
 */
function seatParts(model, told) {
  if (told.e === "dealt") {
    const { who, own } = speaker(model, told.dealer);
    const match = `${told.match}`;
    return own
      ? tparts("Match {match}, you deal", { match })
      : tparts("Match {match}, {who} deals", { match, who });
  }
  if (told.e === "surrendered") {
    const { who, you, own } = speaker(model, told.seat);
    const loss = `${told.loss}`;
    return own
      ? tparts("{you} surrender, {loss} damage", { you, loss })
      : tparts("{who} surrenders, {loss} damage", { who, loss });
  }
  if (told.e !== "fight") return [];
  const { who, you, own } = speaker(model, told.seat);
  return own ? tparts("{you} call the fight", { you }) : tparts("{who} calls the fight", { who });
}

/**
 * A draw, a discard, a pass.
 * @param {Model} model
 * @param {Extract<Told, {e: "drew" | "discarded" | "passed"}>} told
 * @param {Told | null} drew
 * @returns {Part[]}
 */
function turnParts(model, told, drew) {
  const { who, you, own } = speaker(model, told.seat);
  if (told.e === "passed")
    return own ? tparts("{you} passed", { you }) : tparts("{who} passed", { who });
  if (told.e === "discarded") return discardParts(model, told, drew);
  if (told.from !== "pile") return takeParts(model, told, told.from);
  if (told.card === null)
    return own
      ? tparts("{you} drew from the pile", { you })
      : tparts("{who} drew from the pile", { who });
  const card = { card: told.card };
  return own
    ? tparts("{you} drew {card}", { you, card })
    : tparts("{who} drew {card}", { who, card });
}

/**
 * @param {Model} model
 * @param {{seat: number, card: string | null}} told
 * @param {number} from
 * @returns {Part[]}
 */
function takeParts(model, told, from) {
  const { who, you, own } = speaker(model, told.seat);
  const { who: other } = speaker(model, from);
  /** @type {Part} */
  const card = told.card === null ? t("a card") : { card: told.card };
  if (own) return tparts("{you} took {card} from {other}", { you, card, other });
  if (from === model.you) return tparts("{who} took {card} from you", { who, card });
  return tparts("{who} took {card} from {other}", { who, card, other });
}

/**
 * A discard, with the draw before it: the card too, where this reader saw it.
 * @param {Model} model
 * @param {{seat: number, card: string}} told
 * @param {Told | null} drew
 * @returns {Part[]}
 */
function discardParts(model, told, drew) {
  const { who, you, own } = speaker(model, told.seat);
  const card = { card: told.card };
  if (drew?.e !== "drew")
    return own
      ? tparts("{you} discarded {card}", { you, card })
      : tparts("{who} discarded {card}", { who, card });
  if (drew.card === null || drew.card === told.card) {
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
  if (winners.length === 0) return tparts("Nobody wins match {match}", { match });
  if (winners.length > 1) {
    const names = { who: list(winners.map((seat) => nameOf(model, seat, t("You")))) };
    return tparts("{names} share match {match}", { names, match });
  }
  const { who, you, own } = speaker(model, winners[0]);
  return own
    ? tparts("{you} win match {match}", { you, match })
    : tparts("{who} wins match {match}", { who, match });
}
