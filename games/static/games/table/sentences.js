/** What happened, in words: lines of the log and sentences for the live regions. Pure. */

import { plain, readCard, turnOrder } from "./cards.js";
import { shownTime, timeLeft } from "./clock.js";
import { nextToPlay } from "./shown.js";

/**
 * @typedef {import("./protocol.js").Told} Told
 * @typedef {import("./state.js").Model} Model
 * @typedef {string | {card: string} | {who: string}} Part
 * @typedef {{kind: "round" | "line" | "turn", parts: Part[], at: number | null}} Line
 */

/**
 * The name of a seat; "You" for the own one when `you` is given as that word.
 * @param {Model} model
 * @param {number} seat
 * @param {string} [you]
 */
export const nameOf = (model, seat, you) =>
  you !== undefined && seat === model.you ? you : (model.seats[seat]?.name ?? `Seat ${seat + 1}`);

/**
 * A list as people write it.
 * @param {string[]} words
 */
export const list = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/**
 * The text of parts, colors as words.
 * @param {Part[]} parts
 */
export const textOf = (parts) =>
  parts
    .map((part) =>
      typeof part === "string" ? part : "card" in part ? readCard(part.card).name : part.who,
    )
    .join(" ")
    .replace(/ ([,.])/g, "$1");

/**
 * The log, oldest line first: rounds as headings, a draw from the pile and its discard as one line.
 * @param {Model} model
 * @returns {Line[]}
 */
export function logLines(model) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {Told | null} */
  let drew = null;
  for (const told of model.log) {
    const at = told.at ?? null;
    if (told.e === "drew" && told.from === "pile") {
      if (drew !== null) lines.push({ kind: "line", parts: partsOf(model, drew), at: drew.at ?? null });
      drew = told;
      continue;
    }
    if (drew !== null && !(told.e === "discarded" && drew.e === "drew" && told.seat === drew.seat)) {
      lines.push({ kind: "line", parts: partsOf(model, drew), at: drew.at ?? null });
      drew = null;
    }
    const parts = partsOf(model, told, drew);
    drew = null;
    if (parts.length) lines.push({ kind: told.e === "round" || told.e === "dealt" ? "round" : "line", parts, at });
  }
  if (drew !== null) lines.push({ kind: "line", parts: partsOf(model, drew), at: drew.at ?? null });
  if (model.question !== null && model.view?.legal.length) {
    lines.push({ kind: "turn", parts: ["Your turn"], at: null });
  }
  return lines;
}

/**
 * One event as parts of a log line.
 * @param {Model} model
 * @param {Told} told
 * @param {Told | null} [drew] the draw from the pile this discard's line also stands for
 * @returns {Part[]}
 */
export function partsOf(model, told, drew = null) {
  const who = (/** @type {number} */ seat) => ({ who: nameOf(model, seat, "You") });
  const late = told.by === "clock" ? ["(time ran out)"] : [];
  switch (told.e) {
    case "dealt":
      return [`Match ${told.match},`, { who: nameOf(model, told.dealer, "you") }, dealsWord(model, told.dealer)];
    case "round":
      return [told.stake ? `Round ${told.round}, ${told.stake} damage` : `Round ${told.round}`];
    case "flipped":
      return ["Center flips", { card: told.card }];
    case "drew":
      if (told.from !== "pile") {
        const from = { who: nameOf(model, told.from, "you") };
        return [who(told.seat), "took", ...(told.card ? [{ card: told.card }] : []), "from", from, ...late];
      }
      return told.card
        ? [who(told.seat), "drew", { card: told.card }, ...late]
        : [who(told.seat), "drew from the pile", ...late];
    case "discarded":
      return [who(told.seat), ...drawnPart(told, drew), "discarded", { card: told.card }, ...late];
    case "passed":
      return [who(told.seat), "passed", ...late];
    case "surrendered":
      return [who(told.seat), told.seat === model.you ? "surrender," : "surrenders,", lost(told.loss)];
    case "fight":
      return [who(told.seat), told.seat === model.you ? "call the fight" : "calls the fight"];
    case "showdown":
      return ["The last round ends in a showdown"];
    case "match_over":
      if (told.ended_by === "agreement") return ["All who are left end the game"];
      return [...winnersParts(model, told.winners), `match ${told.match}`];
    case "game_over":
      return ["The game is over"];
    default:
      return [];
  }
}

/**
 * What a line of a discard says of the draw before it: the card too, where this reader saw it.
 * @param {{card: string}} told
 * @param {Told | null} drew
 * @returns {Part[]}
 */
function drawnPart(told, drew) {
  if (drew?.e !== "drew") return [];
  return drew.card && drew.card !== told.card ? ["drew", { card: drew.card }, ","] : ["drew,"];
}

/** @param {number} loss */
const lost = (loss) => `${loss} damage`;

/** @param {Model} model @param {number} seat */
const dealsWord = (model, seat) => (seat === model.you ? "deal" : "deals");

/**
 * @param {Model} model
 * @param {number[]} winners
 * @returns {Part[]}
 */
function winnersParts(model, winners) {
  if (winners.length === 0) return ["Nobody wins"];
  const verb = winners.length > 1 ? "share" : winners[0] === model.you ? "win" : "wins";
  return [{ who: list(winners.map((seat) => nameOf(model, seat, "You"))) }, verb];
}

/**
 * Sentences for screen readers about the events that just came, one message an event.
 * @param {Model} model after the events
 * @param {number} now
 * @returns {{assertive: string[], polite: string[]}}
 */
