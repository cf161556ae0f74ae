/** The state of a seat in words: playing, on its time bank, away, played by an AI. Pure. */

import { t } from "../../../density/words.js";
import {
  bankWords,
  clockWords,
  patienceLeft,
  patienceWords,
  shownTime,
  timeLeft,
} from "../state/clock.js";
import { isAsked } from "./order.js";

/**
 * @typedef {import("../state/model.js").Model} Model
 * @typedef {{words: string, tone: "go" | "stake" | "", sign: "" | "blip" | "away" | "ai"}} SeatWords
 */

/** An absence shorter than this is only a quiet dot. */
export const BLIP = 5000;

/**
 * How long a seat’s owner has been away, in ms; null while present.
 * @param {Model} model
 * @param {number} seat
 * @param {number} now
 */
export function awayFor(model, seat, now) {
  if (model.seats[seat]?.state !== "away") return null;
  return now - (model.awayAt[seat] ?? now - BLIP);
}

/** Whether an AI player plays for the seat’s owner. @param {Model} model @param {number} seat */
export const isPlayedByAi = ({ seats }, seat) =>
  seats[seat]?.state === "stand-in" || seats[seat]?.state === "abandoned";

/**
 * The line under a seat, its signal color, and the sign on its face.
 * @template {import("../state/protocol.js").Types} G
 * @param {import("../state/model.js").Model<G>} model
 * @param {number} seat
 * @param {number} now
 * @param {(model: import("../state/model.js").Model<G>, seat: number) => string} word the game's words for a seat without a running clock
 * @param {boolean} [idle] whether the seat takes no part now
 * @returns {SeatWords}
 */
export function seatWords(model, seat, now, word, idle = false) {
  const away = awayFor(model, seat, now);
  const sign = isPlayedByAi(model, seat)
    ? "ai"
    : away === null
      ? ""
      : away < BLIP
        ? "blip"
        : "away";
  if (!model.view || idle) return { words: word(model, seat), tone: "", sign };
  const state = model.seats[seat]?.state;
  if (state === "abandoned") return { words: t("Left, AI is playing"), tone: "", sign };
  if (state === "stand-in") return { words: t("AI is playing"), tone: "", sign };
  const clock = isOnTurn(model, seat, now) ? timeLeft(model, seat, now) : null;
  if (sign === "away") return { words: awayWords(clock), tone: "", sign };
  if (!clock) return waitedFor(model, seat, now, sign, word(model, seat));
  return clock.onBank
    ? { words: t("Time bank, {time}", { time: bankWords(clock.bank) }), tone: "stake", sign }
    : { words: t("Playing, {time}", { time: clockWords(shownTime(clock)) }), tone: "go", sign };
}

/**
 * The words for a seat without a running clock: a warning when the table will not wait much longer.
 * @param {Model} model
 * @param {number} seat
 * @param {number} now
 * @param {SeatWords["sign"]} sign
 * @param {string} word
 * @returns {SeatWords}
 */
function waitedFor(model, seat, now, sign, word) {
  const left = isOnTurn(model, seat, now) ? patienceLeft(model, seat, now) : null;
  if (left === null) return { words: word, tone: "", sign };
  return { words: patienceWords(left), tone: "stake", sign };
}

/** @param {Model} model @param {number} seat @param {number} now */
const isOnTurn = (model, seat, now) => isAsked(model, seat) && now >= model.pauseUntil;

/** @param {import("../state/clock.js").TimeLeft | null} clock the running clock of a player who is away */
function awayWords(clock) {
  if (!clock) return t("Away");
  const left = clockWords(clock.ms);
  return clock.then === "stand-in"
    ? t("Away, AI in {time}", { time: left })
    : t("Away, {time}", { time: left });
}

/** The sign on a face as a word, for places without room for a line. */
export const SIGN_WORDS = { "": "", blip: "", away: t("Away"), ai: t("AI") };
