/** The chat lines of a table: reactions, phrases and texts, and which of them this reader has seen. Pure. */

import { t } from "../../../density/words.js";
import { phraseWords } from "../parts/options.js";

/**
 * @typedef {import("../state/state.js").Model} Model
 * @typedef {import("../state/protocol.js").TalkLine} Line
 * @typedef {{first: number, newest: number, read: number,
 *   shown: Record<number, {line: Line, until: number}>}} Heard first: the last line when the
 *   page was opened; shown: the lines beside the seats
 */

/** The name of each reaction. @type {Record<string, string>} */
export const REACTIONS = {
  nod: t("Nod"),
  clap: t("Applause"),
  think: t("Thinking"),
  wow: t("Wow"),
  oops: t("Oops"),
  wave: t("Wave"),
};

export const LONGEST_MESSAGE = 200;
/** How long a reaction and words are shown beside their seat, in ms. */
const SIGN_SHOWN = 2000;
const WORDS_SHOWN = 5000;

/** The state before the first line. @returns {Heard} */
export const createHeard = () => ({ first: -1, newest: -1, read: -1, shown: {} });

/**
 * The lines of players who are not muted, oldest first.
 * @param {Model} model
 * @returns {Line[]}
 */
export function visibleLines(model) {
  const lines = model.talk.filter(
    ({ seat, kind, text }) =>
      !model.muted.includes(seat) && (kind !== "sign" || Object.hasOwn(REACTIONS, text)),
  );
  // the server leaves out names that spectators must not see; for others the seat has them
  return lines.map((line) =>
    line.name ? line : { ...line, name: model.seats[line.seat]?.name ?? "" },
  );
}

/**
 * Adds the lines of a new position. Lines from before the page was opened count as read; only a
 * line that arrives live shows beside its seat.
 * @param {Heard} heard
 * @param {Model} before
 * @param {Model} model
 * @param {number} now
 * @returns {Heard}
 */
export function addNewLines(heard, before, model, now) {
  const lines = visibleLines(model);
  const newest = Math.max(heard.newest, ...model.talk.map(({ id }) => id));
  if (before.game === null) return { ...heard, first: newest, newest, read: newest };
  const live = model.version === before.version;
  const fresh = live ? lines.filter(({ id }) => id > heard.newest) : [];
  return {
    first: heard.first,
    newest,
    read: heard.read,
    shown: fresh.reduce(
      (all, line) => ({ ...all, [line.seat]: { line, until: now + shownMs(line) } }),
      heard.shown,
    ),
  };
}

/** @param {Line} line */
const shownMs = ({ kind }) => (kind === "sign" ? SIGN_SHOWN : WORDS_SHOWN);

/** Marks all lines as read. @param {Heard} heard @returns {Heard} */
export const markAllRead = (heard) => ({ ...heard, read: heard.newest });

/**
 * The reaction or words beside a seat now, or null. Written words show only where the table has a
 * chat.
 * @param {Model} model
 * @param {Heard} heard
 * @param {number} seat
 * @param {number} now
 */
export function lineAtSeat(model, heard, seat, now) {
  const { line, until = 0 } = heard.shown[seat] ?? {};
  if (!line || until <= now || model.muted.includes(seat)) return null;
  return line.kind !== "text" || model.game?.chat ? line : null;
}

/**
 * How many lines of others are unread; reactions do not count.
 * @param {Model} model
 * @param {Heard} heard
 */
export const countUnread = (model, heard) =>
  visibleLines(model).filter(
    ({ id, kind, seat }) => id > heard.read && kind !== "sign" && seat !== model.you,
  ).length;

/**
 * The text of a line, without its speaker.
 * @param {Line} line
 */
export function lineText({ kind, text }) {
  if (kind === "phrase") return phraseWords()[text] ?? text;
  return kind === "sign" ? REACTIONS[text] : text;
}

/**
 * The lines of others since this page was opened.
 * @param {Model} model
 * @param {Heard} heard
 */
export const newLinesOfOthers = (model, heard) =>
  visibleLines(model).filter(({ id, seat }) => id > heard.first && seat !== model.you);

/**
 * A line for a screen reader.
 * @param {Line} line
 */
export const spokenLine = (line) => `${line.name}: ${lineText(line)}`;

/**
 * The seats that the reader can mute: other human players.
 * @param {Model} model
 */
export const peopleToMute = ({ seats, you }) =>
  seats.filter(({ seat, kind }) => seat !== you && (kind === "player" || kind === "guest"));

/**
 * Whether the reader is not alone with AI players: a free seat counts as company.
 * @param {Model} model
 */
export const hasCompany = ({ seats }) => seats.filter(({ kind }) => kind !== "ai").length > 1;

/**
 * Whether this reader may write freely, send preset phrases only, or only read.
 * @param {Model} model
 * @returns {"text" | "phrases" | "listen"}
 */
export function chatMode(model) {
  const { you, game } = model;
  if (you === null || game === null || !hasCompany(model)) return "listen";
  return game.chat ? "text" : "phrases";
}
