/** The view and the events of Rock Paper Scissors Extreme, as in docs/PROTOCOL.md. */

/**
 * @typedef {import("../../games/table/state/protocol.js").Mark} Mark
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

// ---- what games/rps_extreme/rules/messages.py declares, written by `manage.py protocol`
/** @typedef {"rock" | "paper" | "scissors"} Sign */
/** @typedef {"throw" | "window-1" | "window-2" | "break" | "steal" | "score" | "pick" | "discard" | "over"} Phase */
/** @typedef {"decided" | "target" | "agreement"} EndedBy */
/** @typedef {Throw | Drink | OfCard | Plain} Action */
/** @typedef {(Dealt | Answered | Thrown | Drank | Passed | Outcome | Awarded | Lost | Broke | Stole | Chose | PicksFirst | Picked | Discarded | RoundBegan | MatchOver | Refilled | Reshuffled | GameOver) & Mark} GameEvent */
/** @typedef {{match: number, round: number, signs: ("rock" | "paper" | "scissors")[], winner: number | null}} Last The latest throw with an outcome. */
/** @typedef {{do: "throw", sign: "rock" | "paper" | "scissors"}} Throw Throw a sign. */
/** @typedef {{do: "drink", card: string, as?: string}} Drink Drink a potion; `as` is what Rainbow acts as. */
/** @typedef {{do: "break" | "steal" | "pick" | "discard", card: string}} OfCard An action with a card; `as` is the item that the Rainbow Potion acts as. */
/** @typedef {{do: "pass" | "score" | "first"}} Plain An action without details. */
/** @typedef {{score: number, items: string[], asked: boolean, answered: boolean, choice: Throw | Drink | OfCard | Plain | null, sign: "rock" | "paper" | "scissors" | null, drunk: string | null, as: string | null, picked: string | null, place: number | null, legal?: (Throw | Drink | OfCard | Plain)[]}} SeatView A seat; `choice` is the viewer's own, `legal` only in a view of everything. */
/** @typedef {{match: number, round: number, phase: "throw" | "window-1" | "window-2" | "break" | "steal" | "score" | "pick" | "discard" | "over", turn: number | null, asked: number[], target: number, hand_limit: number, black: boolean, supply: number, shuffle: number, center: (string | null)[], discard: string[], winner: number | null, last: Last | null, seats: SeatView[], legal: (Throw | Drink | OfCard | Plain)[], places: number[] | null, coming?: string[]}} View The position as one viewer sees it; `coming` is only in a view without hidden cards. */
/** @typedef {{e: "dealt", match: number, shuffle: number, center: string[], supply: number}} Dealt A challenge begins. */
/** @typedef {{e: "answered", seat: number, phase: "throw" | "window-1" | "window-2" | "break" | "steal" | "score" | "pick" | "discard" | "over", choice: Throw | Drink | OfCard | Plain | null}} Answered A seat has chosen in secret; `choice` is the viewer's own. */
/** @typedef {{e: "thrown", round: number, signs: ("rock" | "paper" | "scissors")[]}} Thrown The throws are revealed. */
/** @typedef {{e: "drank", seat: number, phase: "throw" | "window-1" | "window-2" | "break" | "steal" | "score" | "pick" | "discard" | "over", card: string, as: string | null}} Drank A potion was drunk. */
/** @typedef {{e: "passed", seat: number, phase: "throw" | "window-1" | "window-2" | "break" | "steal" | "score" | "pick" | "discard" | "over"}} Passed A seat drank nothing in a window. */
/** @typedef {{seat: number, card: string, by: string | null}} Cause The card that caused an effect and its seat; `by` is Rainbow if that acted as the card. */
/** @typedef {{e: "outcome", round: number, signs: ("rock" | "paper" | "scissors")[], winner: number | null, claims: Cause[]}} Outcome The outcome of a throw; `claims` has every card that claimed a tied throw. */
/** @typedef {{e: "awarded", seat: number, points: number, cause: Cause | null, scores: number[]}} Awarded A seat gets points; without a cause, they are for winning. */
/** @typedef {{e: "lost", seat: number, points: number, cause: Cause, scores: number[]}} Lost A seat loses points. */
/** @typedef {{e: "broke", seat: number, cards: string[], cause: Cause}} Broke Cards of a seat were broken. */
/** @typedef {{e: "stole", seat: number, card: string, cause: Cause}} Stole A card of a seat was stolen. */
/** @typedef {{e: "chose", seat: number, choice: "score" | "first"}} Chose The winner chose the points or the first pick. */
/** @typedef {{e: "picks_first", seat: number, alone: boolean, cause: Cause | null}} PicksFirst A seat picks first; it is `alone` if the other has stolen a card and does not pick. */
/** @typedef {{e: "picked", seat: number, card: string, slot: number}} Picked A card was picked from a slot. */
/** @typedef {{e: "discarded", seat: number, card: string}} Discarded A card over the hand limit was discarded. */
/** @typedef {{e: "round", round: number}} RoundBegan After a tie, both throw again. */
/** @typedef {{seat: number, before: number, score: number, items: string[]}} SeatResult A seat at the end of a challenge. */
/** @typedef {{e: "match_over", match: number, ended_by: "decided" | "target" | "agreement", round: number, winners: number[], seats: SeatResult[]}} MatchOver A challenge has ended. */
/** @typedef {{e: "refilled", card: string, slot: number}} Refilled A card was placed in a slot of the center. */
/** @typedef {{e: "reshuffled", shuffle: number, supply: number}} Reshuffled The discard pile is the new supply. */
/** @typedef {{e: "game_over", places: number[]}} GameOver The game has ended. */
// ----

/**
 * The legal action of a kind with a card, if there is one.
 * @param {View | null} view
 * @param {Action["do"]} kind
 * @param {string} [card] the card or the sign of the action
 * @returns {Action | undefined}
 */
export const legalAction = (view, kind, card) =>
  view?.legal.find(
    (action) => action.do === kind && (card === undefined || aboutOf(action) === card),
  );

/** The card or sign of an action. @param {Action} action */
const aboutOf = (action) => ("card" in action ? action.card : "sign" in action ? action.sign : "");
