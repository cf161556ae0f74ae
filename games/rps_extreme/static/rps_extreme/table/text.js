/** Sentences for the live regions, and the words at a seat. Pure. */

import { t, tn } from "../../density/words.js";
import { shownTime, timeLeft } from "../../games/table/state/clock.js";
import { joinList, nameOf, placesSentence } from "../../games/table/text/sentences.js";
import { SIGN_NAMES, readItem } from "./items.js";
import { partsOf, textOf } from "./log_lines.js";

/**
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 */

/** @param {string} code */
const nameOfItem = (code) => readItem(code).name;

/**
 * Sentences for a screen reader about the newest events. The next question is announced when it
 * begins, after the moments of the move.
 * @param {Model} model after the events
 * @param {boolean} asks whether to announce the question now
 * @param {number} now
 * @returns {{assertive: string[], polite: string[]}}
 */
export function spokenWords(model, asks, now) {
  /** @type {string[]} */
  const assertive = [];
  /** @type {string[]} */
  const polite = [];
  for (const event of model.fresh) {
    const sentence = sentenceOf(model, event);
    const own = event.e === "answered" && event.seat === model.you;
    if (sentence) (own ? assertive : polite).push(sentence);
  }
  // a secret choice of the other player does not change the question
  if (
    asks &&
    model.question !== null &&
    now >= model.pauseUntil &&
    model.fresh.some(({ e }) => e !== "answered")
  )
    assertive.push(turnSentence(model, now));
  return { assertive: assertive.filter(Boolean), polite };
}

/**
 * An event as a sentence.
 * @param {Model} model
 * @param {GameEvent} event
 * @returns {string}
 */
export function sentenceOf(model, event) {
  if (event.e === "answered") return answeredSentence(model, event);
  if (event.e === "dealt")
    return t("Challenge {match}. In the center: {cards}.", {
      match: event.match,
      cards: joinList(event.center.map(nameOfItem)),
    });
  if (event.e === "match_over" && event.ended_by !== "agreement")
    return `${textOf(partsOf(model, event))}. ${pointsSentence(
      model,
      event.seats.map(({ score }) => score),
    )}`;
  if (event.e === "game_over")
    return placesSentence(
      model,
      event.places,
      model.view?.seats.map(({ score }) => score),
    );
  const words = textOf(partsOf(model, event));
  return words && `${words}.`;
}

/** @param {Model} model @param {Extract<GameEvent, {e: "answered"}>} event */
function answeredSentence(model, { seat, phase, choice, by }) {
  if (seat !== model.you) {
    const who = nameOf(model, seat);
    return phase === "throw" ? t("{who} has thrown.", { who }) : t("{who} has chosen.", { who });
  }
  const late = by === "clock" ? `${t("Your time ran out")}. ` : "";
  if (choice?.do === "throw")
    return (
      late +
      t("You throw {sign}. It stays hidden until both have thrown.", {
        sign: SIGN_NAMES[choice.sign],
      })
    );
  if (choice?.do === "pass") return late + t("You drink nothing.");
  return choice && "card" in choice && choice.card !== undefined
    ? late + t("You choose {card}.", { card: nameOfItem(choice.card) })
    : late;
}

/** @param {Model} model @param {number[]} points */
const pointsSentence = (model, points) =>
  `${t("Points: {points}.", { points: points.map((score, seat) => `${nameOf(model, seat, t("You"))} ${score}`).join(", ") })}`;

/**
 * The question to the reader, with points, cards and time.
 * @param {Model} model
 * @param {number} now
 */
export function turnSentence(model, now) {
  const view = model.view;
  if (!view || model.you === null || !view.legal.length) return "";
  const { lead, rest } = questionWords(model);
  const clock = timeLeft(model, model.you, now);
  const cards = view.legal.flatMap((action) =>
    "card" in action && action.card ? [nameOfItem(action.card)] : [],
  );
  return [
    `${lead}${rest ? `: ${rest}` : ""}.`,
    view.phase === "throw" && view.round === 1
      ? pointsSentence(
          model,
          view.seats.map(({ score }) => score),
        )
      : "",
    cards.length ? `${joinList([...new Set(cards)])}.` : "",
    clock ? tn("{count} second.", "{count} seconds.", Math.ceil(shownTime(clock) / 1000)) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * The question to the reader, in a few words.
 * @param {Model} model
 * @returns {{lead: string, rest: string}}
 */
export function questionWords(model) {
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
      return { lead: t("Pick a card"), rest: t("choose one from the center") };
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
 * The status under a seat.
 * @param {Model} model
 * @param {number} seat
 */
export function statusWords(model, seat) {
  const view = model.view;
  if (!view) return "";
  const { place, answered } = view.seats[seat];
  if (view.phase === "over")
    return place === 1 && view.seats.some((other) => other.place === 2) ? t("Winner") : "";
  if (answered) return view.phase === "throw" ? t("Has thrown") : t("Has chosen");
  return view.asked.includes(seat) ? activityWords(view.phase) : "";
}

/** A player's activity in a phase, in words. @param {import("./protocol.js").Phase} phase */
export function activityWords(phase) {
  switch (phase) {
    case "throw":
      return t("Choosing a throw");
    case "window-1":
    case "window-2":
      return t("Thinking about a potion");
    case "score":
      return t("Choosing points or first pick");
    case "pick":
      return t("Picking a card");
    case "discard":
      return t("Discarding a card");
    default:
      return t("Choosing a card");
  }
}
