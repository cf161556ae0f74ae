/**
 * Compares the record of a game with two independent sources: what this browser saw during the
 * game, and the public log. Tells what was compared and what differs.
 */

import { recallGame } from "../table/state/deal_memory.js";
import { bytesOf, hashOf, rootOf, encodeText } from "./deal.js";

/** @import {Does} from "../table/state/protocol.js" */

/**
 * @typedef {import("./deal.js").Head & {finished_at: string | null, seats: {name: string}[]}} Record
 * @typedef {import("../table/state/deal_memory.js").Shown} Shown
 * @typedef {{what: "commitment" | "bytes" | "silent" | "match", shown: string, seat: number, match: number}} Difference
 *   bytes: of a seat, or with seat -1 the reader's own; silent: whether a seat gave bytes
 * @typedef {{early: boolean, own: boolean, seats: number, matches: number[], differs: Difference[]}} Memory
 *   what this browser could compare: the fingerprint always, and these
 * @typedef {{state: "same" | "other" | "missing" | "late" | "broken" | "unread",
 *   sequence: number, at: string, commitment: string}} Entry what the public log has for the game
 * @typedef {{deal: Does<[record: Record], Promise<import("./deal.js").Dealing>>,
 *   codes: Does<[record: Record, match: number], Promise<string[] | null>>, deck: DeckWords}} Ways how a game is
 *   dealt again; the cards of one of its matches in the order of their deal
 * @typedef {{differs: (match: number) => string, fits: (list: string, count: number) => string}} DeckWords
 *   differs: a match has another deck than was shown; fits: the listed matches have the decks shown
 * @typedef {import("./deal.js").Dealing & {memory: Memory | null, log: Entry, deck: DeckWords,
 *   names: string[], silent: {name: string, reason: import("./deal.js").Silent["reason"], at: string}[]}} Checked
 */

/**
 * Checks everything about a record that this browser can check.
 * @param {Record} record
 * @param {Ways} ways
 * @returns {Promise<Checked>}
 */
export async function examineRecord(record, ways) {
  const shown = recallGame(record.id);
  const [dealing, memory, log] = await Promise.all([
    ways.deal(record),
    shown && compareMemory(record, shown, ways),
    compareLog(record),
  ]);
  const names = record.seats.map(({ name }) => name);
  const silent = (record.fair.silent ?? []).map(({ seat, reason, at }) => ({
    name: names[seat],
    reason,
    at,
  }));
  return { ...dealing, memory, log, deck: ways.deck, names, silent };
}

/** Whether nothing that was compared differs. @param {Checked} checked */
export const isFine = ({ sealed, decks, right, memory, log }) =>
  sealed &&
  right === decks &&
  !memory?.differs.length &&
  (log.state === "same" || log.state === "unread");

/**
 * @param {Record} record
 * @param {Shown} shown
 * @param {Ways} ways
 * @returns {Promise<Memory>}
 */
async function compareMemory(record, shown, ways) {
  const { fair } = record;
  /** @type {Difference[]} */
  const differs = [];
  const note = (/** @type {Partial<Difference> & Pick<Difference, "what">} */ difference) =>
    differs.push({ shown: "", seat: -1, match: 0, ...difference });
  if (shown.commitment !== fair.commitment) note({ what: "commitment", shown: shown.commitment });
  const own = Object.entries(shown.bytes).filter(
    ([seat]) => shown.given[Number(seat)] === "client",
  );
  for (const [seat, bytes] of own)
    if (fair.client_bytes[Number(seat)] !== bytes) note({ what: "bytes" });
  let seats = 0;
  for (const [seat, bytes] of fair.client_bytes.entries()) {
    const [pledge, given] = [shown.pledges[seat], shown.given[seat]];
    const unpledged = fair.silent?.some(
      (entry) => entry.seat === seat && entry.reason === "no-pledge",
    );
    if ((given && (given === "client") !== (bytes !== null)) || (unpledged && pledge))
      note({ what: "silent", seat });
    else if (bytes !== null && pledge) {
      seats += 1;
      if ((await hashOf(bytesOf(bytes))) !== pledge) note({ what: "bytes", seat });
    }
  }
  const matches = Object.keys(shown.roots)
    .map(Number)
    .sort((one, other) => one - other);
  for (const match of matches) {
    const codes = await ways.codes(record, match);
    if (!codes || (await rootOf(record, match, codes)) !== shown.roots[match])
      note({ what: "match", match });
  }
  return { early: shown.early, own: own.length > 0, seats, matches, differs };
}

/**
 * Reads the entry of the public log that names this game.
 * @param {Record} record
 * @returns {Promise<Entry>}
 */
async function compareLog(record) {
  const entry = { sequence: 0, at: "", commitment: "" };
  try {
    const answer = await fetch(`/api/deals/?game=${encodeURIComponent(record.id)}`, {
      credentials: "same-origin",
    });
    if (!answer.ok) return { state: "unread", ...entry };
    const { deals } = await answer.json();
    return deals.length
      ? { state: await stateOf(record, deals[0]), ...deals[0] }
      : { state: "missing", ...entry };
  } catch {
    return { state: "unread", ...entry };
  }
}

/**
 * @param {Record} record
 * @param {{commitment: string, previous: string, hash: string, game: string | null, at: string}} entry
 * @returns {Promise<Entry["state"]>}
 */
async function stateOf(
  { id, fair, finished_at: finished },
  { commitment, previous, hash, game, at },
) {
  const named =
    game === null ? fair.scheme.endsWith("/1") : game === (await hashOf(encodeText(id)));
  const hashed = await hashOf(...[previous, commitment, game ?? ""].map(bytesOf));
  if (!named || hashed !== hash) return "broken";
  if (commitment !== fair.commitment) return "other";
  return finished !== null && at.slice(0, 19) > finished.slice(0, 19) ? "late" : "same";
}
