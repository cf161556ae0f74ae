/**
 * Remembers what this browser saw of a deal during the game, for the check after it: a record alone
 * could be forged consistently.
 */

/**
 * @typedef {{id: string, commitment: string, early: boolean, pledges: (string | null)[], given: (string | null)[],
 *   bytes: Record<string, string>, roots: Record<string, string>}} Shown early: before the first card;
 *   bytes: those that this browser made, by seat; roots: by match
 */

const KEY = "density-deals";
/** How many games are kept, newest first, and how many roots of each. */
const GAMES = 20;
const ROOTS = 200;

/** @returns {Shown[]} */
function readGames() {
  try {
    const games = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(games) ? games.filter((game) => game && typeof game.id === "string") : [];
  } catch {
    return [];
  }
}

/** Saves a game as the newest one. @param {Shown} game */
function keepGame(game) {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([game, ...readGames().filter(({ id }) => id !== game.id)].slice(0, GAMES)),
    );
  } catch {
    // without storage there is nothing to compare later
  }
}

/** @param {string} id @returns {Shown | null} */
export const recallGame = (id) => readGames().find((game) => game.id === id) ?? null;

/**
 * Fills the gaps of an older list of seats; known values are kept.
 * @param {(string | null)[]} first
 * @param {(string | null)[]} later
 */
const fillGaps = (first, later) =>
  Array.from(
    { length: Math.max(first.length, later.length) },
    (_, seat) => first[seat] ?? later[seat] ?? null,
  );

/** The state that was looked at last: most messages bring nothing new to keep. */
let lastSeen = "";

/**
 * Keeps what the table newly shows; the first value of each field is never replaced.
 * @param {import("./state.js").Model} model
 */
export function rememberDeal({ game, fair, view }) {
  if (!game || !fair?.commitment || (game.status !== "sealing" && game.status !== "playing"))
    return;
  const news = JSON.stringify([game.id, fair, view?.match]);
  if (news === lastSeen) return;
  lastSeen = news;
  const record = recallGame(game.id);
  const first = record ?? {
    id: game.id,
    commitment: fair.commitment,
    early: view === null,
    pledges: [],
    given: [],
    bytes: {},
    roots: {},
  };
  const { root } = fair;
  const isNew = view && root && !first.roots[view.match] && Object.keys(first.roots).length < ROOTS;
  const updated = {
    ...first,
    pledges: fillGaps(first.pledges, fair.pledges),
    given: fillGaps(first.given, fair.given ?? []),
    roots: isNew ? { ...first.roots, [view.match]: root } : first.roots,
  };
  if (JSON.stringify(updated) !== JSON.stringify(record)) keepGame(updated);
}

/**
 * Keeps the bytes that this browser reveals for a seat.
 * @param {string} id @param {number} seat @param {string} bytes
 */
export function rememberBytes(id, seat, bytes) {
  const record = recallGame(id);
  if (record) keepGame({ ...record, bytes: { ...record.bytes, [seat]: bytes } });
}
