/** The view, the events and the actions of Density Deck, as docs/PROTOCOL.md has them. */

/**
 * @typedef {import("../../games/table/state/protocol.js").Mark} Mark
 * @typedef {{suit: string, power: number, from: "hand" | "center" | number}} ScoreCard
 * @typedef {{suit: string, cards: ScoreCard[], total: number}} ScoreGroup
 * @typedef {{base: ScoreGroup | null, others: ScoreGroup[], alone: ScoreCard[],
 *   common: {cards: ScoreCard[], total: number}, score: number}} Score
 *
 * @typedef {{do: "draw", from: "pile" | number} | {do: "discard", card: string}
 *   | {do: "fight"} | {do: "surrender"} | {do: "pass"}} Action
 *
 * @typedef {{lives: number, status: "standing" | "surrendered" | "out",
 *   surrendered_in: number | null, place: number | null, cards: number, hand: string[] | null,
 *   known: string[], discards: string[], score?: Score | null}} SeatView score: in a view of everything
 * @typedef {{match: number, round: number, dealer: number, turn: number | null,
 *   phase: "draw" | "discard" | "over", stake: number, price: number, last_round: boolean,
 *   pile: number, amplification: (string | null)[], seats: SeatView[], drawn: string | null,
 *   legal: Action[], score: Score | null, take: Record<string, number>,
 *   after: Record<string, Score>, places: number[] | null}} View
 *
 * @typedef {{seat: number, hand: string[] | null, own_discard: string | null,
 *   score: Score | null, damage: number, lives_before: number, lives: number,
 *   surrendered_in: number | null, out: boolean}} SeatResult
 * @typedef {{e: "match_over", match: number, ended_by: "fight" | "surrenders" | "showdown" | "agreement",
 *   round: number, caller: number | null, stake: number, winners: number[],
 *   amplification: (string | null)[], seats: SeatResult[]}} MatchOver
 * @typedef {(
 *   {e: "dealt", match: number, dealer: number, living: number[], hand: string[] | null}
 *   | {e: "drew", seat: number, from: "pile" | number, card: string | null}
 *   | {e: "discarded", seat: number, card: string}
 *   | {e: "passed", seat: number}
 *   | {e: "surrendered", seat: number, round: number, loss: number, lives: number}
 *   | {e: "round", round: number, stake: number}
 *   | {e: "flipped", card: string, slot: number}
 *   | {e: "fight", seat: number, stake: number}
 *   | {e: "showdown", stake: number}
 *   | MatchOver
 *   | {e: "game_over", places: number[]}) & Mark} GameEvent
 *
 * @typedef {{over: MatchOver, beat: "call" | "hands" | "race" | "verdict" | "damage" | "end", turned: number[], step: number,
 *   places: number[] | null}} Fight the end of a match as it is shown at the table: whose hands lie open, how many steps of the scores are counted, the places
 *   where the game ends with it
 * @typedef {{ended: MatchOver | null, endedAt: number, fight: Fight | null, why: import("./why.js").Why | null}} Own ended: the match whose end lies over the
 *   table; since when, by this browser's clock; why: the reader lost its fight, where that is shown
 * @typedef {{openSeat: number | null, hurt: Record<number, {before: number, until: number}>,
 *   earlier: MatchOver | null, odds: boolean | null,
 *   checked: import("../../games/replay/compare.js").Checked | "wait" | "failed" | null}} DeckUi
 *   openSeat: whose score is open at the end of a match; hurt: seats that have just lost lives; checked: the deal; earlier: the end of a match that is looked at again; odds: whether they
 *   are open, null before the reader has opened or closed them
 * @typedef {{view: View, event: GameEvent, action: Action, own: Own, ui: DeckUi, scene: import("./ending.js").Ending,
 *   key: import("./keys.js").Key}} Deck
 * @typedef {import("../../games/table/page/app.js").App<Deck>} App
 * @typedef {import("../../games/table/state/model.js").Model<Deck>} Model
 * @typedef {import("../../games/table/state/protocol.js").Snapshot<Deck>} Snapshot
 * @typedef {import("../../games/table/state/protocol.js").Message<Deck>} Message
 * @typedef {import("../../games/table/state/game.js").Game<Deck>} Game
 * @typedef {import("../../games/table/state/game.js").Fold<Deck>} Fold
 * @typedef {import("../../games/replay/game.js").ReplayGame<Deck>} ReplayGame
 * @typedef {import("../../games/replay/player.js").Player<Deck>} Player
 * @typedef {import("../../games/replay/state.js").Chapter<Deck>} Chapter
 * @typedef {import("../../games/replay/state.js").Step<Deck>} Step
 * @typedef {import("../../games/replay/state.js").View<Deck>} ReplayView
 */

/**
 * The legal action of that kind, if the server names one.
 * @param {View | null} view
 * @param {Action["do"]} kind
 * @param {string | number} [what] the card to discard or the pile to draw from
 * @returns {Action | undefined}
 */
export function legalAction(view, kind, what) {
  return view?.legal.find(
    (action) =>
      action.do === kind &&
      (what === undefined ||
        (action.do === "draw" && action.from === what) ||
        (action.do === "discard" && action.card === what)),
  );
}
