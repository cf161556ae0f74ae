/** What happened, in words: lines of the log and sentences for the live regions. Pure. */

import { t, tn, tparts, tnparts } from "../../density/words.js";
import { shownTime, timeLeft } from "../../games/table/core/clock.js";
import { ordinal } from "../../games/table/text/numbers.js";
import {
  list,
  nameOf,
  placesSentence,
  speaker,
  textOf as textOfParts,
} from "../../games/table/text/sentences.js";
import { SIGN_NAMES, readItem } from "./items.js";

/**
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("../../games/table/text/sentences.js").Part} Part
 * @typedef {import("../../games/table/text/sentences.js").Line} Line
 * @typedef {import("./protocol.js").Told} Told
 * @typedef {import("./protocol.js").Cause} Cause
 */

/** @param {string} code */
const name = (code) => readItem(code).name;

/** @param {Part[]} parts cards by their names */
export const textOf = (parts) => textOfParts(parts, name);

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

/**
 * Sentences for a screen reader about the events that just came. The next question is said when
 * it begins, after what is shown one by one.
 * @param {Model} model after the events
 * @param {boolean} asks whether the question is said now
 * @param {number} now
 * @returns {{assertive: string[], polite: string[]}}
 */
export function spoken(model, asks, now) {
  /** @type {string[]} */
  const assertive = [];
  /** @type {string[]} */
  const polite = [];
  for (const told of model.fresh) {
    const sentence = sentenceOf(model, told);
    const own = told.e === "answered" && told.seat === model.you;
    if (sentence) (own ? assertive : polite).push(sentence);
  }
  // a secret choice of the other changes nothing of it
  if (
    asks &&
    model.question !== null &&
    now >= model.pauseUntil &&
    model.fresh.some(({ e }) => e !== "answered")
  )
    assertive.push(turn(model, now));
  return { assertive: assertive.filter(Boolean), polite };
}

/**
 * One event as a sentence.
 * @param {Model} model
 * @param {Told} told
 * @returns {string}
 */
export function sentenceOf(model, told) {
  if (told.e === "answered") return answeredSentence(model, told);
  if (told.e === "dealt")
    return t("Challenge {match}. In the center: {cards}.", {
      match: told.match,
      cards: list(told.center.map(name)),
    });
  if (told.e === "match_over" && told.ended_by !== "agreement")
    return `${textOf(partsOf(model, told))}. ${pointsSentence(
      model,
      told.seats.map(({ score }) => score),
    )}`;
  if (told.e === "game_over") return placesSentence(model, told.places);
  const words = textOf(partsOf(model, told));
  return words && `${words}.`;
}

/** @param {Model} model @param {Extract<Told, {e: "answered"}>} told */
function answeredSentence(model, { seat, phase, choice, by }) {
  if (seat !== model.you) {
    const who = nameOf(model, seat);
    return phase === "throw" ? t("{who} has thrown.", { who }) : t("{who} has chosen.", { who });
  }
  const late = by === "clock" ? `${t("Your time ran out")}. ` : "";
  if (choice?.do === "throw")
    return (
      late +
      t("You throw {sign}. It is hidden until both have thrown.", { sign: SIGN_NAMES[choice.sign] })
    );
  if (choice?.do === "pass") return late + t("You drink nothing.");
  return choice && "card" in choice && choice.card !== undefined
    ? late + t("You choose {card}.", { card: name(choice.card) })
    : late;
}

/** @param {Model} model @param {number[]} points */
const pointsSentence = (model, points) =>
  `${t("Points: {points}.", { points: points.map((each, seat) => `${nameOf(model, seat, t("You"))} ${each}`).join(", ") })}`;

/**
 * The question that the reader is asked, with what it is about.
 * @param {Model} model
 * @param {number} now
 */
export function turn(model, now) {
  const view = model.view;
  if (!view || model.you === null || !view.legal.length) return "";
  const { lead, rest } = question(model);
  const clock = timeLeft(model, model.you, now);
  const cards = view.legal.flatMap((action) =>
    "card" in action && action.card ? [name(action.card)] : [],
  );
  return [
    `${lead}${rest ? `: ${rest}` : ""}.`,
    view.phase === "throw" && view.round === 1
      ? pointsSentence(
          model,
          view.seats.map(({ score }) => score),
        )
      : "",
    cards.length ? `${list([...new Set(cards)])}.` : "",
    clock ? tn("{count} second.", "{count} seconds.", Math.ceil(shownTime(clock) / 1000)) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * What the reader is asked now, in a few words.
 * @param {Model} model
 * @returns {{lead: string, rest: string}}
 */
export function question(model) {
  const view = model.view;
  const other = nameOf(model, model.you === 0 ? 1 : 0);
  switch (view?.phase) {
    case "throw":
      return {
        lead: view.round > 1 ? t("Throw again") : t("Your throw"),
        rest: t("choose in secret"),
      };
    case "window-1":
    case "window-2":
      return { lead: t("A potion"), rest: t("drink one, or pass") };
    case "break":
      return { lead: t("Break a card"), rest: t("choose one of {name}’s cards", { name: other }) };
    case "steal":
      return { lead: t("Take a card"), rest: t("choose one of {name}’s cards", { name: other }) };
    case "score":
      return { lead: t("You won"), rest: t("score, or pick first") };
    case "pick":
      return { lead: t("Pick a card"), rest: t("choose one of the center") };
    case "discard":
      return {
        lead: t("Discard one"),
        rest: t("you hold more than {count}", { count: view.hand_limit }),
      };
    default:
      return { lead: "", rest: "" };
  }
}

/**
 * The word under a seat.
 * @param {Model} model
 * @param {number} seat
 */
export function status(model, seat) {
  const view = model.view;
  if (!view) return "";
  const { place, answered } = view.seats[seat];
  if (view.phase === "over") return place ? ordinal(place) : "";
  if (answered) return view.phase === "throw" ? t("Has thrown") : t("Has chosen");
  return view.asked.includes(seat) ? doing(view.phase) : "";
}

/** @param {import("./protocol.js").Phase} phase what somebody does in it */
export function doing(phase) {
  switch (phase) {
    case "throw":
      return t("Chooses a throw");
    case "window-1":
    case "window-2":
      return t("Thinks about a potion");
    case "score":
      return t("Scores or picks first");
    case "pick":
      return t("Picks a card");
    case "discard":
      return t("Discards a card");
    default:
      return t("Chooses a card");
  }
}
