/** The effects of one step of a replay, shown one by one as at the table, each with the card that caused it. */

import { viewAt } from "../../games/replay/state.js";
import { beatsOf } from "../table/effects.js";

/**
 * @typedef {import("../table/protocol.js").Player} Player
 * @typedef {import("../table/protocol.js").Chapter} Chapter
 * @typedef {import("../table/protocol.js").View & {coming?: string[]}} View
 * @typedef {import("../table/protocol.js").GameEvent} GameEvent
 * @typedef {import("../table/effects.js").Beat} Beat
 */

/** How long the last of them is seen before the next step comes, in ms. */
const REST = 600;

/**
 * The events of a step that are seen with it: what leads on to a new throw, or ends the challenge, is not.
 * @param {Chapter} chapter
 * @param {number} step
 * @returns {{events: GameEvent[], cut: boolean}}
 */
export function seenEvents({ steps }, step) {
  const events = steps[step]?.events ?? [];
  const end = events.findIndex(({ e }) => e === "round" || e === "match_over");
  return end < 0 ? { events, cut: false } : { events: events.slice(0, end), cut: true };
}

/**
 * The moments of a step; none where there is only one, or only what needs no look.
 * @param {Chapter} chapter
 * @param {number} step
 * @returns {Beat[]}
 */
export function momentsOf(chapter, step) {
  const before = step > 0 ? viewAt(chapter, step - 1) : null;
  const beats = before ? beatsOf(before, seenEvents(chapter, step).events) : [];
  return beats.length > 1 ? beats : [];
}

/** @param {Chapter} chapter @param {number} step how long all of them take at speed 1, in ms */
export const lengthOf = (chapter, step) => {
  const beats = momentsOf(chapter, step);
  return beats.length ? beats.reduce((sum, { ms }) => sum + ms, REST) : 0;
};

export class StepBeats {
  /** @type {Beat[]} */
  #beats = [];
  /** @type {import("../../games/replay/state.js").Moment | null} */
  #shown = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * The visible moment of the step on the page, null for its end. A step that follows on the one
   * before it is shown one by one; one that was jumped to is not.
   * @param {Player} player
   * @returns {Beat | null}
   */
  at(player) {
    const { shown, chapter } = player;
    const from = this.#shown;
    if (shown !== from) {
      this.#shown = shown;
      clearTimeout(this.#timer);
      const next =
        from &&
        shown &&
        chapter &&
        from.view === shown.view &&
        from.match === shown.match &&
        shown.step === from.step + 1;
      this.#beats = next ? momentsOf(chapter, shown.step) : [];
      this.#wait(player);
    }
    return this.#beats[0] ?? null;
  }

  /** @param {Player} player */
  #wait(player) {
    if (!this.#beats.length) return;
    this.#timer = setTimeout(() => {
      this.#beats = this.#beats.slice(1);
      this.#wait(player);
      player.redraw();
    }, this.#beats[0].ms / player.speed);
  }
}
