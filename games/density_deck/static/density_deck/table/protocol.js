/** The view, the events and the actions of Density Deck, as in docs/PROTOCOL.md. */

/**
 * @typedef {import("../../games/table/state/protocol.js").Mark} Mark
 * @typedef {{over: MatchOver, beat: "call" | "hands" | "last" | "verdict" | "damage" | "end", turned: number[], last: number | null,
 *   places: number[] | null, share: number}} Fight a beat of the end of a match at the table; turned: seats with open hands; last: the seat that turns up last, where several do; places:
 *   if the game ends with it; share: of the full times
 * @typedef {{ended: MatchOver | null, endedAt: number, fight: Fight | null, why: import("./why.js").Why | null}} Own ended: the match whose end covers the
 *   table; endedAt: since when, by this browser's clock; why: the reader lost its fight, if that is shown
 * @typedef {{openSeat: number | null, hurt: Record<number, {before: number, until: number}>,
 *   earlier: MatchOver | null, odds: boolean | null,
 *   checked: import("../../games/replay/compare.js").Checked | "wait" | "failed" | null}} DeckUi
 *   openSeat: the seat whose score is open at the end of a match; hurt: seats that have just lost lives; checked: the check of the deal; earlier: the end of an earlier match that is open; odds: whether they
 *   are open, null before the reader's first choice
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

// ---- what games/density_deck/rules/messages.py declares, written by `manage.py protocol`
/** @typedef {"fight" | "surrenders" | "showdown" | "agreement"} EndedBy */
/** @typedef {"draw" | "discard" | "over"} Phase */
/** @typedef {"standing" | "surrendered" | "out"} Status */
/** @typedef {Draw | Discard | Plain} Action */
/** @typedef {(Dealt | Drew | Discarded | Passed | Surrendered | RoundBegan | Flipped | FightCalled | Showdown | MatchOver | GameOver) & Mark} GameEvent */
/** @typedef {{suit: string, power: number, from: string | number}} ScoreCard An eligible card and its place: hand, center or a seat's discards. */
/** @typedef {{suit: string, cards: ScoreCard[], total: number}} ScoreGroup The cards of one color and their product. */
/** @typedef {{cards: ScoreCard[], total: number}} ScoreCommon The Common cards and their sum. */
/** @typedef {{base: ScoreGroup | null, others: ScoreGroup[], alone: ScoreCard[], common: ScoreCommon, score: number}} Score A score in steps: base color, other colors, lone cards that do not count, Common cards. */
/** @typedef {{lives: number, status: "standing" | "surrendered" | "out", surrendered_in: number | null, place: number | null, cards: number, hand: string[] | null, known: string[], discards: string[], score?: Score | null}} SeatView A seat; only the viewer's has a `hand`. `score` is only in a view without hidden cards. */
/** @typedef {{do: "draw", from: "pile" | number}} Draw Draw from the draw pile, or take the top discard of a seat. */
/** @typedef {{do: "discard", card: string}} Discard Discard a card. */
/** @typedef {{do: "fight" | "surrender" | "pass"}} Plain An action without details. */
/** @typedef {{match: number, round: number, dealer: number, turn: number | null, phase: "draw" | "discard" | "over", stake: number, price: number, last_round: boolean, pile: number, amplification: (string | null)[], seats: SeatView[], drawn: string | null, legal: (Draw | Discard | Plain)[], score: Score | null, take: Record<string, number>, after: Record<string, Score>, places: number[] | null, coming?: string[]}} View The position as one viewer sees it; `coming` is only in a view without hidden cards. */
/** @typedef {{e: "dealt", match: number, dealer: number, living: number[], hand: string[] | null, hands?: Record<string, string[]>}} Dealt A match begins; `hand` is the viewer's. `hands` is only in a view without hidden cards. */
/** @typedef {{e: "drew", seat: number, from: "pile" | number, card: string | null}} Drew A player drew a card; it is null if it is hidden from the viewer. */
/** @typedef {{e: "discarded", seat: number, card: string}} Discarded A card was discarded. */
/** @typedef {{e: "passed", seat: number}} Passed A player ended the turn without drawing a card. */
/** @typedef {{e: "surrendered", seat: number, round: number, loss: number, lives: number}} Surrendered A seat left the match. */
/** @typedef {{e: "round", round: number, stake: number}} RoundBegan A round began, because every standing seat has had its turn. */
/** @typedef {{e: "flipped", card: string, slot: number}} Flipped An amplification card was turned up. */
/** @typedef {{e: "fight", seat: number, stake: number}} FightCalled A seat called the fight. */
/** @typedef {{e: "showdown", stake: number}} Showdown The last round is over. */
/** @typedef {{seat: number, hand: string[] | null, own_discard: string | null, score: Score | null, damage: number, lives_before: number, lives: number, surrendered_in: number | null, out: boolean, held?: string[]}} SeatResult A seat at the end of a match; `held` is only in a view without hidden cards. */
/** @typedef {{e: "match_over", match: number, ended_by: "fight" | "surrenders" | "showdown" | "agreement", round: number, caller: number | null, stake: number, winners: number[], amplification: (string | null)[], seats: SeatResult[]}} MatchOver A match has ended. */
/** @typedef {{e: "game_over", places: number[]}} GameOver The game has ended. */
// ----

/**
 * The legal action of a kind, if there is one.
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
