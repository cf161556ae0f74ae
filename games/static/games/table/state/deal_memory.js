/**
 * The parts of a deal that this browser saw while the game ran, kept for the check after it: a record
 * alone could be forged with all that it says of itself.
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
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((game) => game && typeof game.id === "string") : [];
  } catch {
    return [];
  }
}

/** @param {Shown} game it is the newest now */
function keep(game) {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([game, ...read().filter(({ id }) => id !== game.id)].slice(0, GAMES)),
    );
  } catch {
    // a browser that keeps nothing has nothing to compare later
  }
}

/** @param {string} id @returns {Shown | null} */
export const recall = (id) => read().find((game) => game.id === id) ?? null;

/** @param {(string | null)[]} first @param {(string | null)[]} later what was known first stays */
const filled = (first, later) =>
  Array.from(
    { length: Math.max(first.length, later.length) },
    (_, seat) => first[seat] ?? later[seat] ?? null,
  );

/** What was looked at last: most messages of a table bring nothing that is kept. */
let last = "";

/**
 * Keeps what the table shows now and did not show before. The first version that was shown stays.
 * @param {import("./state.js").Model} model
 */
export function remember({ game, fair, view }) {
  if (!game || !fair?.commitment || (game.status !== "sealing" && game.status !== "playing"))
    return;
  const news = JSON.stringify([game.id, fair, view?.match]);
  if (news === last) return;
  last = news;
  const known = recall(game.id);
  const first = known ?? {
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
  const shown = {
    ...first,
    pledges: filled(first.pledges, fair.pledges),
    given: filled(first.given, fair.given ?? []),
    roots: isNew ? { ...first.roots, [view.match]: root } : first.roots,
  };
  if (JSON.stringify(shown) !== JSON.stringify(known)) keep(shown);
}

/**
 * Keeps the bytes that this browser reveals for a seat.
 * @param {string} id @param {number} seat @param {string} bytes
 */
export function rememberBytes(id, seat, bytes) {
  const known = recall(id);
  if (known) keep({ ...known, bytes: { ...known.bytes, [seat]: bytes } });
}
