/** The lines of the log: what happened, in parts of text and cards. Pure. */

import { t, tnparts, tparts } from "../../density/words.js";
import { nameOf, speakerOf, textOf as textOfParts } from "../../games/table/text/sentences.js";
import { SIGN_NAMES, readItem } from "./items.js";

/**
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("../../games/table/text/sentences.js").Part} Part
 * @typedef {import("../../games/table/text/sentences.js").Line} Line
 * @typedef {import("./protocol.js").Cause} Cause
 */

/** The text of parts, with cards by name. @param {Part[]} parts */
export const textOf = (parts) => textOfParts(parts, (code) => readItem(code).name);

/** @param {Cause} cause the card with the effect @returns {Part[]} */
const causeParts = ({ card, by }) =>
  by ? tparts("{potion} as {card}", { potion: { card: by }, card: { card } }) : [{ card }];

/** The effect, after the cards that caused it. @param {(Cause | null)[]} causes @param {Part[]} parts @returns {Part[]} */
const withCauses = (causes, parts) => {
  const named = namesOf(causes);
  return named.length ? [...named, ": ", ...parts] : parts;
};

/** @param {(Cause | null)[]} causes @returns {Part[]} */
const namesOf = (causes) =>
  causes
    .filter((cause) => cause !== null)
    .flatMap((cause, index) => (index ? [", ", ...causeParts(cause)] : causeParts(cause)));

/** The cards that caused an event; for an outcome, the winner's. @param {GameEvent} event @returns {(Cause | null)[]} */
const causesOf = (event) =>
  event.e === "outcome"
    ? event.claims.filter(({ seat }) => seat === event.winner)
    : "cause" in event
      ? [event.cause]
      : [];

/**
 * The card that caused an event, and its effect, for a line that shows the card large.
 * @param {Model} model
 * @param {GameEvent} event
 * @returns {{cause: string, parts: Part[]}}
 */
export function effectOf(model, event) {
  const cause = textOf(namesOf(causesOf(event)));
  if (!cause) return { cause, parts: partsOf(model, event) };
  if (event.e === "stole") return { cause, parts: stoleParts(model, event) };
  const withoutCause = /** @type {GameEvent} */ (
    event.e === "outcome" ? { ...event, claims: [] } : { ...event, cause: null }
  );
  return { cause, parts: partsOf(model, withoutCause) };
}

/**
 * The log, oldest line first: challenges and further throws as headings.
 * @param {Model} model
 * @returns {Line[]}
 */
export function logLines(model) {
  /** @type {Line[]} */
  const lines = [];
  for (const event of model.log) {
    const parts = partsOf(model, event);
    if (parts.length)
      lines.push({
        kind: event.e === "dealt" || event.e === "round" ? "round" : "line",
        parts,
        at: event.at ?? null,
      });
  }
  return lines;
}

/**
 * An event as parts of a line; empty if it needs no line.
 * @param {Model} model
 * @param {GameEvent} event
 * @returns {Part[]}
 */
export function partsOf(model, event) {
  switch (event.e) {
    case "dealt":
      return [t("Challenge {match}", { match: event.match })];
    case "round":
      return [t("Throw {round}", { round: event.round })];
    case "answered":
      return event.by === "clock" ? lapseParts(model, event.seat) : [];
    case "thrown":
      return thrownParts(model, event);
    case "outcome":
      return outcomeParts(model, event);
    case "awarded":
    case "lost":
      return withCauses([event.cause], pointParts(model, event));
    case "broke":
      return withCauses([event.cause], brokeParts(model, event));
    case "stole":
      return withCauses([event.cause], stoleParts(model, event));
    case "match_over":
      return overParts(model, event);
    case "reshuffled":
      return [t("The discard pile becomes the new supply")];
    case "game_over":
      return [t("The game is over")];
    default:
      return choiceParts(model, event);
  }
}

/** @param {Model} model @param {number} seat @returns {Part[]} */
function lapseParts(model, seat) {
  const { who, own } = speakerOf(model, seat);
  return own ? [t("Your time ran out")] : tparts("{who}’s time ran out", { who });
}

