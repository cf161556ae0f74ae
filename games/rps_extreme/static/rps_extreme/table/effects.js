/** Shows the effects of a move one by one, each with the card that caused it; any key or tap ends it. */

import { Moments } from "../../games/table/state/moments.js";
import { choiceOf } from "../../games/table/settings/settings.js";
import { viewAfter } from "./after.js";

/**
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("../../games/table/state/moments.js").Moment<import("./protocol.js").Rps> & {events: GameEvent[]}} Moment
 * @typedef {{view: View, events: GameEvent[], ms: number}} Beat a position after some events, and how long it is shown in ms
 */

/** How long each event is shown, in ms; events without a number are shown with the one before. */
const LOOK = /** @type {Record<string, number>} */ ({
  ...{ thrown: 1000, drank: 800, outcome: 500, awarded: 800, lost: 800, broke: 800, stole: 800 },
  ...{ round: 350, picked: 450, discarded: 450, match_over: 600, reshuffled: 450, dealt: 400 },
});
/** Events that are not shown on their own. */
const PLAIN = ["picked", "dealt"];
/** Events that are shown together with one of the same kind before them: they were revealed together. */
const TOGETHER = ["drank", "discarded"];

/**
 * The moments of a message, in order.
 * @param {View} before
 * @param {GameEvent[]} events
 * @returns {Beat[]}
 */
export function beatsOf(before, events) {
  /** @type {Beat[]} */
  const beats = [];
  let view = before;
  for (const event of events) {
    view = viewAfter(view, event);
    const last = beats.at(-1);
    const ms = LOOK[event.e] ?? 0;
    const joins = last && (!ms || (TOGETHER.includes(event.e) && last.events[0].e === event.e));
    if (joins) Object.assign(last, { view, events: [...last.events, event] });
    else if (ms) beats.push({ view, events: [event], ms });
  }
  return beats.some((beat) => !PLAIN.includes(beat.events[0].e)) ? beats : [];
}

/**
 * The same as moments of the table: no seat is asked, and nothing that comes later is visible.
 * @param {Model} before
 * @param {GameEvent[]} events
 * @param {number} [share] of the usual duration
 * @returns {Moment[]}
 */
export function momentsOf(before, events, share = 1) {
  if (!before.view) return [];
  const beats = beatsOf(before.view, events);
  let start = 0;
  return beats.map((beat) => {
    const until = events.indexOf(/** @type {GameEvent} */ (beat.events.at(-1))) + 1;
    const fresh = events.slice(start, until);
    start = until;
    return {
      ms: beat.ms * share,
      events: beat.events,
      model: {
        ...before,
        view: {
          ...beat.view,
          asked: [],
          turn: null,
          legal: [],
          phase: /** @type {const} */ ("throw"),
        },
        log: [...before.log, ...events.slice(0, until)],
        fresh,
        ...{ question: null, clocks: {}, pauseUntil: 0, selected: null, pending: null },
        ...{ refused: null, end: null },
      },
    };
  });
}

/** @extends {Moments<import("./protocol.js").Rps>} */
export class Beats extends Moments {
  get shown() {
    return this.playing;
  }

  /** @returns {{events: GameEvent[]} | null} the events that are shown now */
  get current() {
    const events = this.moment && "events" in this.moment ? this.moment.events : null;
    return events ? { events: /** @type {GameEvent[]} */ (events) } : null;
  }

  /**
   * @param {Model} before
   * @param {Model} next
   * @param {import("./protocol.js").Message} message
   */
  stage(before, next, message) {
    if (message.type !== "events" || next.fresh !== message.events) return null;
    const pace = choiceOf("fights");
    if (pace === "off") return null;
    const moments = momentsOf(before, next.fresh, pace === "short" ? 0.5 : 1);
    const newest = moments.at(-1)?.events.at(-1);
    return { moments, rest: newest ? next.fresh.slice(next.fresh.indexOf(newest) + 1) : [] };
  }

  /** Does nothing: these moments do not depend on later messages. */
  hear() {}
}
