/** Plays a lesson with its reader: in place of the socket, it answers what the table asks. */

import { GUARD } from "../table/state/moves.js";
import { answer, modelAt } from "./teacher.js";

/** Milliseconds after which it is looked again whether something still moves. */
const STILL = 150;

/** @template {import("./lesson.js").Types} [G=import("./lesson.js").Types] */
export class Guide {
  /** the step that is shown, or that the frames on their way lead to */
  place = 0;
  /** why the last answer was not the one of this step */
  note = "";
  /** @type {import("../connection/connection.js").Link} a table without a line is always there */
  link = { state: "live", ping: null, since: 0, restart: false };
  /** @type {import("../table/state/protocol.js").Message<G>[]} what the others still do on the way to the step */
  #coming = [];
  #timer = 0;
  /** @type {import("../table/page/app.js").App<G> | null} */
  #app = null;

  /**
   * @param {import("./teacher.js").Line<G>} line
   * @param {() => void} onStep called when a step is reached, or stays for another word
   * @param {import("./lesson.js").Lesson<G>} lesson
   * @param {() => boolean} moves whether what was done still moves
   */
  constructor(line, onStep, lesson, moves) {
    this.line = line;
    this.onStep = onStep;
    this.lesson = lesson;
    this.moves = moves;
  }

  /** The step of now. */
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

  /** @param {import("../table/page/app.js").App<G>} app the table that asks from now on */
  begin(app) {
    this.#app = app;
    this.go(0);
  }

  /**
   * Takes the place of the server: a move is answered, everything else is ignored.
   * @param {import("../table/state/protocol.js").Request<G>} request
   * @returns {boolean} whether it was taken
   */
  send(request) {
    if (request.type !== "act" || this.watching) return false;
    // the table first finishes what it does with a move that was sent
    queueMicrotask(() => this.#answer(request.action));
    return true;
  }

  /** All that a server acknowledges is taken, and changes nothing here. */
  ask() {
    return true;
  }

  /** There is no connection to try again. */
  retry() {}

  /** @param {G["action"]} action */
  #answer(action) {
    const { place, why } = answer(this.line, this.place, action);
    if (why === null) return this.go(place);
    this.place = place;
    this.note = why;
    this.#giveBack();
    this.onStep();
  }

  /** A move that is not the one of this step has not happened. */
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

  /** The reader has left the end of a match. */
  closed() {
    if (this.step.wants?.do === "ready") this.go(this.place + 1);
  }

  /** On to the next step, where nothing is wanted of the reader. */
  next() {
    if (this.watching) this.hurry();
    else if (this.step.wants === null && !this.ended) this.go(this.place + 1);
  }

  /** One step back, as it was when it began. */
  back() {
    if (this.place > 0) this.jump(this.place - 1);
  }

  /** From the beginning. */
  restart() {
    this.jump(0);
  }

  /** To the end at once. */
  skip() {
    this.jump(this.line.length - 1);
  }

  /**
   * Into a step by what happens on the way.
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
    // what came before is seen to its end
    if (this.watching && this.moves()) {
      this.#timer = setTimeout(() => this.#play(), STILL);
      return;
    }
    const frame = this.#coming.shift();
    if (frame) this.#app?.hear(frame);
    if (this.watching && frame)
      this.#timer = setTimeout(() => this.#play(), this.lesson.paceOf(frame));
    this.onStep();
  }

  /** What the others still do happens at once. */
  hurry() {
    clearTimeout(this.#timer);
    for (const frame of this.#coming.splice(0)) this.#app?.hear(frame);
    this.onStep();
  }

  /**
   * To a step without what happens on the way.
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
