/** How often a score won a fight in games of AI players: a table that is loaded on demand. */

import { roundPercent } from "../../games/table/text/numbers.js";

/**
 * @typedef {[least: number, percent: number][]} Steps by rising score: wins in percent, from this score on
 * @typedef {{about: {edition: string}, wins: Record<string, Record<string, Steps>>}} Odds by players
 *   standing, then by round
 * @typedef {{score: number, wins: number, round: number, others: number}} Chance wins:
 *   how many of 100 fights the score won in this round against this number of others
 */

/** Later rounds count as this one. */
const LAST = 4;

/**
 * How many of 100 fights a score won, from 1 to 99; null if the table has no entry.
 * @param {Odds} odds
 * @param {number} players standing, the reader included
 * @param {number} round
 * @param {number} score
 */
export function winsOf({ wins: table }, players, round, score) {
  const steps = table[players]?.[Math.min(round, LAST)] ?? [];
  const wins = steps.findLast(([least]) => score >= least)?.[1];
  return wins === undefined ? null : roundPercent(wins / 100, false);
}

/**
 * The chance of a score in a fight now; null if the table does not apply to this game.
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
let loadedOdds = null;
let isAsked = false;

/**
 * Returns the table, or null until it is loaded; then the page is drawn again. Pages that must not
 * show it do not name its address.
 * @param {() => void} redraw
 */
export function oddsOf(redraw) {
  if (!isAsked) {
    isAsked = true;
    const place = document.querySelector('meta[name="density-odds"]')?.getAttribute("content");
    if (place) loadOdds(place).then(redraw, () => {});
  }
  return loadedOdds;
}

/** @param {string} place */
async function loadOdds(place) {
  const answer = await fetch(place);
  if (answer.ok) loadedOdds = await answer.json();
}
