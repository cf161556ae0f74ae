/** Why the reader lost a fight: the needed score, and better choices on their last turn. Pure. */

import { readingOf, scoreOf } from "./scoring.js";

/**
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 * @typedef {Extract<GameEvent, {e: "drew"}>} Drew
 * @typedef {{match: number, needed: number, better: Better | null, gave: {card: string, seat: number} | null,
 *   price: number | null}} Why needed: the top score; better: a choice that would have been
 *   enough; gave: the reader's last discard, if a winner took and kept it; price: of a surrender on
 *   the last turn, which may be the call itself, if it was below the damage and the reader's lives
 * @typedef {{taken: string | null, discarded: string, score: number, beaten: number}} Better taken: an
 *   open discard, null if only the discarded card differs; beaten: the best score of the others then
 * @typedef {{hand: string[], piles: string[][], drew: Drew, discarded: string, round: number,
 *   after: GameEvent[]}} Turn the position before the draw, the move, and the events after it
 * @typedef {{from: "pile" | number, drawn: string, discarded: string}} Choice
 */

/** The prices of a surrender by round, from the page. @returns {number[]} */
const pricesOfPage = () =>
  (globalThis.document?.querySelector('meta[name="density-prices"]')?.getAttribute("content") ?? "")
    .split(" ")
    .map(Number);

/**
 * Why this seat lost the fight. It tries every choice of the seat's last turn against the hands and
 * cards at the end, so it uses only what is known by then. Null if the seat did not lose, or if
 * nothing is certain.
 * @param {GameEvent[]} events of the match, as this seat saw them
 * @param {MatchOver} over
 * @param {number | null} you
 * @param {Record<string, unknown> | undefined} ruleset
 * @param {() => number[]} prices of a surrender, by round
 * @returns {Why | null}
 */
export function whyLost(events, over, you, ruleset, prices = pricesOfPage) {
  const ownResult = over.seats.find(({ seat }) => seat === you);
  const turn =
    you === null || !ownResult?.score
      ? null
      : lastTurn(events, you, 1 + Math.max(...over.seats.map(({ seat }) => seat)));
  if (you === null || !ownResult?.score || !turn || over.winners.includes(you)) return null;
  const scores = scoresFor(over, turn, you, ruleset);
  const { from, card } = turn.drew;
  const actual = scores({ from, drawn: card ?? "", discarded: turn.discarded });
  // without the server's scores the comparison would be wrong
  if (!actual || over.seats.some(({ seat, score }) => score && score.score !== actual.get(seat)))
    return null;
  const choices = choicesOf(turn, you).map((choice) => ({ choice, all: scores(choice) }));
  const outcomes = choices.flatMap(({ choice, all }) =>
    all ? [{ choice, score: all.get(you) ?? 0, beaten: bestOfOthers(all, you) }] : [],
  );
  // first choices that only change the discard, then those that win by most
  const [better] = outcomes
    .filter(({ score, beaten }) => score >= beaten)
    .sort(
      (one, two) =>
        Number(two.choice.from === from) - Number(one.choice.from === from) ||
        two.score - two.beaten - one.score + one.beaten,
    );
  const gift = giftOf(turn, over);
  // a later move rules out some choice, so its result is unknown
  if (!better && !gift && outcomes.length < choices.length) return null;
  const round = over.caller === you ? over.round : turn.round;
  const price = prices()[round] ?? 0;
  return {
    match: over.match,
    needed: bestOfOthers(actual, you),
    better: better ? betterOf(better, from) : null,
    gave: gift,
    price: price && price < ownResult.damage && price < ownResult.lives_before ? price : null,
  };
}

/**
 * @param {{choice: Choice, score: number, beaten: number}} found
 * @param {"pile" | number} from where the drawn card came from
 * @returns {Better}
 */
const betterOf = ({ choice, score, beaten }, from) => ({
  taken: choice.from === from ? null : choice.drawn,
  discarded: choice.discarded,
  score,
  beaten,
});

