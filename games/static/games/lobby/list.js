/** What the server says of the tables, read and kept in order. Pure. */

/**
 * @typedef {{kind: "player" | "guest" | "ai" | "empty", name: string}} Chair
 * @typedef {{id: string, url: string, join_url: string, title: string, open: boolean, locked: boolean,
 *   edition: string, time: string, progress: string, seats: Chair[], watchers: number}} Row
 * @typedef {{stamp: number, tables: Row[]}} List
 */

/** @type {List} */
export const NOTHING = { stamp: 0, tables: [] };

/**
 * The newest list: a frame that was overtaken on the way changes nothing.
 * @param {List} held
 * @param {unknown} text a frame of the socket
 * @returns {List}
 */
export function newest(held, text) {
  const frame = JSON.parse(String(text));
  return frame.type === "tables" && frame.stamp >= held.stamp ? { stamp: frame.stamp, tables: frame.tables } : held;
}

/** @param {Row[]} tables how many have a free seat, in words */
export const openWords = (tables) => {
  const open = tables.filter((table) => table.open).length;
  return open ? `${open} open` : "";
};

/** @param {Chair[]} seats who sits there, in words */
export const chairWords = (seats) =>
  seats
    .map(({ kind, name }) => (kind === "empty" ? "free seat" : kind === "ai" ? `AI player ${name}` : name))
    .join(", ");
