/** Which moment of which match a replay shows, and where a key or a press leads. Pure. */

import { signOf } from "../table/senses/sign.js";

/**
 * @typedef {import("../table/state/protocol.js").Types} Types
 * @typedef {"all" | number} Whose a seat's knowledge, or everything
 * @typedef {{view: Whose, match: number, step: number}} Moment
 * @typedef {{round: number, step: number}} Round where a round begins
 * @typedef {{seats: number, matches: ListedMatch[]}} Bounds
 */

/**
 * @template {Types} [G=Types]
 * @typedef {G["view"] & {coming?: string[]}} View coming: cards that only a view of everything has
 */

/** @typedef {{code: string, [fact: string]: unknown}} Facts the facts for a sentence about a decision; code selects the sentence */

// ---- what games/answers.py declares, written by `manage.py protocol`
/** @typedef {{made: number, of: number}} Progress The reviewed matches of a game: `made` of `of`. */
/** @typedef {{id: string, slug: string, title: string, edition: string, ruleset: Record<string, unknown>, rated: boolean, url: string, record_url: string}} FinishedGame A finished game, with the address of its record. */
/** @typedef {{seat: number, kind: "player" | "guest" | "ai" | "empty", name: string, avatar: string, level: string | null}} FinishedSeat A seat of a finished game, with the name that is shown now. */
/** @typedef {{match: number, steps: number, ended_by: string, winners: number[]}} ListedMatch A match with its number of steps, and how it ended. */
/**
 * @template {Types} [G=Types]
 * @typedef {{step: number, seat: number | null, events: G["event"][], view: View<G> | null}} Step The deal, or what one move did; the last one of a match shows no view.
 */
/**
 * @template {Types} [G=Types]
 * @typedef {{match: number, steps: Step<G>[]}} Chapter A match in steps.
 */
/**
 * @template {Types} [G=Types]
 * @typedef {{type: "replay", protocol: number, game: FinishedGame, seats: FinishedSeat[], you: number | null, view: number | "all", matches: ListedMatch[], chapters: Chapter<G>[]}} Replay A match of a finished game as one viewer saw it, or with nothing hidden.
 */
/**
 * @template {Types} [G=Types]
 * @typedef {{match: number, steps: Step<G>[], type: "past", protocol: number, ply: number, you: number | null}} Past A match of a running game, as the viewer saw it.
 */
/**
 * @template {Types} [G=Types]
 * @typedef {{action: G["action"], chance: number, cost: number}} Option A legal choice: the chance to win the whole game after it, and its cost against the best.
 */
/**
 * @template {Types} [G=Types]
 * @typedef {{step: number, seat: number, own: boolean, cost: number, options: Option<G>[], why: Facts | null}} Decision A choice that a seat made, with all legal choices, best first.
 */
/**
 * @template {Types} [G=Types]
 * @typedef {{type: "review", match: number, view: number | "all", level: string, samples: number, decisions: Decision<G>[], leads: number[][]}} Review The review of a match by an AI player; `leads` are chances by step, then by seat.
 */
/** @typedef {{match: number, step: number, seat: number, cost: number}} Mistake A costly choice. */
/** @typedef {{made: number, of: number, type: "mistakes", mistakes: Mistake[]}} Mistakes The costliest choices of the matches reviewed so far, costliest first. */
// ----

export const SPEEDS = [0.5, 1, 2, 4];
/** How long a step is shown at speed 1, and how long the end of a match is, in ms. */
const STEP = 1400;
const END = 6000;

/**
 * The nearest moment that exists.
 * @param {Moment} moment
 * @param {Bounds} bounds
 * @returns {Moment}
 */
export function nearestMoment({ view, match, step }, { seats, matches }) {
  const whose =
    view === "all" || (Number.isInteger(view) && view >= 0 && view < seats) ? view : "all";
  const listed = matches.find((candidate) => candidate.match === match) ?? matches[0];
  const last = listed?.steps ?? 0;
  return {
    view: whose,
    match: listed?.match ?? 1,
    step: Math.min(Math.max(Math.trunc(step) || 0, 0), last),
  };
}

/**
 * The part of an address that names a moment.
 * @param {Moment} moment
 */
export const addressOf = ({ view, match, step }) => `?view=${view}&match=${match}&step=${step}`;

/**
 * The moment that an address names; the current one fills the gaps.
 * @param {string} search
 * @param {Moment} now
 * @param {Bounds} bounds
 */
