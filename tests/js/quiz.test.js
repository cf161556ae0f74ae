/** The quiz of costly decisions. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as quiz from "../../games/static/games/replay/quiz.js";
import { costliestOf } from "../../games/static/games/replay/review.js";

const option = (card, cost) => ({ action: { do: "discard", card }, chance: 0.6 - cost, cost });
const question = (match) => ({ match, step: 4, options: [option("Co2", 0.03), option("Re5", 0)] });
const start = () => quiz.startQuiz([question(1), question(2)]);

test("the best choice answers a question, another one leaves it open", () => {
  const missed = quiz.chooseOption(start(), 0);
  assert.deepEqual([missed.result, missed.tried], [null, [0]]);
  assert.equal(quiz.chooseOption(missed, 0), missed);
  assert.equal(quiz.chooseOption(missed, 7), missed);
  assert.equal(quiz.chooseOption(missed, 1).result, "later");
  assert.equal(quiz.chooseOption(start(), 1).result, "first");
});

test("an answered question is not answered again", () => {
  const answered = quiz.chooseOption(start(), 1);
  assert.equal(quiz.chooseOption(answered, 0), answered);
  assert.equal(quiz.revealAnswer(answered), answered);
});

test("the next question comes after an answer, and after the last one none", () => {
  const opening = start();
  assert.equal(quiz.nextQuestion(opening), opening);
  const second = quiz.nextQuestion(quiz.revealAnswer(opening));
  assert.deepEqual([quiz.questionOf(second)?.match, second.tried], [2, []]);
  const over = quiz.nextQuestion(quiz.chooseOption(second, 1));
  assert.equal(quiz.questionOf(over), null);
  assert.deepEqual(over.results, ["shown", "first"]);
});

test("the order of the options says nothing about their worth", () => {
  const best = [option("Re5", 0), option("Co2", 0.03), option("Si4", 0.04)];
  const legal = ["Co2", "Si4", "Re5"].map((card) => ({ card, do: "discard" }));
  const cards = quiz.inOrder(best, legal).map(({ action }) => action.card);
  assert.deepEqual(cards, ["Co2", "Si4", "Re5"]);
});

test("the decision that mattered is the costliest of the own seat", () => {
  const of = (seat, cost) => ({ match: 1, step: 2, seat, cost });
  assert.equal(costliestOf([of(0, 0.02), of(0, 0.05), of(1, 0.3)], 0)?.cost, 0.05);
  assert.equal(costliestOf([of(1, 0.3)], 0), null);
});
