/** The view and the events of Rock Paper Scissors Extreme, as docs/PROTOCOL.md has them. */

/**
 * @typedef {import("./items.js").Sign} Sign
 * @typedef {{do: "throw", sign: Sign} | {do: "drink", card: string, as?: string} | {do: "pass"}
 *   | {do: "break" | "steal" | "pick" | "discard", card: string} | {do: "score"} | {do: "first"}} Action
 * @typedef {{seat: number, card: string, by: string | null}} Cause the card that did it; by: Rainbow, where that acted as the card
 * @typedef {"throw" | "window-1" | "window-2" | "break" | "steal" | "score" | "pick" | "discard" | "over"} Phase
 * @typedef {{score: number, items: string[], asked: boolean, answered: boolean, choice: Action | null,
 *   sign: Sign | null, drunk: string | null, as: string | null, picked: string | null,
 *   place: number | null}} SeatView
 * @typedef {{match: number, round: number, phase: Phase, turn: number | null, asked: number[],
 *   target: number, hand_limit: number, black: boolean, supply: number, shuffle: number,
 *   center: (string | null)[], discard: string[], winner: number | null,
 *   last: {match: number, round: number, signs: Sign[], winner: number | null} | null,
 *   seats: SeatView[], legal: Action[], places: number[] | null}} View
 *
 * @typedef {{seat: number, before: number, score: number, items: string[]}} SeatResult
 * @typedef {(
 *   {e: "dealt", match: number, shuffle: number, center: string[], supply: number}
 *   | {e: "answered", seat: number, phase: Phase, choice: Action | null}
 *   | {e: "thrown", round: number, signs: Sign[]}
 *   | {e: "drank", seat: number, phase: Phase, card: string, as: string | null}
 *   | {e: "passed", seat: number, phase: Phase}
 *   | {e: "outcome", round: number, signs: Sign[], winner: number | null, claims: Cause[]}
 *   | {e: "awarded", seat: number, points: number, cause: Cause | null, scores: number[]}
 *   | {e: "lost", seat: number, points: number, cause: Cause, scores: number[]}
 *   | {e: "broke", seat: number, cards: string[], cause: Cause}
 *   | {e: "stole", seat: number, card: string, cause: Cause}
 *   | {e: "chose", seat: number, choice: "score" | "first"}
 *   | {e: "picks_first", seat: number, alone: boolean, cause: Cause | null}
 *   | {e: "picked", seat: number, card: string, slot: number}
 *   | {e: "discarded", seat: number, card: string}
 *   | {e: "round", round: number}
 *   | {e: "match_over", match: number, ended_by: "decided" | "target" | "agreement", round: number,
 *      winners: number[], seats: SeatResult[]}
 *   | {e: "refilled", card: string, slot: number}
 *   | {e: "reshuffled", shuffle: number, supply: number}
 *   | {e: "game_over", places: number[]}) & import("../../games/table/state/protocol.js").Mark} GameEvent
 *
 * @typedef {{about: string | null}} RpsUi the card under the mouse or in focus
 * @typedef {{view: View, event: GameEvent, action: Action, own: null, ui: RpsUi, scene: import("./effects.js").Beats,
 *   key: import("./keys.js").Key}} Rps
 * @typedef {import("../../games/table/page/app.js").App<Rps>} App
 * @typedef {import("../../games/table/state/model.js").Model<Rps>} Model
 * @typedef {import("../../games/table/state/protocol.js").Message<Rps>} Message
 * @typedef {import("../../games/table/state/game.js").Game<Rps>} Game
 * @typedef {import("../../games/table/state/game.js").Fold<Rps>} Fold
 * @typedef {import("../../games/replay/game.js").ReplayGame<Rps>} ReplayGame
 * @typedef {import("../../games/replay/player.js").Player<Rps>} Player
 * @typedef {import("../../games/replay/state.js").Chapter<Rps>} Chapter
 * @typedef {import("../../games/replay/state.js").Step<Rps>} Step
 * @typedef {import("../../games/replay/state.js").View<Rps>} ReplayView
 */

/**
 * The legal action of that kind with that card, if the server names one.
 * @param {View | null} view
 * @param {Action["do"]} kind
 * @param {string} [card] the card or the sign that it is about
 * @returns {Action | undefined}
 */
export const legalAction = (view, kind, card) =>
  view?.legal.find(
    (action) => action.do === kind && (card === undefined || aboutOf(action) === card),
  );

/** @param {Action} action the card or sign it is about */
const aboutOf = (action) => ("card" in action ? action.card : "sign" in action ? action.sign : "");