/** @param {Model} model @param {Extract<GameEvent, {e: "thrown"}>} event @returns {Part[]} */
function thrownParts(model, { signs }) {
  const near = model.you ?? 0;
  const { who: other } = speakerOf(model, 1 - near);
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

/** @param {Model} model @param {Extract<GameEvent, {e: "outcome"}>} event @returns {Part[]} */
function outcomeParts(model, event) {
  const { winner, claims } = event;
  if (winner === null)
    return claims.length > 1 ? [t("Both claim the win, so it’s a tie")] : [t("A tie")];
  const { who, you, own } = speakerOf(model, winner);
  return withCauses(
    causesOf(event),
    own ? tparts("{you} win the throw", { you }) : tparts("{who} wins the throw", { who }),
  );
}

/** @param {Model} model @param {Extract<GameEvent, {e: "awarded" | "lost"}>} event @returns {Part[]} */
function pointParts(model, { e, seat, points }) {
  const { who, you, own } = speakerOf(model, seat);
  const count = `${points}`;
  if (e === "awarded") {
    return own
      ? tnparts("{you} score {count}\u00a0point", "{you} score {count}\u00a0points", points, {
          you,
          count,
        })
      : tnparts("{who} scores {count}\u00a0point", "{who} scores {count}\u00a0points", points, {
          who,
          count,
        });
  }
  if (!points)
    return own ? [t("You have no points to lose")] : tparts("{who} has no points to lose", { who });
  return own
    ? tnparts("{you} lose {count}\u00a0point", "{you} lose {count}\u00a0points", points, {
        you,
        count,
      })
    : tnparts("{who} loses {count}\u00a0point", "{who} loses {count}\u00a0points", points, {
        who,
        count,
      });
}

/** @param {Model} model @param {Extract<GameEvent, {e: "broke"}>} event @returns {Part[]} */
function brokeParts(model, { seat, cards }) {
  const { who, own } = speakerOf(model, seat);
  /** @type {Part[]} */
  const broken = cards.flatMap((card, index) => (index ? [", ", { card }] : [{ card }]));
  const lead = own
    ? tparts("your broken cards: {cards}", { cards: "" })
    : tparts("{who}’s broken cards: {cards}", { who, cards: "" });
  return [...lead, ...broken];
}

/** @param {Model} model @param {Extract<GameEvent, {e: "stole"}>} event @returns {Part[]} */
function stoleParts(model, event) {
  const { who, you, own } = speakerOf(model, event.cause.seat);
  const { who: other } = speakerOf(model, event.seat);
  const card = { card: event.card };
  if (own) return tparts("{you} take {card} from {other}", { you, card, other });
  if (event.seat === model.you) return tparts("{who} takes {card} from you", { who, card });
  return tparts("{who} takes {card} from {other}", { who, card, other });
}

/** @param {Model} model @param {Extract<GameEvent, {e: "match_over"}>} over @returns {Part[]} */
function overParts(model, { ended_by: end, winners, match: number }) {
  if (end === "agreement") return [t("The game ended early")];
  const match = `${number}`;
  if (!winners.length) return tparts("No one wins challenge {match}", { match });
  const { who, you, own } = speakerOf(model, winners[0]);
  return own
    ? tparts("{you} win challenge {match}", { you, match })
    : tparts("{who} wins challenge {match}", { who, match });
}

/**
 * The line for a seat's choice: a potion, a pick or a discard.
 * @param {Model} model
 * @param {GameEvent} event
 * @returns {Part[]}
 */
function choiceParts(model, event) {
  if (!("seat" in event)) return [];
  const { who, you, own } = speakerOf(model, event.seat);
  switch (event.e) {
    case "drank": {
      const card = { card: event.card };
      if (event.as === null)
        return own
          ? tparts("{you} drink {card}", { you, card })
          : tparts("{who} drinks {card}", { who, card });
      const other = { card: event.as };
      return own
        ? tparts("{you} drink {card} as {other}", { you, card, other })
        : tparts("{who} drinks {card} as {other}", { who, card, other });
    }
    case "passed":
      return own ? tparts("{you} drink nothing", { you }) : tparts("{who} drinks nothing", { who });
    case "picked":
      return own
        ? tparts("{you} pick {card}", { you, card: { card: event.card } })
        : tparts("{who} picks {card}", { who, card: { card: event.card } });
    case "discarded":
      return own
        ? tparts("{you} discarded {card}", { you, card: { card: event.card } })
        : tparts("{who} discarded {card}", { who, card: { card: event.card } });
    case "picks_first":
      return withCauses(
        [event.cause],
        own ? tparts("{you} pick first", { you }) : tparts("{who} picks first", { who }),
      );
    default:
      return [];
  }
}
