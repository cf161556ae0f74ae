/** Reads views with seats and rulesets as JSON, and writes their odds, for test_chances.py. */

import { readFileSync } from "node:fs";
import {
  keptHand,
  nextCard,
  onTop,
} from "../../games/density_deck/static/density_deck/table/chances.js";
import { readingOf } from "../../games/density_deck/static/density_deck/table/scoring.js";

/** @type {{view: any, seat: number, ruleset: Record<string, unknown>}[]} */
const questions = JSON.parse(readFileSync(0, "utf8"));
const odds = questions.map(({ view, seat, ruleset }) => {
  const reading = readingOf(ruleset);
  const kept = keptHand(view, seat, reading);
  return {
    score: kept.score,
    next: nextCard(view, seat, reading, kept),
    top: onTop(view, seat, reading, kept),
  };
});
process.stdout.write(JSON.stringify(odds));
