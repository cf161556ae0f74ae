/** Who of a finished game plays again, and for how long that can be said. Pure. */

/**
 * @typedef {{names: string[], of: number, until: number}} Rematch people who are ready, of how many;
 *   until when others can become it
 */

/**
 * What a frame of the finished game's socket says of it.
 * @param {Rematch} held
 * @param {unknown} text
 * @param {number} now
 * @returns {Rematch}
 */
export function heard(held, text, now) {
  const frame = JSON.parse(String(text));
  const told = frame.type === "again" ? frame : frame.type === "snapshot" ? frame.game.again : null;
  return told ? { ...held, names: told.names, until: now + told.ms } : held;
}

/** @param {Rematch} rematch what stands on the button */
export const buttonWords = ({ names, of }) =>
  of === 1 ? "Play again" : names.length ? `Rematch, ${names.length} of ${of} ready` : "Rematch";

/** @param {string[]} names */
export const readyWords = (names) => {
  const last = names[names.length - 1];
  if (names.length < 2) return last ? `${last} is ready.` : "";
  return `${names.slice(0, -1).join(", ")} and ${last} are ready.`;
};

/** @param {Rematch} rematch @param {number} now */
export const openWords = ({ until }, now) => (until > now ? `open for ${Math.ceil((until - now) / 1000)} s` : "");
