/** Shows moments one after the other, while everything that happened after them waits. */

/**
 * @typedef {import("./protocol.js").Types} Types
 */

/**
 * A moment on the page, its length, and its text for a screen reader.
 * @template {Types} [G=Types]
 * @typedef {{model: import("./model.js").Model<G>, ms: number, say?: string[]}} Moment
 */

/** @template {Types} [G=Types] */
export class Moments {
  /** The moment that is shown, and those after it. @type {Moment<G>[]} */
  #moments = [];
  /** The events after the last of them. @type {G["event"][]} */
  #rest = [];
  /** @type {string[]} */
  #unsaid = [];
  #timer = 0;

  /** @param {import("../page/app.js").App<G>} app */
  constructor(app) {
    this.app = app;
    // a reader who comes back sees the current table
    globalThis.document?.addEventListener("visibilitychange", () => document.hidden && this.skip());
  }

  get playing() {
    return this.#moments.length > 0;
  }

  /** The moment that is shown. */
  get moment() {
    return this.#moments[0] ?? null;
  }

  /**
   * Shows the first moment, and then the others in turn.
   * @param {Moment<G>[]} moments
   * @param {G["event"][]} rest the events that are announced after the last moment
   */
  begin(moments, rest) {
    clearTimeout(this.#timer);
    this.#moments = moments;
    this.#rest = rest;
    this.#unsaid = [];
    this.#show();
  }

  #show() {
    const { app } = this;
    const [{ model, ms, say = [] }] = this.#moments;
    const before = app.model;
    this.#unsaid.push(...say);
    app.model = model;
    app.drawNow();
    app.changed(app, before);
    this.#timer = setTimeout(() => this.#next(), ms);
  }

  #next() {
    if (this.#moments.length < 2) return this.skip();
    this.app.prepare();
    this.#moments = this.#moments.slice(1);
    this.#show();
  }

  /** Ends the moments: shows the current table, and announces what has not been announced. */
  skip() {
    if (!this.playing) return;
    clearTimeout(this.#timer);
    this.#unsaid.push(...this.#moments.slice(1).flatMap(({ say = [] }) => say));
    this.#moments = [];
    this.app.release(this.#rest);
  }

  /** Drops the moments: the page now shows something else. */
  drop() {
    clearTimeout(this.#timer);
    this.#moments = [];
    this.#unsaid = [];
  }

  /**
   * The words for a screen reader: first those of the moments up to this one.
   * @param {{assertive: string[], polite: string[]}} words
   */
  spoken({ assertive, polite }) {
    return { assertive, polite: [...this.#unsaid.splice(0), ...polite] };
  }
}

/**
 * Whether a message ends the moments at once: a move, or the whole table.
 * @param {import("./protocol.js").Message} message
 */
export const endsMoments = (message) =>
  message.type === "snapshot" || (message.type === "events" && message.events.length > 0);

/**
 * Has any key, tap or click end the moments and do nothing else.
 * @param {import("../page/app.js").App} app
 */
export function skipAtAPress(app) {
  let swallows = false;
  const stop = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const isAside = (/** @type {Event} */ { target }) =>
    target instanceof Element && !!target.closest("input, textarea, dialog");
  addEventListener(
    "keydown",
    (event) => {
      if (!app.staged || isAside(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
      stop(event);
      app.scene?.skip?.();
    },
    true,
  );
  addEventListener(
    "pointerdown",
    (event) => {
      swallows = app.staged && !isAside(event);
      if (swallows) app.scene?.skip?.();
    },
    true,
  );
  addEventListener(
    "click",
    (event) => {
      if (swallows && event.detail > 0) stop(event);
      swallows = false;
    },
    true,
  );
}
