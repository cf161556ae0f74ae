/** Sentences for the live regions, and the words at a seat. Pure. */

import { t, tn } from "../../density/words.js";
import { shownTime, timeLeft } from "../../games/table/state/clock.js";
import { seatWords } from "../../games/table/seats/presence.js";
import { ordinalWord, plainNumber } from "../../games/table/text/numbers.js";
import { nameOf, placesSentence } from "../../games/table/text/sentences.js";
import { readCard } from "./cards.js";
import { resultSentence } from "./result_words.js";
import { nextToPlay } from "./shown.js";

/**
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").Model} Model
 */

/**
 * Sentences for screen readers about the newest events, one for each event.
 * @param {Model} model after the events
 * @param {number} now
 * @returns {{assertive: string[], polite: string[]}}
 */
export function spokenWords(model, now) {
  /** @type {string[]} */
  const assertive = [];
  /** @type {string[]} */
  const polite = [];
  for (const event of model.fresh) {
    // announced with the discard that follows it, perhaps in another message
    if (event.e === "drew" && event.from === "pile" && event.seat !== model.you) continue;
    // announced beat by beat
    if (event.e === "match_over" && model.own.fight) continue;
    const own = "seat" in event && event.seat === model.you;
    const sentence = sentenceOf(
      model,
      event,
      event.e === "discarded" && drewFromPile(model, event),
    );
    if (sentence) (own ? assertive : polite).push(sentence);
  }
  // a question in a pause is announced at its end
  if (
    model.question !== null &&
    model.view?.legal.length &&
    model.view.phase === "draw" &&
    now >= model.pauseUntil
  ) {
    assertive.push(turnSentence(model, now));
  }
  return { assertive, polite };
}

/**
 * Whether the card before this discard came from the pile.
 * @param {Model} model
 * @param {Extract<GameEvent, {e: "discarded"}>} event
 */
function drewFromPile({ log, fresh }, event) {
  const all = [...log, ...fresh];
  const before = all
    .slice(0, all.lastIndexOf(event))
    .findLast((earlier) => earlier.e === "drew" && earlier.seat === event.seat);
  return before?.e === "drew" && before.from === "pile";
}

/**
 * The sentence at the beginning of the reader's turn.
 * @param {Model} model
 * @param {number} now
 */
export const turnSentence = (model, now) =>
  model.view && model.you !== null ? `${t("Your turn.")} ${turnFacts(model, now)}` : "";

/**
 * The facts of a turn: round, stake, time, the reader's score.
 * @param {Model} model
 * @param {number} now
 */
export function turnFacts(model, now) {
  const { view, you } = model;
  if (!view || you === null) return "";
  const { round, stake } = view;
  const clock = timeLeft(model, you, now);
  return [
    stake
      ? t("Round {round}, {stake} damage at stake.", { round, stake })
      : t("Round {round}.", { round }),
    clock ? tn("{count} second.", "{count} seconds.", Math.ceil(shownTime(clock) / 1000)) : "",
    view.score ? t("Your score is {score}.", { score: plainNumber(view.score.score) }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * @param {Model} model
 * @param {GameEvent} event
 * @param {boolean} drew whether the discard follows a draw from the pile that is not announced yet
 * @returns {string}
 */
function sentenceOf(model, event, drew) {
  switch (event.e) {
    case "drew":
      return drewSentence(model, event);
    case "discarded":
      return discardSentence(model, event, drew);
    case "flipped": {
      const stake = model.view?.stake;
      const flip = t("Round {round}. Center Amplification: {card}.", {
        round: event.slot + 2,
        card: readCard(event.card).name,
      });
      return stake ? `${flip} ${t("Damage is now {stake}.", { stake })}` : flip;
    }
    case "surrendered":
      return surrenderSentence(model, event);
    case "fight":
      return t("{who} calls the fight. {stake} damage.", {
        who: nameOf(model, event.seat),
        stake: event.stake,
      });
    case "showdown":
      return t("Showdown. {stake} damage.", { stake: event.stake });
    case "match_over":
      return event.ended_by === "agreement"
        ? t("The game ended early.")
        : resultSentence(model, event);
    case "passed":
      return event.seat === model.you
        ? t("You passed.")
        : t("{who} passed.", { who: nameOf(model, event.seat) });
    case "dealt":
      return t("Match {match}. {who} deals.", {
        match: event.match,
        who: nameOf(model, event.dealer),
      });
    case "game_over":
      return placesSentence(model, event.places);
    default:
      return "";
  }
}

/** @param {Model} model @param {Extract<GameEvent, {e: "drew"}>} event */
function drewSentence(model, event) {
  const card = event.card ? readCard(event.card).name : t("a card");
  if (event.seat === model.you && event.by === "clock") return "";
  if (event.seat === model.you) return t("You drew {card}. Choose a card to discard.", { card });
  const who = nameOf(model, event.seat);
  if (event.from === model.you) return t("{who} took {card} from you.", { who, card });
  return t("{who} took {card} from {other}.", {
    who,
    card,
    other: nameOf(model, Number(event.from)),
  });
}

/** @param {Model} model @param {{seat: number, card: string}} event @param {boolean} drew */
function discardSentence(model, event, drew) {
  const card = readCard(event.card).name;
  const score = model.view?.score;
  const who = nameOf(model, event.seat);
  if (event.seat !== model.you) {
    return drew
      ? t("{who} drew from the pile and discarded {card}.", { who, card })
      : t("{who} discarded {card}.", { who, card });
  }
  const own = t("You discarded {card}.", { card });
  return score ? `${own} ${t("Your score is {score}.", { score: plainNumber(score.score) })}` : own;
}

/** @param {Model} model @param {{seat: number, loss: number, lives: number}} event */
function surrenderSentence(model, { seat, loss, lives }) {
  if (seat === model.you) {
    return tn(
      "You surrender, {loss} damage, {count} life left.",
      "You surrender, {loss} damage, {count} lives left.",
      lives,
      { loss },
    );
  }
  const who = nameOf(model, seat);
  return tn(
    "{who} surrenders, {loss} damage, {count} life left.",
    "{who} surrenders, {loss} damage, {count} lives left.",
    lives,
    { who, loss },
  );
}

/**
 * The status under a seat: what it is doing, or why it does nothing.
 * @param {Model} model
 * @param {number} seat
 */
export function seatStatus(model, seat) {
  const view = model.view;
  if (!view) return "";
  const { status, surrendered_in: round, place } = view.seats[seat];
  if (status === "out") return place ? t("Out, {place}", { place: ordinalWord(place) }) : t("Out");
  if (status === "surrendered") return t("Surrendered in round {round}", { round: round ?? 0 });
  if (view.turn === seat) return view.phase === "discard" ? t("Choosing a discard") : t("To play");
  if (nextToPlay(view) === seat) return t("Next to play");
  return "";
}

/**
 * The line under a seat; if it is out or has surrendered, that comes before its connection.
 * @param {Model} model
 * @param {number} seat
 * @param {number} now
 */
export const plateWords = (model, seat, now) =>
  seatWords(model, seat, now, seatStatus, model.view?.seats[seat]?.status !== "standing");