export function spoken(model, now) {
  /** @type {string[]} */
  const assertive = [];
  /** @type {string[]} */
  const polite = [];
  let drewFromPile = -1;
  for (const told of model.fresh) {
    if (told.e === "drew" && told.from === "pile" && told.seat !== model.you) {
      drewFromPile = told.seat;
      continue;
    }
    const own = "seat" in told && told.seat === model.you;
    const sentence = sentenceOf(model, told, told.e === "discarded" && told.seat === drewFromPile);
    if (sentence) (own ? assertive : polite).push(sentence);
  }
  if (model.question !== null && model.view?.legal.length && model.view.phase === "draw") {
    assertive.push(turnSentence(model, now));
  }
  return { assertive, polite };
}

/**
 * The sentence that opens an own turn.
 * @param {Model} model
 * @param {number} now
 */
export function turnSentence(model, now) {
  const { view, you } = model;
  if (!view || you === null) return "";
  const clock = timeLeft(model, you, now);
  return [
    "Your turn.",
    view.stake ? `Round ${view.round}, ${view.stake} damage at stake.` : `Round ${view.round}.`,
    clock ? `${Math.ceil(shownTime(clock) / 1000)} seconds.` : "",
    view.score ? `Your score is ${plain(view.score.score)}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * @param {Model} model
 * @param {Told} told
 * @param {boolean} drew whether this discard follows a draw from the pile not yet told
 * @returns {string}
 */
function sentenceOf(model, told, drew) {
  const score = model.view?.score;
  switch (told.e) {
    case "drew": {
      const card = told.card ? readCard(told.card).name : "a card";
      if (told.seat === model.you && told.by === "clock") return "";
      if (told.seat === model.you) return `You drew ${card}. Choose a card to discard.`;
      return `${nameOf(model, told.seat)} took ${card} from ${nameOf(model, Number(told.from), "you")}.`;
    }
    case "discarded": {
      const card = readCard(told.card).name;
      if (told.seat === model.you) {
        return `You discarded ${card}.${score ? ` Your score is ${plain(score.score)}.` : ""}`;
      }
      return `${nameOf(model, told.seat)} ${drew ? "drew from the pile and " : ""}discarded ${card}.`;
    }
    case "flipped": {
      const view = model.view;
      const damage = view?.stake ? ` Damage is now ${view.stake}.` : "";
      return `Round ${told.slot + 2}. Center Amplification: ${readCard(told.card).name}.${damage}`;
    }
    case "surrendered": {
      const lives = `${told.loss} damage, ${told.lives} ${told.lives === 1 ? "life" : "lives"} left.`;
      return told.seat === model.you ? `You surrender, ${lives}` : `${nameOf(model, told.seat)} surrenders, ${lives}`;
    }
    case "fight":
      return `${nameOf(model, told.seat)} calls the fight. ${told.stake} damage.`;
    case "showdown":
      return `Showdown. ${told.stake} damage.`;
    case "match_over":
      return told.ended_by === "agreement" ? "All who are left end the game." : resultSentence(model, told);
    case "passed":
      return `${nameOf(model, told.seat, "You")} passed.`;
    case "dealt":
      return `Match ${told.match}. ${nameOf(model, told.dealer)} deals.`;
    case "game_over":
      return placesSentence(model, told.places);
    default:
      return "";
  }
}

/**
 * Scores, winners and lives of a match in one breath.
 * @param {Model} model
 * @param {import("./protocol.js").MatchOver} over
 */
export function resultSentence(model, over) {
  const scored = over.seats
    .filter(({ score }) => score !== null)
    .sort((one, two) => (two.score?.score ?? 0) - (one.score?.score ?? 0))
    .map(({ seat, score }) => `${nameOf(model, seat)} ${plain(score?.score ?? 0)}`);
  const winners = list(over.winners.map((seat) => nameOf(model, seat)));
  const verb = over.winners.length > 1 ? "share the win" : "wins";
  const changes = turnOrder(model.seats.length, model.you)
    .map((seat) => over.seats.find((each) => each.seat === seat))
    .filter((each) => each !== undefined && each.lives < each.lives_before)
    .map((each) =>
      each?.out
        ? `${nameOf(model, each.seat)} is out.`
        : `${nameOf(model, each?.seat ?? 0)} ${each?.lives_before} to ${each?.lives} lives.`,
    );
  return [scored.length ? `Scores: ${scored.join(", ")}.` : "", `${winners || "Nobody"} ${verb}.`, ...changes]
    .filter(Boolean)
    .join(" ");
}

/**
 * @param {Model} model
 * @param {number[]} places
 */
export function placesSentence(model, places) {
  const order = places
    .map((place, seat) => ({ place, seat }))
    .sort((one, two) => one.place - two.place)
    .map(({ place, seat }) => `${place} ${nameOf(model, seat)}`);
  return `The game is over. Places: ${order.join(", ")}.`;
}

/**
 * The word under a seat: what it does now, or why it does nothing.
 * @param {Model} model
 * @param {number} seat
 */
export function seatStatus(model, seat) {
  const view = model.view;
  if (!view) return "";
  const { status, surrendered_in: round, place } = view.seats[seat];
  if (status === "out") return place ? `Out, ${["", "1st", "2nd", "3rd", "4th"][place]}` : "Out";
  if (status === "surrendered") return `Surrendered in round ${round}`;
  if (view.turn === seat) return view.phase === "discard" ? "Choosing a discard" : "To play";
  if (nextToPlay(view) === seat) return "Next to play";
  return "";
}
