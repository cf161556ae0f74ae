/** How often a score won a fight in games of AI players: a table that is loaded when it is first wanted. */

/**
 * @typedef {[least: number, percent: number][]} Steps by rising score: from this one on so many of 100
 * @typedef {{about: {edition: string}, wins: Record<string, Record<string, Steps>>}} Odds by players
 *   standing, then by round
 * @typedef {{score: number, wins: number, round: number, others: number}} Chance of a score: it won so
 *   many of 100 fights in this round against so many others
 */

/** Later rounds count as this one. */
const LAST = 4;

/**
 * In how many of 100 fights this score won, never all or none; null where the table does not say.
 * @param {Odds} odds
 * @param {number} players who stand, the one who asks included
 * @param {number} round
 * @param {number} score
 */
export function winsOf({ wins: table }, players, round, score) {
  const steps = table[players]?.[Math.min(round, LAST)] ?? [];
  const wins = steps.findLast(([least]) => score >= least)?.[1];
  return wins === undefined ? null : Math.min(Math.max(wins, 1), 99);
}

/**
 * The chance of a score in a fight now, where the table of chances holds for this game.
 * @param {Odds | null} odds
 * @param {{edition: string}} game
 * @param {Pick<import("./protocol.js").View, "round" | "seats">} view
 * @param {number | undefined} score
 * @returns {Chance | null}
 */
export function chanceOf(odds, game, { round, seats }, score) {
  const players = seats.filter(({ status }) => status === "standing").length;
  if (!odds || score === undefined || round < 2 || odds.about.edition !== game.edition) return null;
  const wins = winsOf(odds, players, round, score);
  return wins === null ? null : { score, wins, round, others: players - 1 };
}

/** @type {Odds | null} */
let loaded = null;
let asked = false;

/**
 * The table, or null until it is here; then the page is drawn again. A page that may not show it
 * does not name it.
 * @param {() => void} redraw
 */
export function oddsOf(redraw) {
  if (!asked) {
    asked = true;
    const place = document.querySelector('meta[name="density-odds"]')?.getAttribute("content");
    if (place) load(place).then(redraw, () => {});
  }
  return loaded;
}

/** @param {string} place */
async function load(place) {
  const answer = await fetch(place);
  if (answer.ok) loaded = await answer.json();
}
