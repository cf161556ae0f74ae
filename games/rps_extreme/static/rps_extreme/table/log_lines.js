/** The lines of the log: what happened, in parts of text and cards. Pure. */

import { t, tnparts, tparts } from "../../density/words.js";
import { nameOf, speaker, textOf as textOfParts } from "../../games/table/text/sentences.js";
import { SIGN_NAMES, readItem } from "./items.js";

/**
 * @typedef {import("./protocol.js").Told} Told
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("../../games/table/text/sentences.js").Part} Part
 * @typedef {import("../../games/table/text/sentences.js").Line} Line
 * @typedef {import("./protocol.js").Cause} Cause
 */

/** @param {Part[]} parts cards by their names */
export const textOf = (parts) => textOfParts(parts, (code) => readItem(code).name);

/** @param {Cause} cause the card that did it @returns {Part[]} */
const causeParts = ({ card, by }) =>
  by ? tparts("{potion} as {card}", { potion: { card: by }, card: { card } }) : [{ card }];

/** @param {Cause | null} cause @param {Part[]} parts @returns {Part[]} the card before what it did */
const because = (cause, parts) => (cause ? [...causeParts(cause), ": ", ...parts] : parts);

/** @param {Part} part a card that is drawn needs no colon @returns {Part} */
const spaced = (part) => (part === ": " ? " " : part);

/**
 * The card that did what an event tells, and what it did: for a line that shows the card large.
 * @param {Model} model
 * @param {Told} told
 * @returns {{cause: string, parts: Part[]}}
 */
export function effectOf(model, told) {
  const cause =
    "cause" in told
      ? told.cause
      : told.e === "outcome" && told.winner !== null
        ? (told.claims.find(({ seat }) => seat === told.winner) ?? null)
        : null;
  if (!cause) return { cause: "", parts: partsOf(model, told) };
  if (told.e === "stole")
    return { cause: textOf(causeParts(cause)), parts: stoleParts(model, told) };
  const bare = /** @type {Told} */ (
    told.e === "outcome" ? { ...told, claims: [] } : { ...told, cause: null }
  );
  return { cause: textOf(causeParts(cause)), parts: partsOf(model, bare) };
}

/**
 * The log, oldest line first: challenges and further throws as headings.
 * @param {Model} model
 * @returns {Line[]}
 */
export function lines(model) {
  /** @type {Line[]} */
  const found = [];
  for (const told of model.log) {
    const parts = partsOf(model, told);
    if (parts.length)
      found.push({
        kind: told.e === "dealt" || told.e === "round" ? "round" : "line",
        parts: parts.map(spaced),
        at: told.at ?? null,
      });
  }
  return found;
}

/**
 * One event as parts of a line; none for what needs no line.
 * @param {Model} model
 * @param {Told} told
 * @returns {Part[]}
 */
export function partsOf(model, told) {
  switch (told.e) {
    case "dealt":
      return [t("Challenge {match}", { match: told.match })];
    case "round":
      return [t("Throw {round}", { round: told.round })];
    case "answered":
      return told.by === "clock" ? lapseParts(model, told.seat) : [];
    case "thrown":
      return thrownParts(model, told);
    case "outcome":
      return outcomeParts(model, told);
    case "awarded":
    case "lost":
      return because(told.cause, pointParts(model, told));
    case "broke":
      return because(told.cause, brokeParts(model, told));
    case "stole":
      return because(told.cause, stoleParts(model, told));
    case "match_over":
      return overParts(model, told);
    case "reshuffled":
      return [t("The discard pile becomes the new supply")];
    case "game_over":
      return [t("The game is over")];
    default:
      return choiceParts(model, told);
  }
}

/** @param {Model} model @param {number} seat @returns {Part[]} */
function lapseParts(model, seat) {
  const { who, own } = speaker(model, seat);
  return own ? [t("Your time ran out")] : tparts("The time of {who} ran out", { who });
}

/** @param {Model} model @param {Extract<Told, {e: "thrown"}>} told @returns {Part[]} */
function thrownParts(model, { signs }) {
  const near = model.you ?? 0;
  const { who: other } = speaker(model, 1 - near);
  const values = { sign: SIGN_NAMES[signs[near]], second: SIGN_NAMES[signs[1 - near]], other };
  if (model.you !== null)
    return tparts("{you} throw {sign}, {other} throws {second}", {
      ...values,
      you: { who: t("You") },
    });
  return tparts("{who} throws {sign}, {other} throws {second}", {
    ...values,
    who: { who: nameOf(model, near) },
  });
}

