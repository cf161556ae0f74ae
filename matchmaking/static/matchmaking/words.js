/** The state of the queue in words. Pure; matchmaking/templatetags/ranked.py has the same words. */

import { pageLanguage, t, timeOfDay, tn } from "../density/words.js";
import { timeLeft, stageOf, timeWaited } from "./state.js";

/**
 * @typedef {import("./state.js").QueueFrame} Frame
 * @typedef {import("./state.js").Model} Model
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Why a user is blocked from the queue. @type {Record<string, string>} */
const REASONS = {
  "no-show": t("You didn’t get to your last ranked table in time."),
  declined: t("You left your last ranked table before the deal."),
  abandoned: t("You left your last ranked game before it ended."),
};

/** 68000 becomes 1:08. @param {number} ms */
export function timeWords(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A rough time: 42000 becomes 40 s, 100000 becomes 2 min. @param {number} ms */
export function roughWords(ms) {
  if (ms >= 1.5 * MINUTE) return t("{minutes}\u00a0min", { minutes: Math.round(ms / MINUTE) });
  return t("{seconds}\u00a0s", { seconds: Math.max(5, Math.round(ms / 5000) * 5) });
}

/** A remaining time: 581000 becomes 9:41, 7100000 becomes 1 h 59 min. @param {number} ms */
export function leftWords(ms) {
  const roundedTime = Math.ceil(ms / 1000) * 1000;
  if (roundedTime < HOUR) return timeWords(roundedTime);
  return t("{hours}\u00a0h {minutes}\u00a0min", {
    hours: Math.floor(roundedTime / HOUR),
    minutes: Math.floor((roundedTime % HOUR) / MINUTE),
  });
}

/**
 * When the block ends, by the reader's own clock.
 * @param {number} ms
 * @param {Date} now
 */
export function untilWords(ms, now) {
  const then = new Date(now.getTime() + ms);
  const time = timeOfDay(then);
  if (then.toDateString() === now.toDateString())
    return t("You can queue again at {time}.", { time });
  return t("You can queue again on {day} at {time}.", {
    day: then.toLocaleDateString(pageLanguage(), { weekday: "long" }),
    time,
  });
}

/** @param {number | null} ms */
export const typicalWords = (ms) =>
  ms === null ? "" : t("Typical wait {time}", { time: roughWords(ms) });

/** How many are queued, the reader included. @param {Frame} frame */
const queueWords = ({ state, waiting }) => {
  if (state === "waiting" && waiting < 2) return t("no one else in the queue");
  return waiting
    ? tn("{count} in the queue", "{count} in the queue", waiting)
    : t("no one in the queue");
};

/** How many others there are; an invitation if there are none. @param {Frame} frame */
export const crowdWords = (frame) =>
  frame.state !== "waiting" && !frame.waiting && !isCrowd(frame)
    ? t("No one is in the queue yet. Join, and the next player will find you.")
    : capitalizeFirst(joinWords(queueWords(frame), onlineWords(frame)));

/** Whether others are online. @param {Frame} frame */
const isCrowd = ({ online }) => online > 1;

/** How many are online, in words; empty for a reader who is alone. @param {Frame} frame */
const onlineWords = (frame) => (isCrowd(frame) ? t("{count} online", { count: frame.online }) : "");

/** @param {Frame} frame */
export const waitingWords = (frame) =>
  capitalizeFirst(
    joinWords(typicalWords(frame.estimate_ms), queueWords(frame), onlineWords(frame)),
  );

/** @param {string[]} words */
const joinWords = (...words) => words.filter(Boolean).join(", ");

/** @param {string} words */
const capitalizeFirst = (words) => words[0].toUpperCase() + words.slice(1);

/** The ratings that the reader can meet. @param {Frame} frame */
export const bandWords = ({ band }) =>
  band
    ? t("You can meet players rated {low} to {high}.", {
        low: `${band[0]}`,
        high: `${band[1]}`,
      })
    : t("You can now meet anyone in the queue.");

/** The players that a queued reader is waiting for, in words. @param {Frame} frame */
export const lookingWords = ({ seats }) =>
  tn("Looking for an opponent", "Looking for players", seats - 1);

/** How many of a table's players are found, the reader included. @param {Frame} frame */
export const foundOf = ({ found, waiting, seats }) =>
  Math.max(1, found ?? Math.min(waiting, seats - 1));

/** @param {string[]} names */
const listNames = (names) =>
  new Intl.ListFormat(pageLanguage(), { type: "conjunction" }).format(names);

/** The name of a player, with words if the server does not send it. @param {string} name */
export const playerWords = (name) => name || t("A player");

/** Whether the shared table has other players. @param {import("./state.js").Offer} offer */
export const isShared = ({ with: names, others = 0 }) => names.length + others > 0;

/**
 * The other players: names, and the number of unnamed ones.
 * @param {import("./state.js").Offer} offer
 */
function peopleWords({ with: names, others = 0 }) {
  const more = names.length
    ? tn("{count} more player", "{count} more players", others)
    : tn("{count} player", "{count} players", others);
  return capitalizeFirst(listNames(others ? [...names, more] : names));
}

/** The players of the shared table. @param {import("./state.js").Offer} offer */
export function offerWords(offer) {
  const { with: names, others = 0, ais, begun } = offer;
  if (!isShared(offer))
    return tn(
      "You and {count} AI player. The next player takes its seat.",
      "You and {count} AI players. The next player takes one of their seats.",
      ais,
    );
  const who = peopleWords(offer);
  if (begun)
    return tn(
      "{who} is already playing: take an AI player’s seat.",
      "{who} are already playing: take an AI player’s seat.",
      names.length + others,
      { who },
    );
  return ais
    ? tn("{who}, you and {count} AI player.", "{who}, you and {count} AI players.", ais, { who })
    : t("{who} and you.", { who });
}

/** The same for narrow places. @param {import("./state.js").Offer} offer */
export function offerLine(offer) {
  const count = offer.with.length + (offer.others ?? 0);
  const who = peopleWords(offer);
  return offer.begun
    ? tn("{who} is already playing", "{who} are already playing", count, { who })
    : tn("{who} is waiting, too", "{who} are waiting, too", count, { who });
}

/** How many players are found. @param {Frame} frame */
export function foundWords(frame) {
  const count = foundOf(frame);
  const more = frame.seats - count;
  return tn("{found} of {seats} found, one to go", "{found} of {seats} found, {more} to go", more, {
    found: count,
    seats: frame.seats,
    more,
  });
}

/** How many are at the table. @param {Frame} frame */
export function hereWords({ table }) {
  const seats = table?.seats ?? [];
  return t("{here} of {seats} here", {
    here: seats.filter(({ here }) => here).length,
    seats: seats.length,
  });
}

/** @param {string} reason */
export const reasonWords = (reason) => REASONS[reason] ?? "";

/** @param {number} strikes */
export const strikeWords = (strikes) =>
  tn(
    "You have {count} strike. It’s only a warning and goes away after ten clean ranked games or three days.",
    "You have {count} strikes. One goes away after ten clean ranked games or three days.",
    strikes,
  );

/**
 * The sentence about what went wrong.
 * @param {Model} model
 * @param {number} now
 */
export function noteWords(model, now) {
  switch (model.note) {
    case "void":
      return t(
        "A player didn’t show up. You keep your place in the queue and have waited {time} so far.",
        { time: timeWords(timeWaited(model, now)) },
      );
    case "missed":
      return t("You didn’t get to your table in time, so you’re out of the queue.");
    case "left":
      return t("You left your table before the deal, so you’re out of the queue.");
    case "lost":
      return t("You’re no longer in the queue.");
    case "unsent":
      return t("Not sent. Try again.");
    default:
      return "";
  }
}

/**
 * The announcement for screen readers, spoken when it changes.
 * @param {Model} model
 */
export function spokenWords({ frame }) {
  switch (stageOf(frame)) {
    case "waiting":
      return tn("Looking for an opponent.", "Looking for players.", (frame?.seats ?? 2) - 1);
    case "found":
      return t("Game found.");
    case "playing":
      return t("Your game is starting.");
    default:
      return "";
  }
}

/**
 * The title of a page that calls its reader.
 * @param {Model} model
 * @param {number} now
 */
export const callWords = (model, now) =>
  t("Game found, {seconds}\u00a0s, Density Deck", {
    seconds: Math.ceil(timeLeft(model, now) / 1000),
  });
