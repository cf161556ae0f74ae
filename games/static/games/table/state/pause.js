/** The pause after a match, as the page waits for its end: no press before it counts. */

/** @template {import("./protocol.js").Types} [G=import("./protocol.js").Types] */
export class Pause {
  /** The question that is called out when the pause before it is over. @type {number | null} */
  #uncalled = null;
  #timer = 0;

  /** @param {import("../page/app.js").App<G>} app */
  constructor(app) {
    this.app = app;
  }

  /** Goes on at the very end of the pause, which is the server's. */
  wait() {
    const { app } = this;
    clearTimeout(this.#timer);
    if (!app.paused) return;
    this.#uncalled = app.model.question;
    this.#timer = setTimeout(() => app.goOn(), app.model.pauseUntil - performance.now() + 1);
  }

  /** Calls the reader to the question that had to wait, once the table lies open. */
  callOut() {
    const { app } = this;
    const { model } = app;
    if (app.paused || app.scene?.shown || this.#uncalled === null) return;
    if (model.question === this.#uncalled) {
      // a press that was to end the pause is not meant for what stands there now
      app.model = { ...model, changed: performance.now() };
      app.changed(app, { ...app.model, question: null });
    }
    this.#uncalled = null;
  }
}
