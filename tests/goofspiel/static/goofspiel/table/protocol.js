/** The view and the events of Goofspiel. */

/**
 * @typedef {import("../../games/table/state/protocol.js").Mark} Mark
 * @typedef {{do: "bid", card: number}} Bid
 * @typedef {{score: number, hand: number[], answered: boolean, choice: number | null}} Seat
 * @typedef {{match: number, round: number, phase: "bid" | "over", turn: null, prize: number, asked: number[],
 *   seats: Seat[], legal: Bid[], places: number[] | null}} View
 * @typedef {(
 *   {e: "dealt", match: number, prize: number}
 *   | {e: "bid", seat: number, card: number | null}
 *   | {e: "revealed", round: number, prize: number, bids: number[], winner: number, scores: number[], next: number}
 *   | {e: "match_over", match: number, round: number, ended_by: "decided" | "agreement", winners: number[]}
 *   | {e: "game_over", places: number[]}) & Mark} GameEvent
 * @typedef {{view: View, event: GameEvent, action: Bid, own: null, ui: object, scene: import("../../games/table/state/game.js").Scene,
 *   key: import("./keys.js").Key}} Goofspiel
 *
 * @typedef {import("../../games/table/page/app.js").App<Goofspiel>} App
 * @typedef {import("../../games/table/state/model.js").Model<Goofspiel>} Model
 * @typedef {import("../../games/table/state/game.js").Game<Goofspiel>} Game
 */

export {};
