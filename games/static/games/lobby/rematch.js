/** The players of a finished game who play again, and how long the offer stands. Pure. */

import { list } from "../table/text/sentences.js";
import { t, tn } from "../../density/words.js";

/**
 * @typedef {{names: string[], ms: number, table?: string | null, open?: boolean}} Again
 * @typedef {{type: string, game?: {again?: Again | null}} & Partial<Again>} Frame
 * @typedef {{names: string[], of: number, until: number, table: string | null, open: boolean}} Rematch
 *   players who are ready, of how many; until when others can become it; where it is, null until a
 *   player has opened it; whether there may be a seat
 */

/**
 * The rematch in a frame of the finished game's socket.
 * @param {Rematch} held
 * @param {Frame} frame
 * @param {number} now
 * @returns {Rematch}
 */
export function heard(held, frame, now) {
  const { names, ms, table, open } = (frame.type === "snapshot" ? frame.game?.again : frame) ?? {};
  if (!names || ms === undefined) return held;
  // a server of the version before says neither where nor whether seats are free
  const where = table === undefined ? {} : { table, open: !!open };
  return { ...held, names, until: now + ms, ...where };
}

/** @param {Rematch} rematch what stands on the button */
export const buttonWords = ({ names, of }) =>
  names.length ? t("Rematch, {ready} of {of} ready", { ready: names.length, of }) : t("Rematch");

/** @param {string[]} names */
export const readyWords = (names) =>
  names.length
    ? tn("{names} is ready.", "{names} are ready.", names.length, { names: list(names) })
    : "";

/** @param {string[]} names what a spectator is told of those at the new table */
export const againWords = (names) =>
  names.length
    ? tn("{names} is playing again.", "{names} are playing again.", names.length, {
        names: list(names),
      })
    : "";

/** @param {Rematch} rematch @param {number} now */
export const openWords = ({ until }, now) =>
  until > now ? t("open for {seconds} s", { seconds: Math.ceil((until - now) / 1000) }) : "";
