/** The coach's sentences: each number beside the action it belongs to, and nothing that is equal called better. */

import { choices } from "../../games/density_deck/static/density_deck/replay/choices.js";
import { choices as duel } from "../../games/rps_extreme/static/rps_extreme/replay/choices.js";
import assert from "node:assert/strict";
import { test } from "node:test";

import { namesForReason } from "../../games/static/games/replay/review.js";
import { roundPercent } from "../../games/static/games/table/text/numbers.js";
import { showing, view } from "./fixtures.js";

const AGAINST = "gainst hands that fit how the others played";
const words = (parts) =>
  parts.map((part) => (typeof part === "string" ? part : `[${part.card}]`)).join("");

/**
 * The sentences about a decision with these options, of which one was chosen.
 * @param {[action: object, cost: number][]} weighed best first
 */
function because(game, why, weighed, chosen = 0, before = view()) {
  const options = weighed.map(([action, cost]) => ({ action, chance: 0.5 - cost, cost }));
  const decision = { step: 1, seat: 0, cost: options[chosen].cost, options, why };
  return words(game.why(decision, before, options[chosen], ["Mira", "Ola"]) ?? []);
}

test("0 % and 100 % are said only of what is certain", () => {
  assert.deepEqual(
    [0, 0.001, 0.614, 0.999, 1].map((share) => roundPercent(share)),
    [0, 1, 61, 99, 100],
  );
  assert.deepEqual(
    [0, 1].map((share) => roundPercent(share, false)),
    [1, 99],
  );
});

// ------------------------------------------------------------------------ Density Deck
const pile = { do: "draw", from: "pile" };
const take = { do: "draw", from: 1 };
const pass = { do: "pass" };
const laid = { do: "discard", card: "Co8" };
const other = { do: "discard", card: "Re5" };

test("a fight is explained by the hand as it is, whichever action was better", () => {
  const said = `A${AGAINST}, this hand is now on top 61% of the time. A lost fight costs 3 lives.`;
  const facts = { code: "fight", top: 0.614, stake: 3, standing: 3 };
  assert.equal(
    because(
      choices,
      facts,
      [
        [{ do: "fight" }, 0],
        [pile, 0.1],
      ],
      1,
    ),
    said,
  );
  assert.equal(
    because(
      choices,
      facts,
      [
        [pile, 0],
        [{ do: "fight" }, 0.1],
      ],
      1,
    ),
    said,
  );
});

test("a surrender is weighed against the action that is named", () => {
  const facts = { code: "surrender", price: 2, stake: 3, last: false, top: 0.09 };
  const weighed = [
    [{ do: "surrender" }, 0],
    [laid, 0.1],
  ];
  const costs = "Surrendering costs 2 lives, a lost fight at least 3. ";
  for (const [named, end] of [
    [laid, "without [Co8]."],
    [pile, "with a card from the pile."],
    [take, "with [Tu3]."],
  ])
    assert.equal(
      because(choices, { ...facts, other: named }, weighed, 1),
      `${costs}A${AGAINST}, this hand is on top 9% of the time ${end}`,
    );
  assert.match(
    because(choices, { ...facts, last: true, other: pass }, weighed, 1),
    /^Surrendering ends the game for this seat\. .* now on top 9% of the time\.$/,
  );
});

