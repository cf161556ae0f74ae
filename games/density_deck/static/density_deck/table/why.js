/** Why a fight was lost: what it needed, and what the last own turn could have given. Pure. */

import { readingOf, scoreOf } from "./scoring.js";

/**
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 * @typedef {Extract<GameEvent, {e: "drew"}>} Drew
 * @typedef {{match: number, needed: number, better: Better | null, gave: {card: string, seat: number} | null,
 *   price: number | null}} Why needed: the top score; better: what would have been enough, if
 *   anything; gave: the own last discard, where a winner took and kept it; price: of a surrender
 *   on the last turn, which may be the call itself, where it was less than the damage and did not cost the last life
 * @typedef {{taken: string | null, discarded: string, score: number, beaten: number}} Better taken: a
 *   discard that lay open; null where only the discard is another one; beaten: the best of the others then
 * @typedef {{hand: string[], piles: string[][], drew: Drew, discarded: string, round: number,
 *   after: GameEvent[]}} Turn as it was before the draw, what was done, and what came after it
 * @typedef {{from: "pile" | number, drawn: string, discarded: string}} Choice
 */

/** The price of a surrender by the round, as the page brings it from the rules. @returns {number[]} */
const pricesOfPage = () =>
  (globalThis.document?.querySelector('meta[name="density-prices"]')?.getAttribute("content") ?? "")
    .split(" ")
    .map(Number);

/**
 * Why this seat lost the fight. It takes every choice of the last own turn against the hands and the
 * cards that lay there in the end: all that is known by then, and nothing that is guessed. Null
 * where nothing was lost, and where nothing can be said.
 * @param {GameEvent[]} events of the match, as this seat knows them
 * @param {MatchOver} over
 * @param {number | null} you
 * @param {Record<string, unknown> | undefined} ruleset
 * @param {() => number[]} prices of a surrender, by the round
 * @returns {Why | null}
 */
export function whyLost(events, over, you, ruleset, prices = pricesOfPage) {
  const mine = over.seats.find(({ seat }) => seat === you);
  const turn =
    you === null || !mine?.score
      ? null
      : lastTurn(events, you, 1 + Math.max(...over.seats.map(({ seat }) => seat)));
  if (you === null || !mine?.score || !turn || over.winners.includes(you)) return null;
  const scores = scorer(over, turn, you, ruleset);
  const { from, card } = turn.drew;
  const did = scores({ from, drawn: card ?? "", discarded: turn.discarded });
  // what is not the score that the server counted is not worth a word
  if (!did || over.seats.some(({ seat, score }) => score && score.score !== did.get(seat)))
    return null;
  const choices = choicesOf(turn, you).map((choice) => ({ choice, all: scores(choice) }));
  const found = choices.flatMap(({ choice, all }) =>
    all ? [{ choice, score: all.get(you) ?? 0, beaten: best(all, you) }] : [],
  );
  // another discard is nearer to what was done than another card; then what wins by most
  const [better] = found
    .filter(({ score, beaten }) => score >= beaten)
    .sort(
      (one, two) =>
        Number(two.choice.from === from) - Number(one.choice.from === from) ||
        two.score - two.beaten - one.score + one.beaten,
    );
  const gave = giftOf(turn, over);
  // a later move closed some choice: what it would have brought is not known
  if (!better && !gave && found.length < choices.length) return null;
  const round = over.caller === you ? over.round : turn.round;
  const price = prices()[round] ?? 0;
  return {
    match: over.match,
    needed: best(did, you),
    better: better ? betterOf(better, from) : null,
    gave,
    price: price && price < mine.damage && price < mine.lives_before ? price : null,
  };
}

/**
 * @param {{choice: Choice, score: number, beaten: number}} found
 * @param {"pile" | number} from where the card came from
 * @returns {Better}
 */
const betterOf = ({ choice, score, beaten }, from) => ({
  taken: choice.from === from ? null : choice.drawn,
  discarded: choice.discarded,
  score,
  beaten,
});

/**
 * The last own discard, where a winner took it next and held it in the end.
 * @param {Turn} turn @param {MatchOver} over
 */
function giftOf({ discarded: card, after, drew: { seat } }, over) {
  const taker = after.find((event) => event.e === "drew" && event.from === seat);
  if (taker?.e !== "drew" || taker.card !== card || !over.winners.includes(taker.seat)) return null;
  const held = over.seats.find((each) => each.seat === taker.seat)?.hand;
  return held?.includes(card) ? { card, seat: taker.seat } : null;
}