/**
 * The seat's last discard, if a winner took it next and held it at the end.
 * @param {Turn} turn @param {MatchOver} over
 */
function giftOf({ discarded: card, after, drew: { seat } }, over) {
  const taker = after.find((event) => event.e === "drew" && event.from === seat);
  if (taker?.e !== "drew" || taker.card !== card || !over.winners.includes(taker.seat)) return null;
  const hand = over.seats.find((result) => result.seat === taker.seat)?.hand;
  return hand?.includes(card) ? { card, seat: taker.seat } : null;
}

/** The highest score of another seat. @param {Map<number, number>} scores @param {number} you */
const bestOfOthers = (scores, you) =>
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
  let unfinished = null;
  /** @type {Turn | null} */
  let turn = null;
  for (const [index, event] of events.entries()) {
    if (event.e === "dealt") {
      hand = handOf(event, you);
      piles = piles.map(() => []);
      [round, unfinished, turn] = [1, null, null];
    } else if (event.e === "round") round = event.round;
    else if (event.e === "drew" && event.seat === you && hand && event.card) {
      unfinished = { hand, piles, drew: event, round };
      hand = [...hand, event.card];
    } else if (event.e === "discarded" && event.seat === you && hand && unfinished) {
      turn = { ...unfinished, discarded: event.card, after: events.slice(index + 1) };
      hand = removeCard(hand, event.card);
    }
    piles = pilesAfter(piles, event) ?? piles;
  }
  return turn;
}

/**
 * The hand of a seat in a deal; with nothing hidden, the event has all hands.
 * @param {Extract<GameEvent, {e: "dealt"}>} event
 * @param {number} you
 */
const handOf = (event, you) =>
  event.hand ?? /** @type {{hands?: Record<string, string[]>}} */ (event).hands?.[you] ?? null;

/** @param {string[]} cards @param {string} card */
const removeCard = (cards, card) => cards.toSpliced(cards.indexOf(card), 1);

/**
 * The discards after a move; null if it takes a card that is not on top.
 * @param {string[][]} piles @param {GameEvent} event
 */
function pilesAfter(piles, event) {
  if (event.e === "discarded") return piles.with(event.seat, [...piles[event.seat], event.card]);
  if (event.e !== "drew" || event.from === "pile") return piles;
  const pile = piles[event.from];
  return pile.at(-1) === event.card ? piles.with(event.from, pile.slice(0, -1)) : null;
}

/**
 * The other choices of a turn: the same draw with another discard, and each open discard of another
 * seat with any discard.
 * @param {Turn} turn @param {number} you
 * @returns {Choice[]}
 */
function choicesOf({ hand, piles, drew, discarded }, you) {
  const open = piles.flatMap((pile, seat) => {
    const top = pile.at(-1);
    return top && seat !== you && seat !== drew.from ? [{ from: seat, drawn: top }] : [];
  });
  const actualChoice = { from: drew.from, drawn: drew.card ?? "" };
  return [actualChoice, ...open].flatMap((draw) =>
    [...new Set([...hand, draw.drawn])]
      .filter((card) => draw !== actualChoice || card !== discarded)
      .map((card) => ({ ...draw, discarded: card })),
  );
}

/**
 * Returns a function that calculates the final scores for a choice, with all later moves unchanged;
 * it returns null if a later move would have been impossible.
 * @param {MatchOver} over @param {Turn} turn @param {number} you
 * @param {Record<string, unknown> | undefined} ruleset
 */
function scoresFor(over, { hand, piles: before, after }, you, ruleset) {
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
    for (const event of events) piles &&= pilesAfter(piles, event);
    if (!piles) return null;
    const left = piles;
    const ownPlayer = { seat: you, hand: removeCard([...hand, drawn], discarded) };
    return new Map(
      [ownPlayer, ...hands].map((player) => {
        const tops = left.flatMap((pile, seat) => (seat === player.seat ? [] : pile.slice(-1)));
        return [player.seat, scoreOf(player.hand, [...center, ...tops], reading)];
      }),
    );
  };
}
