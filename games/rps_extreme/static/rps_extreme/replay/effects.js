/** Shows the effects of a replay's step one by one, each with the card that caused it. */

import { viewAt } from "../../games/replay/state.js";
import { beatsOf } from "../table/effects.js";

/**
 * @typedef {import("../table/protocol.js").Player} Player
 * @typedef {import("../table/protocol.js").Chapter} Chapter
 * @typedef {import("../table/protocol.js").View & {coming?: string[]}} View
 * @typedef {import("../table/protocol.js").GameEvent} GameEvent
 * @typedef {import("../table/effects.js").Beat} Beat
 */

/** How long the last effect is shown before the next step, in ms. */
const REST = 600;

/**
 * The events that a step shows, without those that begin a new throw or end the challenge.
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
 * The moments of a step; none if there is only one.
 * @param {Chapter} chapter
 * @param {number} step
 * @returns {Beat[]}
 */
export function momentsOf(chapter, step) {
  const before = step > 0 ? viewAt(chapter, step - 1) : null;
  const beats = before ? beatsOf(before, seenEvents(chapter, step).events) : [];
  return beats.length > 1 ? beats : [];
}

/**
 * How long the moments of a step take at speed 1, in ms; 0 without moments.
 * @param {Chapter} chapter
 * @param {number} step
 */
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
   * The moment of the current step that is shown, null for its end. Only a step that follows the one
   * before it is shown in moments, not one that the reader jumped to.
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
