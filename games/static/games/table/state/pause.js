/** The pause after a match: no press counts before its end. */

/** @template {import("./protocol.js").Types} [G=import("./protocol.js").Types] */
export class Pause {
  /** The question that the reader is called to after the pause. @type {number | null} */
  #uncalled = null;
  #timer = 0;

  /** @param {import("../page/app.js").App<G>} app */
  constructor(app) {
    this.app = app;
  }

  /** Waits for the end of the server's pause, and goes on then. */
  wait() {
    const { app } = this;
    clearTimeout(this.#timer);
    if (!app.paused) return;
    this.#uncalled = app.model.question;
    this.#timer = setTimeout(() => app.goOn(), app.model.pauseUntil - performance.now() + 1);
  }

  /** Calls the reader to the question that had to wait, once nothing covers the table. */
  callOut() {
    const { app } = this;
    const { model } = app;
    if (app.paused || app.scene?.shown || this.#uncalled === null) return;
    if (model.question === this.#uncalled) {
      // a press that was meant for the pause must not answer the question
      app.model = { ...model, changed: performance.now() };
      app.changed(app, { ...app.model, question: null });
    }
    this.#uncalled = null;
  }
}