test("a draw has the number now, its own and that of the chosen one", () => {
  const facts = { code: "draw", top: 0.48, after: 0.61, after_chosen: 0.5 };
  const now = `A${AGAINST}, this hand is now on top 48% of the time.`;
  const fromPile = (count) => ` With a card from the pile, it’s on top ${count}% of the time.`;
  const taken = (count) => ` With [Tu3], it’s on top ${count}% of the time.`;
  const said = (weighed, chosen, changes = {}) =>
    because(choices, { ...facts, ...changes }, weighed, chosen);
  assert.equal(said([[pile, 0]], 0), now + fromPile(61));
  assert.equal(
    said(
      [
        [pile, 0],
        [take, 0.1],
      ],
      1,
    ),
    now + fromPile(61) + taken(50),
  );
  assert.equal(
    said(
      [
        [take, 0],
        [pile, 0.1],
      ],
      1,
    ),
    now + taken(61) + fromPile(50),
  );
  assert.equal(
    said(
      [
        [take, 0],
        [pass, 0.1],
      ],
      1,
      { after_chosen: 0.48 },
    ),
    now + taken(61),
  );
  const rest = " The win chance also counts the rest of the match.";
  for (const [count, share] of [
    [70, 0.7],
    [61, 0.606], // equal where a reader sees it
  ])
    assert.equal(
      said(
        [
          [pile, 0],
          [take, 0.1],
        ],
        1,
        { after_chosen: share },
      ),
      now + fromPile(61) + taken(count) + rest,
    );
  assert.doesNotMatch(
    said(
      [
        [pile, 0],
        [take, 0.004],
      ],
      1,
      { after_chosen: 0.7 },
    ),
    /rest/,
  );
});

test("the same card of someone else is not compared with itself", () => {
  const facts = { code: "draw", top: 0.48, after: 0.61, after_chosen: 0.61 };
  const weighed = [take, { do: "draw", from: 3 }].map((action) => [action, 0]);
  assert.equal(
    because(choices, facts, weighed, 1, showing("Si4", "Tu3", "Co9", "Tu3")),
    `A${AGAINST}, this hand is now on top 48% of the time. With [Tu3], it’s on top 61% of the time.`,
  );
});

test("a discard has its score and its number, beside those of the chosen one", () => {
  const facts = { code: "discard", score: 72, chosen: -60, top: 0.55, top_chosen: 0.41 };
  const best = `Without [Co8], this hand scores 72 and is on top 55% of the time a${AGAINST}.`;
  assert.equal(
    because(
      choices,
      facts,
      [
        [laid, 0],
        [other, 0.1],
      ],
      0,
    ),
    best,
  );
  assert.equal(
    because(
      choices,
      facts,
      [
        [laid, 0],
        [other, 0.1],
      ],
      1,
    ),
    `${best} Without [Re5], it scores −60 and is on top 41% of the time.`,
  );
  assert.equal(because(choices, null, [[pile, 0]]), "");
});

// ------------------------------------------------------------------------- RPS Extreme
test("a mix adds up to 100, with every sign that is thrown at all", () => {
  const said = (mix) => {
    const facts = { code: "throw", mix, against: [0.2, 0.3, 0.5] };
    return because(duel, facts, [[{ do: "throw", sign: "rock" }, 0]]);
  };
  const theirs = "The best mix for Ola is Rock 20, Paper 30, Scissors 50.";
  for (const [mix, words] of [
    [[0.5, 0.5, 0], "Rock 50, Paper 50"],
    [[0.333, 0.333, 0.334], "Rock 33, Paper 33, Scissors 34"],
    [[0.998, 0.002, 0], "Rock 99, Paper 1"],
    [[0, 1, 0], "Paper 100"],
  ])
    assert.equal(said(mix), `In 100 throws like this one, the best mix is ${words}. ${theirs}`);
});