/** @param {Map<number, number>} scores @param {number} you the most that another seat has */
const best = (scores, you) =>
  Math.max(...[...scores].filter(([seat]) => seat !== you).map(([, score]) => score));

/**
 * The last turn in which this seat discarded.
 * @param {GameEvent[]} events @param {number} you @param {number} seats
 * @returns {Turn | null}
 */
function lastTurn(events, you, seats) {
  /** @type {string[] | null} */
  let hand = null;
  /** @type {string[][]} */
  let piles = Array.from({ length: seats }, () => []);
  let round = 1;
  /** @type {Omit<Turn, "discarded" | "after"> | null} */
  let begun = null;
  /** @type {Turn | null} */
  let turn = null;
  for (const [index, event] of events.entries()) {
    if (event.e === "dealt") {
      hand = handOf(event, you);
      piles = piles.map(() => []);
      [round, begun, turn] = [1, null, null];
    } else if (event.e === "round") round = event.round;
    else if (event.e === "drew" && event.seat === you && hand && event.card) {
      begun = { hand, piles, drew: event, round };
      hand = [...hand, event.card];
    } else if (event.e === "discarded" && event.seat === you && hand && begun) {
      turn = { ...begun, discarded: event.card, after: events.slice(index + 1) };
      hand = without(hand, event.card);
    }
    piles = moved(piles, event) ?? piles;
  }
  return turn;
}

/** @param {Extract<GameEvent, {e: "dealt"}>} event @param {number} you an event without secrets has the hands of all */
const handOf = (event, you) =>
  event.hand ?? /** @type {{hands?: Record<string, string[]>}} */ (event).hands?.[you] ?? null;

/** @param {string[]} cards @param {string} card */
const without = (cards, card) => cards.toSpliced(cards.indexOf(card), 1);

/**
 * The discards after a move; null where it takes a card that does not lie on top.
 * @param {string[][]} piles @param {GameEvent} event
 */
function moved(piles, event) {
  if (event.e === "discarded") return piles.with(event.seat, [...piles[event.seat], event.card]);
  if (event.e !== "drew" || event.from === "pile") return piles;
  const pile = piles[event.from];
  return pile.at(-1) === event.card ? piles.with(event.from, pile.slice(0, -1)) : null;
}

/**
 * Every choice of a turn that is another one than what was done: the same draw with another
 * discard, and each open discard of another seat with any discard.
 * @param {Turn} turn @param {number} you
 * @returns {Choice[]}
 */
function choicesOf({ hand, piles, drew, discarded }, you) {
  const open = piles.flatMap((pile, seat) => {
    const top = pile.at(-1);
    return top && seat !== you && seat !== drew.from ? [{ from: seat, drawn: top }] : [];
  });
  const same = { from: drew.from, drawn: drew.card ?? "" };
  return [same, ...open].flatMap((draw) =>
    [...new Set([...hand, draw.drawn])]
      .filter((card) => draw !== same || card !== discarded)
      .map((card) => ({ ...draw, discarded: card })),
  );
}

/**
 * Counts the scores of all who stood to the end, had this been chosen and all else been played as it
 * was; null where that could not have been.
 * @param {MatchOver} over @param {Turn} turn @param {number} you
 * @param {Record<string, unknown> | undefined} ruleset
 */
function scorer(over, { hand, piles: before, after }, you, ruleset) {
  const reading = readingOf(ruleset);
  const center = over.amplification.filter((code) => code !== null);
  const hands = over.seats.flatMap(({ seat, hand: shown, score }) =>
    score && shown && seat !== you ? [{ seat, hand: shown }] : [],
  );
  /** @param {Choice} choice @returns {Map<number, number> | null} */
  return ({ from, drawn, discarded }) => {
    /** @type {GameEvent[]} */
    const events = [
      { e: "drew", seat: you, from, card: drawn, at: 0 },
      { e: "discarded", seat: you, card: discarded, at: 0 },
      ...after,
    ];
    /** @type {string[][] | null} */
    let piles = before;
    for (const event of events) piles &&= moved(piles, event);
    if (!piles) return null;
    const left = piles;
    const mine = { seat: you, hand: without([...hand, drawn], discarded) };
    return new Map(
      [mine, ...hands].map((each) => {
        const tops = left.flatMap((pile, seat) => (seat === each.seat ? [] : pile.slice(-1)));
        return [each.seat, scoreOf(each.hand, [...center, ...tops], reading)];
      }),
    );
  };
}
