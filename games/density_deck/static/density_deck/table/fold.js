/** Density Deck's part of the fold: the end of a match, turns that timed out or were missed. Pure. */

import { t } from "../../density/words.js";
import { missedTurns } from "./missed.js";
import { whyLost } from "./why.js";

/**
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").Message} Message
 * @typedef {import("./protocol.js").Own} Own
 */

/** @type {import("./protocol.js").Fold} */
export const deckFold = {
  matches: 1,
  start: { ended: null, endedAt: 0, fight: null, why: null },
  own: foldOwn,
  lapse: lapseWords,
  missed: missedTurns,
};

/** The game's own state of the page, for live tables and replays. @returns {import("./protocol.js").DeckUi} */
export const startUi = () => ({
  openSeat: null,
  hurt: {},
  checked: null,
  earlier: null,
  odds: null,
});

/**
 * The match whose end is shown. If the reader has closed it, a snapshot does not open it again.
 * @param {Model} before
 * @param {Model} after
 * @param {Message} message
 * @param {number} now
 * @returns {Own}
 */
function foldOwn(before, after, message, now) {
  const { ended, endedAt, why } = before.own;
  if (message.type === "snapshot") {
    const over = message.pause > 0 ? endOf(message.log) : null;
    const isKnown = before.log.some(
      (event) => event.e === "match_over" && event.match === over?.match,
    );
    const stays = over?.match === ended?.match ? why : null;
    return over && !(isKnown && ended === null)
      ? { ended: over, endedAt: now, fight: null, why: stays }
      : { ended: null, endedAt, fight: null, why: null };
  }
  const over =
    message.type === "events" && after.fresh === message.events
      ? endOf(message.events.toReversed())
      : null;
  return over
    ? { ended: over, endedAt: now, fight: null, why: whyOf(before, after, over) }
    : { ended, endedAt, fight: null, why };
}

/**
 * Why the reader lost, from the log of the match that ended; never in rated games.
 * @param {Model} before
 * @param {Model} after
 * @param {import("./protocol.js").MatchOver} over
 */
function whyOf({ log, game }, { fresh, you }, over) {
  const end = fresh.findIndex((event) => event === over);
  return game && !game.rated
    ? whyLost([...log, ...fresh.slice(0, end)], over, you, game.ruleset)
    : null;
}

/** The first end of a match among events. @param {GameEvent[]} events */
function endOf(events) {
  const over = events.find(({ e }) => e === "match_over");
  return over?.e === "match_over" ? over : null;
}

/**
 * The words for a turn of the reader that timed out, with its last move.
 * @param {Model} before
 * @param {GameEvent[]} events
 */
function lapseWords({ you, log }, events) {
  const isOwn = (/** @type {GameEvent} */ event) => "seat" in event && event.seat === you;
  const ended = events.some(
    (event) =>
      isOwn(event) && event.by === "clock" && (event.e === "discarded" || event.e === "passed"),
  );
  if (!ended) return "";
  const drew = [...log, ...events].findLast((event) => isOwn(event) && event.e === "drew");
  return drew?.by === "clock"
    ? t("Time ran out, so the table drew a card and discarded it for you.")
    : t("Time ran out, so the table discarded a card for you.");
}
