/** What a move did, shown one by one: each effect with the card that caused it. Any key or tap ends it. */

import { after } from "./after.js";

/**
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {{view: View, events: GameEvent[], ms: number}} Beat what is seen for so long: the position after these events
 */

/** Milliseconds for which each event is seen; those without a number belong to the one before. */
const LOOK = /** @type {Record<string, number>} */ ({
  ...{ thrown: 1000, drank: 800, outcome: 500, awarded: 800, lost: 800, broke: 800, stole: 800 },
  ...{ round: 350, picked: 450, discarded: 450, match_over: 600, reshuffled: 450, dealt: 400 },
});
/** These need no look where nothing else happens. */
const PLAIN = ["picked", "dealt"];
/** These are shown together with one of the same kind before them: they were revealed at once. */
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
    view = after(view, event);
    const last = beats.at(-1);
    const ms = LOOK[event.e] ?? 0;
    const joins = last && (!ms || (TOGETHER.includes(event.e) && last.events[0].e === event.e));
    if (joins) Object.assign(last, { view, events: [...last.events, event] });
    else if (ms) beats.push({ view, events: [event], ms });
  }
  return beats.some((beat) => !PLAIN.includes(beat.events[0].e)) ? beats : [];
}

export class Beats {
  /** @type {Beat[]} */
  #beats = [];
  #timer = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @returns {Beat | null} what is seen now */
  get current() {
    return this.#beats[0] ?? null;
  }

  get shown() {
    return this.#beats.length > 0;
  }

  /**
   * Takes up what a message brings; nothing in a hidden tab or after a snapshot.
   * @param {Model} before
   */
  hear(before) {
    const { model } = this.app;
    if (model.fresh === before.fresh && model.version === before.version) return;
    const view = before.view;
    const events = model.fresh;
    if (
      !events.length &&
      this.shown &&
      model.view?.match === before.view?.match &&
      model.question === before.question
    )
      return;
    clearTimeout(this.#timer);
    this.#beats = view && events.length && !document.hidden ? beatsOf(view, events) : [];
    if (this.shown) this.#wait();
  }

  /** The table as it is seen now: nobody is asked yet. @param {Model} live @returns {Model} */
  modelOf(live) {
    const beat = this.current;
    if (!beat) return live;
    const view = {
      ...beat.view,
      asked: [],
      turn: null,
      legal: [],
      phase: /** @type {const} */ ("throw"),
    };
    const all = this.#beats.slice(1).flatMap(({ events }) => events);
    const log = live.log.filter((event) => !all.includes(event));
    return { ...live, view, log, question: null, pending: null };
  }

  #wait() {
    this.#timer = setTimeout(() => this.#next(), this.current?.ms ?? 0);
  }

  #next() {
    const { app } = this;
    if (this.#beats.length < 2) return this.skip();
    app.prepare();
    this.#beats = this.#beats.slice(1);
    app.drawNow();
    app.changed(app, app.model);
    this.#wait();
  }

  /** Ends it: the table is as it is, and the next question begins. */
  skip() {
    if (!this.shown) return;
    const { app } = this;
    clearTimeout(this.#timer);
    app.prepare();
    this.#beats = [];
    // a press that ends it is not meant for what stands there now
    app.model = { ...app.model, changed: performance.now() };
    app.drawNow();
    app.changed(app, { ...app.model, question: null });
  }
}