/** @param {Model} model @param {Extract<Told, {e: "outcome"}>} told @returns {Part[]} */
function outcomeParts(model, { winner, claims }) {
  if (winner === null) return claims.length > 1 ? [t("Both claim the win: a tie")] : [t("A tie")];
  const { who, you, own } = speaker(model, winner);
  const claim = claims.find(({ seat }) => seat === winner) ?? null;
  return because(
    claim,
    own ? tparts("{you} win the throw", { you }) : tparts("{who} wins the throw", { who }),
  );
}

/** @param {Model} model @param {Extract<Told, {e: "awarded" | "lost"}>} told @returns {Part[]} */
function pointParts(model, { e, seat, points }) {
  const { who, you, own } = speaker(model, seat);
  const count = `${points}`;
  if (e === "awarded") {
    return own
      ? tnparts("{you} score {count} point", "{you} score {count} points", points, { you, count })
      : tnparts("{who} scores {count} point", "{who} scores {count} points", points, {
          who,
          count,
        });
  }
  if (!points)
    return own ? [t("You have no point to lose")] : tparts("{who} has no point to lose", { who });
  return own
    ? tnparts("{you} lose {count} point", "{you} lose {count} points", points, { you, count })
    : tnparts("{who} loses {count} point", "{who} loses {count} points", points, { who, count });
}

/** @param {Model} model @param {Extract<Told, {e: "broke"}>} told @returns {Part[]} */
function brokeParts(model, { seat, cards }) {
  const { who, own } = speaker(model, seat);
  /** @type {Part[]} */
  const broken = cards.flatMap((card, index) => (index ? [", ", { card }] : [{ card }]));
  const lead = own
    ? tparts("broken of your cards: {cards}", { cards: "" })
    : tparts("broken of {who}: {cards}", { who, cards: "" });
  return [...lead, ...broken];
}

/** @param {Model} model @param {Extract<Told, {e: "stole"}>} told @returns {Part[]} */
function stoleParts(model, told) {
  const { who, you, own } = speaker(model, told.cause.seat);
  const { who: other } = speaker(model, told.seat);
  const card = { card: told.card };
  if (own) return tparts("{you} take {card} from {other}", { you, card, other });
  if (told.seat === model.you) return tparts("{who} takes {card} from you", { who, card });
  return tparts("{who} takes {card} from {other}", { who, card, other });
}

/** @param {Model} model @param {Extract<Told, {e: "match_over"}>} over @returns {Part[]} */
function overParts(model, { ended_by: end, winners, match: number }) {
  if (end === "agreement") return [t("All who are left end the game")];
  const match = `${number}`;
  if (!winners.length) return tparts("Nobody wins challenge {match}", { match });
  const { who, you, own } = speaker(model, winners[0]);
  return own
    ? tparts("{you} win challenge {match}", { you, match })
    : tparts("{who} wins challenge {match}", { who, match });
}

/**
 * What one seat chose: a potion, a pick, a discard.
 * @param {Model} model
 * @param {Told} told
 * @returns {Part[]}
 */
function choiceParts(model, told) {
  if (!("seat" in told)) return [];
  const { who, you, own } = speaker(model, told.seat);
  switch (told.e) {
    case "drank": {
      const card = { card: told.card };
      if (told.as === null)
        return own
          ? tparts("{you} drink {card}", { you, card })
          : tparts("{who} drinks {card}", { who, card });
      const other = { card: told.as };
      return own
        ? tparts("{you} drink {card} as {other}", { you, card, other })
        : tparts("{who} drinks {card} as {other}", { who, card, other });
    }
    case "passed":
      return own ? tparts("{you} drink nothing", { you }) : tparts("{who} drinks nothing", { who });
    case "picked":
      return own
        ? tparts("{you} pick {card}", { you, card: { card: told.card } })
        : tparts("{who} picks {card}", { who, card: { card: told.card } });
    case "discarded":
      return own
        ? tparts("{you} discarded {card}", { you, card: { card: told.card } })
        : tparts("{who} discarded {card}", { who, card: { card: told.card } });
    case "picks_first":
      return because(
        told.cause,
        own ? tparts("{you} pick first", { you }) : tparts("{who} picks first", { who }),
      );
    default:
      return [];
  }
}
