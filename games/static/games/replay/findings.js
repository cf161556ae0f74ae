/** The findings of a deal check, in words: the differences, and everything that was compared. Pure. */

import { dayAndTime, t, tn } from "../../density/words.js";

/**
 * @typedef {import("./compare.js").Checked} Checked
 * @typedef {import("./compare.js").Memory} Memory
 */

/** @param {Checked} checked without differences: the title claims no more than was compared */
export function titleOf({ memory, log }) {
  if (memory) return t("The deal matches what your browser saw");
  return log.state === "same"
    ? t("The fingerprint matches the public log")
    : t("This record is consistent");
}

/** The differences, most serious first. @param {Checked} checked */
export function differenceLines({ sealed, decks, right, memory, log, deck, names }) {
  const lines = (memory?.differs ?? []).map(({ what, shown, seat, match }) => {
    const name = names[seat] ?? "";
    if (what === "commitment")
      return t("The fingerprint isn’t the one your browser saw: {shown}.", { shown });
    if (what === "silent")
      return t("The record and your browser disagree on whether {name} added bytes.", { name });
    if (what === "bytes")
      return name
        ? t("{name}’s bytes aren’t the ones pledged before the deal.", { name })
        : t("Your bytes aren’t the ones your browser made.");
    return deck.differs(match);
  });
  if (log.state === "other")
    lines.push(
      t("The public log has a different fingerprint for this game: {shown}.", {
        shown: log.commitment,
      }),
    );
  if (log.state === "missing") lines.push(t("The public log doesn’t list this game."));
  if (log.state === "late")
    lines.push(
      t("The public log has had this fingerprint only since {time}, after the game.", {
        time: dayAndTime(log.at),
      }),
    );
  if (log.state === "broken") lines.push(t("The public log entry doesn’t match its hash."));
  if (!sealed) lines.push(t("The secret doesn’t match the fingerprint in the record."));
  if (right !== decks)
    lines.push(
      t("{right} of {decks} decks follow from the secret and the seats’ bytes.", {
        right,
        decks,
      }),
    );
  return lines;
}

/** The equal parts, and the parts that were not compared. @param {Checked} checked */
export function comparedLines({ sealed, decks, right, memory, log, deck, silent }) {
  const lines = memory
    ? memoryLines(memory, deck)
    : [t("This browser saved nothing from this game, so it has nothing to compare.")];
  if (log.state === "same")
    lines.push(
      t("The public log lists this fingerprint as entry {sequence}, {time}.", {
        sequence: log.sequence,
        time: dayAndTime(log.at),
      }),
    );
  if (log.state === "unread")
    lines.push(t("The public log couldn’t be read, so the fingerprint wasn’t compared with it."));
  if (sealed) lines.push(t("The secret matches the fingerprint in the record."));
  if (right === decks)
    lines.push(
      t("{right} of {decks} decks follow from the secret and the seats’ bytes.", {
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
        "{name} didn’t pledge bytes in time ({time}). Bytes fixed by the secret were used instead.",
        values,
      );
    case "no-reveal":
      return t(
        "{name} pledged bytes but didn’t reveal them in time ({time}). Bytes fixed by the secret were used instead.",
        values,
      );
    case "sat-later":
      return t(
        "{name} took over an AI player’s seat after the deal ({time}). The secret had fixed the bytes of that seat.",
        values,
      );
  }
}

/** @param {Memory} memory @param {import("./compare.js").DeckWords} deck */
function memoryLines({ early, own, seats, matches, differs }, deck) {
  const is = (/** @type {string} */ what) =>
    !differs.some((difference) => difference.what === what);
  const lines = [];
  if (is("commitment"))
    lines.push(
      early
        ? t("The fingerprint is the one your browser saw before the first card.")
        : t("The fingerprint is the one your browser saw during the game."),
    );
  if (own && is("bytes")) lines.push(t("Your bytes are the ones your browser made."));
  if (seats && is("bytes"))
    lines.push(
      tn(
        "The bytes of {count} seat match the pledge made before the deal.",
        "The bytes of {count} seats match the pledges made before the deal.",
        seats,
      ),
    );
  const right = matches.filter(
    (match) => !differs.some((difference) => difference.match === match),
  );
  if (right.length) lines.push(deck.fits(rangesOf(right), right.length));
  return lines;
}

/** The numbers as ranges: "1–5, 7". @param {number[]} numbers in order */
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
