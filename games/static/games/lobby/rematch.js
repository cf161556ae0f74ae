/** The rematch of a finished game: who is ready, and how long the offer is open. Pure. */

import { joinList } from "../table/text/sentences.js";
import { t, tn } from "../../density/words.js";

/**
 * @typedef {{names: string[], ms: number, table?: string | null, open?: boolean}} Again
 * @typedef {{type: string, game?: {again?: Again | null}} & Partial<Again>} Frame
 * @typedef {{names: string[], of: number, until: number, table: string | null, open: boolean}} Rematch
 *   names: players who are ready; of: how many there can be; until: when the offer ends; table: its
 *   address, null until a player has opened it; open: whether it may have a free seat
 */

/**
 * The rematch in a frame of the finished game's socket.
 * @param {Rematch} rematch
 * @param {Frame} frame
 * @param {number} now
 * @returns {Rematch}
 */
export function updateRematch(rematch, frame, now) {
  const { names, ms, table, open } = (frame.type === "snapshot" ? frame.game?.again : frame) ?? {};
  if (!names || ms === undefined) return rematch;
  // a server of the previous version sends neither
  const where = table === undefined ? {} : { table, open: !!open };
  return { ...rematch, names, until: now + ms, ...where };
}

/** The label of the rematch button. @param {Rematch} rematch */
export const buttonWords = ({ names, of }) =>
  names.length ? t("Rematch, {ready} of {of} ready", { ready: names.length, of }) : t("Rematch");

/** @param {string[]} names */
export const readyWords = (names) =>
  names.length
    ? tn("{names} is ready.", "{names} are ready.", names.length, { names: joinList(names) })
    : "";

/** The players at the new table, for a spectator. @param {string[]} names */
export const againWords = (names) =>
  names.length
    ? tn("{names} is playing again.", "{names} are playing again.", names.length, {
        names: joinList(names),
      })
    : "";

/** @param {Rematch} rematch @param {number} now */
export const openWords = ({ until }, now) =>
  until > now ? t("open for {seconds}\u00a0s", { seconds: Math.ceil((until - now) / 1000) }) : "";
