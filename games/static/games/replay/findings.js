/** What the check of a deal found, in words: what differs, and what exactly was compared. Pure. */

import { dayAndTime, t, tn } from "../../density/words.js";

/**
 * @typedef {import("./compare.js").Checked} Checked
 * @typedef {import("./compare.js").Memory} Memory
 */

/** @param {Checked} checked where nothing differs: no more than what was compared */
export function titleOf({ memory, log }) {
  if (memory) return t("The deal is the one that this browser was shown");
  return log.state === "same"
    ? t("The fingerprint is the one in the public log")
    : t("This record is consistent with itself");
}

/** What is not as it should be, loudest first. @param {Checked} checked */
export function differences({ sealed, decks, right, memory, log, deck, names }) {
  const lines = (memory?.differs ?? []).map(({ what, shown, seat, match }) => {
    const name = names[seat] ?? "";
    if (what === "commitment")
      return t("The fingerprint is not the one that this browser was shown: {shown}.", { shown });
    if (what === "silent")
      return t("Whether {name} gave bytes is not as this browser was told.", { name });
    if (what === "bytes")
      return name
        ? t("The bytes of {name} are not those pledged before the deal.", { name })
        : t("Your bytes are not those that this browser made.");
    return deck.differs(match);
  });
  if (log.state === "other")
    lines.push(
      t("The public log has another fingerprint for this game: {shown}.", {
        shown: log.commitment,
      }),
    );
  if (log.state === "missing") lines.push(t("The public log does not name this game."));
  if (log.state === "late")
    lines.push(
      t("The public log has this fingerprint only from {time} on, after the game.", {
        time: dayAndTime(log.at),
      }),
    );
  if (log.state === "broken")
    lines.push(t("The entry of the public log is not what its hash says."));
  if (!sealed) lines.push(t("The secret does not fit the fingerprint in the record."));
  if (right !== decks)
    lines.push(
      t("{right} of {decks} decks follow from the secret and the bytes of the seats.", {
        right,
        decks,
      }),
    );
  return lines;
}

/** What was compared and is the same, and what was not compared. @param {Checked} checked */
export function compared({ sealed, decks, right, memory, log, deck, silent }) {
  const lines = memory
    ? remembered(memory, deck)
    : [t("This browser kept nothing of this game, so it has nothing of its own to compare.")];
  if (log.state === "same")
    lines.push(
      t("The public log has this fingerprint as entry {sequence}, of {time}.", {
        sequence: log.sequence,
        time: dayAndTime(log.at),
      }),
    );
  if (log.state === "unread")
    lines.push(t("The public log could not be read, so the fingerprint was not compared with it."));
  if (sealed) lines.push(t("The secret fits the fingerprint in the record."));
  if (right === decks)
    lines.push(
      t("{right} of {decks} decks follow from the secret and the bytes of the seats.", {
        right,
        decks,
      }),
    );
  for (const { name, reason, at } of silent) {
    const values = { name, time: dayAndTime(at) };
    lines.push(silentLine(reason, values));
  }
  return lines;
}

/**
 * Why a seat has no bytes of its own.
 * @param {import("./deal.js").Silent["reason"]} reason
 * @param {{name: string, time: string}} values
 */
function silentLine(reason, values) {
  switch (reason) {
    case "no-pledge":
      return t(
        "{name} pledged no bytes in time ({time}). Bytes that the secret had fixed stand in.",
        values,
      );
    case "no-reveal":
      return t(
        "{name} pledged bytes and did not show them in time ({time}). Bytes that the secret had fixed stand in.",
        values,
      );
    case "sat-later":
      return t(
        "{name} took the seat of an AI player after the deal ({time}), whose bytes the secret had fixed.",
        values,
      );
  }
}

/** @param {Memory} memory @param {import("./compare.js").DeckWords} deck */
function remembered({ early, own, seats, matches, differs }, deck) {
  const is = (/** @type {string} */ what) => !differs.some((each) => each.what === what);
  const lines = [];
  if (is("commitment"))
    lines.push(
      early
        ? t("The fingerprint is the one that this browser was shown before the first card.")
        : t("The fingerprint is the one that this browser was shown while the game ran."),
    );
  if (own && is("bytes")) lines.push(t("Your bytes are those that this browser made."));
  if (seats && is("bytes"))
    lines.push(
      tn(
        "The bytes of {count} seat are those pledged before the deal.",
        "The bytes of {count} seats are those pledged before the deal.",
        seats,
      ),
    );
  const right = matches.filter((match) => !differs.some((each) => each.match === match));
  if (right.length) lines.push(deck.fits(rangesOf(right), right.length));
  return lines;
}

/** As few words as name all: "1–5, 7". @param {number[]} numbers in order */
export function rangesOf(numbers) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}