test("a potion is drunk, kept, or makes little difference", () => {
  const [red, blue] = ["milky-red-potion", "milky-blue-potion"].map((card) => ({
    do: "drink",
    card,
  }));
  const [ruby, onyx] = ["ruby-totem", "onyx-totem"].map((as) => ({
    do: "drink",
    card: "rainbow-potion",
    as,
  }));
  const said = (winner, weighed, chosen) =>
    because(duel, { code: "drink", window: 1, winner }, weighed, chosen);
  for (const [weighed, chosen, end] of [
    [
      [
        [red, 0],
        [pass, 0.1],
      ],
      1,
      "Drinking [milky-red-potion] is better here than keeping it.",
    ],
    [
      [
        [red, 0],
        [pass, 0.1],
      ],
      0,
      "Drinking [milky-red-potion] is better here than keeping it.",
    ],
    [
      [
        [pass, 0],
        [red, 0.1],
      ],
      1,
      "Keeping [milky-red-potion] is better here than drinking it.",
    ],
    [
      [
        [pass, 0],
        [red, 0.1],
      ],
      0,
      "Keeping [milky-red-potion] is better here than drinking it.",
    ],
    [
      [
        [pass, 0],
        [red, 0.004],
      ],
      1,
      "Drinking [milky-red-potion] or keeping it makes little difference.",
    ],
    [
      [
        [red, 0],
        [blue, 0.1],
        [pass, 0.2],
      ],
      1,
      "Drinking [milky-red-potion] is better here than drinking [milky-blue-potion].",
    ],
    [
      [
        [red, 0],
        [blue, 0.001],
        [pass, 0.2],
      ],
      1,
      "Drinking [milky-blue-potion] or [milky-red-potion] makes little difference.",
    ],
    [
      [
        [ruby, 0],
        [onyx, 0.1],
        [pass, 0.2],
      ],
      1,
      "Drinking [rainbow-potion] as [ruby-totem] is better here than as [onyx-totem].",
    ],
    [
      [
        [ruby, 0],
        [onyx, 0],
        [pass, 0.2],
      ],
      0,
      "Drinking [rainbow-potion] as [ruby-totem] or as [onyx-totem] makes little difference.",
    ],
  ])
    assert.equal(said(1, weighed, chosen), `Right now, Ola wins the throw. ${end}`);
  assert.match(
    said(
      null,
      [
        [red, 0],
        [pass, 0.1],
      ],
      0,
    ),
    /^Right now, the throw is a tie\. Drinking/,
  );
});

test("a reader who decided is not named, and nobody else is spoken to", () => {
  const decision = {
    ...{ step: 1, seat: 0, cost: 0, why: { code: "drink", window: 1, winner: 0 } },
    options: [
      { action: { do: "pass" }, chance: 0.5, cost: 0 },
      { action: { do: "drink", card: "milky-red-potion" }, chance: 0.4, cost: 0.1 },
    ],
  };
  const told = (you) => {
    const names = namesForReason(decision.seat, you, ["Mira", "Ola"]);
    return words(duel.why(decision, view(), decision.options[0], names));
  };
  assert.match(told(0), /^Right now, you win the throw\./);
  for (const other of [1, null]) assert.match(told(other), /^Right now, Mira wins the throw\./);
});

test("points and first pick are equal where their chances are", () => {
  const facts = { code: "score", points: 2, scores: [14, 12] };
  const [score, first] = [{ do: "score" }, { do: "first" }];
  const said = (weighed) => because(duel, facts, weighed, 1);
  assert.equal(
    said([
      [score, 0],
      [first, 0.1],
    ]),
    "At 14:12, scoring 2 points is worth more than picking first.",
  );
  assert.equal(
    said([
      [first, 0],
      [score, 0.1],
    ]),
    "At 14:12, picking first is worth more than scoring 2 points.",
  );
  assert.equal(
    said([
      [first, 0],
      [score, 0.004],
    ]),
    "At 14:12, scoring 2 points or picking first makes little difference.",
  );
});

test("each kind of card decision says what is better about the better card", () => {
  for (const [kind, better, equal] of [
    ["pick", "Picking [ruby-totem] gains more than picking [onyx-totem].", "Picking"],
    ["steal", "Taking [ruby-totem] gains more than taking [onyx-totem].", "Taking"],
    ["break", "Breaking [ruby-totem] hurts Ola more than breaking [onyx-totem].", "Breaking"],
    ["discard", "[ruby-totem] is easier to do without than [onyx-totem].", "Discarding"],
  ]) {
    const facts = { code: kind, cards: ["ruby-totem", "onyx-totem"] };
    const [one, two] = facts.cards.map((card) => ({ do: kind, card }));
    for (const chosen of [0, 1])
      assert.equal(
        because(
          duel,
          facts,
          [
            [one, 0],
            [two, 0.1],
          ],
          chosen,
        ),
        better,
      );
    assert.equal(
      because(
        duel,
        facts,
        [
          [one, 0],
          [two, 0.004],
        ],
        1,
      ),
      `${equal} [onyx-totem] or [ruby-totem] makes little difference.`,
    );
  }
});
