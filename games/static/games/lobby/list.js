/** The list of tables from the server, read and kept in order. Pure. */

import { fillIn, t, tn } from "../../density/words.js";

/**
 * @typedef {import("../table/state/protocol.js").ListedSeat} Chair
 * @typedef {import("../table/state/protocol.js").TableRow} Row
 * @typedef {Omit<import("../table/state/protocol.js").Tables, "type">} List
 * @typedef {{games: Record<string, {usual: boolean, pace: string, progress: string}>, editions: Record<string, string>}} Words
 *   by slug; usual: it needs no name; pace and progress with {placeholders}
 */

/** @type {Words} */
let words = { games: {}, editions: {} };

/** @param {string} text the page's words for games and editions, as JSON */
export function useWords(text) {
  words = JSON.parse(text);
}

/** @type {List} */
export const NOTHING = { stamp: 0, tables: [], watch: null, online: 0, running: 0 };

/**
 * The newer of the current list and a frame's list.
 * @param {List} current
 * @param {{type: string} & Partial<List>} frame of the socket
 * @returns {List}
 */
export function newestList(current, frame) {
  return frame.type === "tables" && (frame.stamp ?? 0) >= current.stamp
    ? {
        stamp: frame.stamp ?? 0,
        tables: (frame.tables ?? []).map(nameSeats),
        watch: frame.watch ? nameSeats(frame.watch) : null,
        online: frame.online ?? 0,
        running: frame.running ?? 0,
      }
    : current;
}

/** @param {Row} table with words for players whose names are not sent @returns {Row} */
const nameSeats = (table) =>
  (table.seats ?? []).every(isNamed)
    ? table
    : {
        ...table,
        seats: table.seats.map((seat) => (isNamed(seat) ? seat : { ...seat, name: t("A player") })),
      };

/** @param {Chair} seat */
const isNamed = ({ kind, name }) => name !== "" || kind === "empty";

/** How many tables have a free seat, in words. @param {Row[]} tables */
export const openWords = (tables) => {
  const open = tables.filter((table) => table.open).length;
  return open ? tn("{count} open", "{count} open", open) : "";
};

/**
 * How many players are online and games running, in words; empty while there are few.
 * @param {List} list
 */
export const crowdWords = ({ online = 0, running = 0 }) =>
  [
    online > 1 ? tn("{count} player online", "{count} players online", online) : "",
    running ? tn("{count} game running", "{count} games running", running) : "",
  ]
    .filter(Boolean)
    .join(", ");

/** The mode, game and progress of a table. @param {Row} table */
export const rowWords = (table) =>
  [table.rated ? t("Ranked") : t("Casual"), table.game, progressWords(table)]
    .filter(Boolean)
    .join(", ");

/** The title of a table, or one made from the host's name. @param {Row} table */
export const titleWords = ({ title, host }) =>
  title || (host ? t("{host}’s table", { host }) : t("Table"));

/** The progress of a table; empty before the deal. @param {Row} table */
export const progressWords = ({ slug, match, left }) =>
  match === null ? "" : fillIn(words.games[slug]?.progress ?? "", { match, left: left ?? 0 });

/** @param {Row} table */
export const paceWords = ({ slug, free }) =>
  free === null ? t("No clock") : fillIn(words.games[slug]?.pace ?? "", { seconds: free });

/** The game of a table, unless it is the usual one. @param {Row} table */
export const gameWords = ({ slug, game }) => (words.games[slug]?.usual ? "" : game);

/** @param {List} list @param {string} slug of one game; empty for all games */
export const ofGame = (list, slug) =>
  slug ? list.tables.filter((table) => table.slug === slug) : list.tables;

/** The edition of a table, in words. @param {Row} table */
export const editionWords = ({ edition }) => words.editions[edition] ?? edition;

/** The name of a sitter, marked for an AI player. @param {Chair} seat */
export const sitterWords = ({ kind, name }) => (kind === "ai" ? t("{name} (AI)", { name }) : name);

/** The sitters of the seats, in words. @param {Chair[]} seats */
export const chairWords = (seats) =>
  seats
    .map(({ kind, name }) =>
      kind === "empty" ? t("free seat") : kind === "ai" ? t("AI player {name}", { name }) : name,
    )
    .join(", ");