export function readAddress(search, now, bounds) {
  const parameters = new URLSearchParams(search);
  const number = (/** @type {string} */ name, /** @type {number} */ or) => {
    const text = parameters.get(name);
    return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : or;
  };
  const view =
    parameters.get("view") === "all" ? "all" : number("view", now.view === "all" ? -1 : now.view);
  return nearestMoment(
    { view, match: number("match", now.match), step: number("step", 0) },
    bounds,
  );
}

/**
 * Moves by a number of steps, if necessary into the match after or before. At both ends of the
 * game nothing changes.
 * @param {Moment} moment
 * @param {Bounds} bounds
 * @param {number} by
 * @returns {Moment}
 */
export function moveBy(moment, bounds, by) {
  const { matches } = bounds;
  const place = matches.findIndex(({ match }) => match === moment.match);
  const step = moment.step + by;
  if (step >= 0 && step <= matches[place].steps) return { ...moment, step };
  const beside = matches[place + Math.sign(by)];
  if (!beside) return nearestMoment({ ...moment, step }, bounds);
  return { ...moment, match: beside.match, step: by > 0 ? 0 : beside.steps };
}

/**
 * Where the rounds of a match begin: at the deal, and at each step with a round event.
 * @param {Chapter} chapter
 * @returns {Round[]}
 */
export function roundsOf({ steps }) {
  const rounds = [{ round: 1, step: 0 }];
  for (const { step, events } of steps) {
    const roundEvent = events.findLast((event) => event.e === "round");
    if (roundEvent?.round) rounds.push({ round: roundEvent.round, step });
  }
  return rounds;
}

/**
 * The beginning of the round after this step, or of the one before it; the ends of the match
 * where there is none.
 * @param {Chapter} chapter
 * @param {number} step
 * @param {number} by 1 or -1
 */
export function toRound(chapter, step, by) {
  const begins = roundsOf(chapter).map((round) => round.step);
  if (by < 0) return begins.findLast((begin) => begin < step) ?? 0;
  return begins.find((begin) => begin > step) ?? chapter.steps.length - 1;
}

/**
 * The position at a step: after the last move of a match, the position before that move.
 * @template {Types} G
 * @param {Chapter<G>} chapter
 * @param {number} step
 * @returns {View<G> | null}
 */
export const viewAt = ({ steps }, step) =>
  steps.slice(0, step + 1).findLast(({ view }) => view !== null)?.view ?? null;

/**
 * How the match ended, at its last step.
 * @template {Types} G
 * @param {Chapter<G>} chapter
 * @param {number} step
 * @returns {G["event"] | null}
 */
export const endAt = ({ steps }, step) =>
  steps[step]?.events.find((event) => event.e === "match_over") ?? null;

/**
 * The seat at the near side: the one whose knowledge is shown, else the reader's own.
 * @param {Whose} view
 * @param {number | null} you
 */
export const nearOf = (view, you) => (view === "all" ? (you ?? 0) : view);

/**
 * How long a step is shown before the next one comes, in ms.
 * @param {boolean} end whether it ends the match
 * @param {number} speed
 * @param {number} [least] how long the step is shown at speed 1, in ms
 */
export const stepPause = (end, speed, least = 0) => Math.max(end ? END : STEP, least) / speed;

/**
 * @typedef {{kind: "step" | "round" | "costly", by: number} | {kind: "first" | "last" | "play"}
 *   | {kind: "view", view: Whose}} Intent
 */

/**
 * The command of a key in the replay.
 * @param {{key: string, code?: string, shiftKey?: boolean}} event
 * @param {number} seats
 * @returns {Intent | null}
 */
export function intentOf(event, seats) {
  const { shiftKey } = event;
  const key = signOf(event);
  switch (key) {
    case "ArrowRight":
    case "ArrowLeft":
      return { kind: shiftKey ? "round" : "step", by: key === "ArrowRight" ? 1 : -1 };
    case "Home":
      return { kind: "first" };
    case "End":
      return { kind: "last" };
    case " ":
      return { kind: "play" };
    case "c":
    case "C":
      return { kind: "costly", by: shiftKey ? -1 : 1 };
    default:
      if (key === "0") return { kind: "view", view: "all" };
      return /^[1-4]$/.test(key) && Number(key) <= seats
        ? { kind: "view", view: Number(key) - 1 }
        : null;
  }
}
