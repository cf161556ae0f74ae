/** Asks a seat's costliest decisions again, one by one. */

import { signOf } from "../table/senses/sign.js";
import { viewAt } from "./state.js";
import {
  startQuiz,
  chooseOption,
  inOrder,
  nextQuestion,
  questionOf,
  revealAnswer,
} from "./quiz.js";

/** @typedef {import("../table/state/protocol.js").Types} Types */

/** The most decisions that a quiz asks again. */
const MOST = 3;

/** @template {Types} [G=Types] */
export class Learning {
  /** Null until it is loaded. @type {import("./quiz.js").Quiz<G> | null} */
  quiz = null;
  /** the decisions could not be loaded */
  failed = false;
  /** selector of what gets the focus at the next drawing */
  focus = "";
  /** the moment in the address: a decision there is asked first @type {{match: number, step: number}} */
  #opened = { match: 0, step: 0 };

  /**
   * @param {import("./player.js").Player<G>} player
   * @param {number} seat
   */
  constructor(player, seat) {
    this.player = player;
    this.seat = seat;
  }

  get question() {
    return this.quiz && questionOf(this.quiz);
  }

  /** Whether it is still on the page. */
  get #isOn() {
    return this.player.learning === this;
  }

  /** Waits until the coach has reviewed the whole game, and asks the first question. */
  async start() {
    const { player, seat } = this;
    this.failed = false;
    this.#opened = player.moment;
    await player.go({ ...player.moment, view: seat });
    await this.#follow(player.moment.match);
    if (!this.#isOn || !player.coach.isDone(seat)) return;
    try {
      this.quiz = startQuiz(await this.#questions());
    } catch {
      this.failed = true;
    }
    if (this.#isOn) await this.#ask();
  }

  /**
   * Follows the coach until the review is complete, even if others ask in between.
   * @param {number} match
   */
  async #follow(match) {
    const { coach } = this.player;
    const place = { view: this.seat, match };
    while (this.#isOn && !coach.none && !coach.isComplete(place)) await coach.follow(place);
  }

  /** The costliest decisions of the seat: the one that was opened, then the others in the order of the game. */
  async #questions() {
    const { player, seat } = this;
    const { match: opened, step: at } = this.#opened;
    const isLater = (/** @type {{match: number, step: number}} */ { match, step }) =>
      Number(match !== opened || step !== at);
    const worst = player.coach
      .mistakesOf(seat)
      .filter((mistake) => mistake.seat === seat)
      .sort((one, other) => other.cost - one.cost)
      .slice(0, MOST)
      .sort(
        (one, other) =>
          isLater(one) - isLater(other) || one.match - other.match || one.step - other.step,
      );
    const questions = [];
    for (const { match, step } of worst) questions.push(await this.#question(match, step));
    return questions;
  }

  /**
   * @param {number} match
   * @param {number} step
   * @returns {Promise<import("./quiz.js").Question<G>>}
   */
  async #question(match, step) {
    const { player, seat } = this;
    await this.#follow(match);
    const chapter = await player.chapterOf({ view: seat, match });
    const review = player.coach.reviewOf({ view: seat, match });
    const decision = review?.decisions.find(
      (candidate) => candidate.step === step && candidate.seat === seat,
    );
    if (!decision) throw new Error(`no decision at step ${step} of match ${match}`);
    const before = viewAt(chapter, step - 1);
    const options = inOrder(decision.options, before?.legal ?? []);
    const event = chapter.steps[step]?.events[0];
    const chosen = options.findIndex(({ action }) => player.game.choices?.isChosen(action, event));
    return { match, step, decision, options, chosen, chapter, before };
  }

  /** Shows the table before the choice that is asked; after the last one, the summary. */
  async #ask() {
    const { question, player, seat } = this;
    this.focus = "[data-learn=title]";
    if (question) await player.go({ view: seat, match: question.match, step: question.step - 1 });
    else player.redraw();
  }

  /** @param {number} index of the option */
  choose(index) {
    if (!this.quiz) return;
    this.quiz = chooseOption(this.quiz, index);
    if (this.quiz.result) this.focus = "[data-learn=next]";
    this.player.redraw();
  }

  reveal() {
    if (!this.quiz) return;
    this.quiz = revealAnswer(this.quiz);
    this.focus = "[data-learn=next]";
    this.player.redraw();
  }

  next() {
    if (!this.quiz) return;
    this.quiz = nextQuestion(this.quiz);
    return this.#ask();
  }

  again() {
    if (!this.quiz) return;
    this.quiz = startQuiz(this.quiz.questions);
    return this.#ask();
  }

  /** Back to the replay, at the decision that was asked. */
  leave() {
    const { question, player, seat } = this;
    player.learning = null;
    return player.go(
      question ? { view: seat, match: question.match, step: question.step } : player.moment,
    );
  }

  /** Whether the key does something here. @param {{key: string, code?: string}} event @returns {boolean} */
  press(event) {
    const key = signOf(event);
    if (key === "Escape") this.leave();
    else if (/^[1-9]$/.test(key) && this.question) this.choose(Number(key) - 1);
    else return false;
    return true;
  }
}
