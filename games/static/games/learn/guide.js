/** Plays a lesson with its reader: stands in for the socket and answers the table's requests. */

import { GUARD } from "../table/state/moves.js";
import { judgeAnswer, modelAt } from "./teacher.js";

/** Milliseconds between checks whether something still moves. */
const STILL_TIME = 150;

/** @template {import("./lesson.js").Types} [G=import("./lesson.js").Types] */
export class Guide {
  /** the step that is shown, or that the coming frames lead to */
  place = 0;
  /** why the last answer was wrong; empty without one */
  note = "";
  /** A lesson has no connection to lose. @type {import("../connection/connection.js").Link} */
  link = { state: "live", ping: null, since: 0, restart: false };
  /** The remaining frames before the step. @type {import("../table/state/protocol.js").Message<G>[]} */
  #coming = [];
  #timer = 0;
  /** @type {import("../table/page/app.js").App<G> | null} */
  #app = null;

  /**
   * @param {import("./teacher.js").Line<G>} line
   * @param {() => void} onStep called when a step is reached or its note changes
   * @param {import("./lesson.js").Lesson<G>} lesson
   * @param {() => boolean} moves whether a move is still being animated
   */
  constructor(line, onStep, lesson, moves) {
    this.line = line;
    this.onStep = onStep;
    this.lesson = lesson;
    this.moves = moves;
  }

  /** The current step. */
  get step() {
    return this.line[this.place];
  }

  /** Whether the others are still playing on the way to the step. */
  get watching() {
    return this.#coming.length > 0;
  }

  get ended() {
    return this.place === this.line.length - 1;
  }

  /** @param {import("../table/page/app.js").App<G>} app the table that sends its requests here */
  begin(app) {
    this.#app = app;
    this.go(0);
  }

  /**
   * Stands in for the server: answers a move and ignores everything else.
   * @param {import("../table/state/protocol.js").Request<G>} request
   * @returns {boolean} whether it was taken
   */
  send(request) {
    if (request.type !== "act" || this.watching) return false;
    // the table finishes its own work on the move first
    queueMicrotask(() => this.#answer(request.action));
    return true;
  }

  /** Accepts a request that a server would acknowledge, and does nothing. */
  ask() {
    return true;
  }

  /** Does nothing: there is no connection. */
  retry() {}

  /** @param {G["action"]} action */
  #answer(action) {
    const { place, why } = judgeAnswer(this.line, this.place, action);
    if (why === null) return this.go(place);
    this.place = place;
    this.note = why;
    this.#giveBack();
    this.onStep();
  }

  /** Takes back a move that this step does not want. */
  #giveBack() {
    const app = this.#app;
    if (!app) return;
    const { pending } = app.model;
    app.ui.lifted = null;
    app.model = {
      ...app.model,
      pending: null,
      selected: null,
      changed: pending ? performance.now() - GUARD : app.model.changed,
    };
    app.drawNow();
  }

  /** Goes on after the reader has closed the end of a match. */
  closed() {
    if (this.step.wants?.do === "ready") this.go(this.place + 1);
  }

  /** Goes to the next step, unless this one wants a move. */
  next() {
    if (this.watching) this.hurry();
    else if (this.step.wants === null && !this.ended) this.go(this.place + 1);
  }

  /** Goes back to the beginning of the step before. */
  back() {
    if (this.place > 0) this.jump(this.place - 1);
  }

  /** Starts the lesson over. */
  restart() {
    this.jump(0);
  }

  /** Skips to the end. */
  skip() {
    this.jump(this.line.length - 1);
  }

  /**
   * Enters a step by playing its frames.
   * @param {number} place
   */
  go(place) {
    this.place = place;
    this.note = "";
    this.#coming = [...this.step.frames];
    this.#play();
  }

  #play() {
    clearTimeout(this.#timer);
    // let the frame before it finish
    if (this.watching && this.moves()) {
      this.#timer = setTimeout(() => this.#play(), STILL_TIME);
      return;
    }
    const frame = this.#coming.shift();
    if (frame) this.#app?.hear(frame);
    if (this.watching && frame)
      this.#timer = setTimeout(() => this.#play(), this.lesson.paceOf(frame));
    this.onStep();
  }

  /** Plays the remaining frames at once. */
  hurry() {
    clearTimeout(this.#timer);
    for (const frame of this.#coming.splice(0)) this.#app?.hear(frame);
    this.onStep();
  }

  /**
   * Enters a step without playing its frames.
   * @param {number} place
   */
  jump(place) {
    clearTimeout(this.#timer);
    this.#coming = [];
    this.place = place;
    this.note = "";
    const app = this.#app;
    if (app) {
      app.replace(modelAt(this.line, place, performance.now(), app.game.fold));
      app.ui = { ...app.ui, panel: null, lifted: null, own: app.game.ui() };
      app.drawNow();
    }
    this.onStep();
  }
}
