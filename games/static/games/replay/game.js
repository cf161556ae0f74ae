/** The part of a replay that each game provides. Each game implements it in one module. */

/** @import {Does} from "../table/state/protocol.js" */

/**
 * @typedef {import("../table/state/protocol.js").Types} Types
 */

/**
 * words: a choice in words and cards; isChosen: whether an event is this choice; why: the reason for
 * the cost of a decision, null where there is nothing to say; it speaks to a player whose name is empty;
 * asked: what a seat was asked; moment: a round of a part of the game; progress: how many parts the
 * coach has reviewed.
 * @template {Types} [G=Types]
 * @typedef {{words: Does<[action: G["action"], before: import("./state.js").View<G> | null, names: string[]], (string | {card: string})[]>,
 *   isChosen: Does<[action: G["action"], event: G["event"] | undefined], boolean>,
 *   why: Does<[decision: import("./state.js").Decision<G>, before: import("./state.js").View<G> | null,
 *     chosen: import("./state.js").Option<G> | null, names: string[]], (string | {card: string})[] | null>,
 *   asked: Does<[before: import("./state.js").View<G> | null, seat: number], string>,
 *   moment: Does<[match: number, round: number | undefined], string>, progress: Does<[made: number, of: number], string>}} Choices
 */

/**
 * @template {Types} [G=Types]
 * @typedef {object} ReplayGame
 * @property {Does<[], G["ui"]>} ui the game's own state of the page, at first
 * @property {string} all the label of the view that shows everything
 * @property {Does<[match: number], string>} title
 * @property {Does<[match: number, view: import("./state.js").View<G> | null], string>} heading of the table, for a screen reader
 * @property {Does<[parts: {replay: unknown, match: unknown, count: unknown}], unknown>} place where the replay is, in the bar
 * @property {string} match what the parts of the game are called
 * @property {{first: string, last: string}} ends the labels of the buttons to both ends of a part
 * @property {Does<[player: import("./player.js").Player<G>], unknown>} stage
 * @property {Does<[chapter: import("./state.js").Chapter<G>, names: string[]], import("./lines.js").Line<G>[]>} lines
 * @property {Does<[step: import("./state.js").Step<G>, names: string[]], string>} sentence a step in words
 * @property {Does<[player: import("./player.js").Player<G>, line: import("./lines.js").Line<G>], boolean>} [isNow] whether a line that follows from the step's move is on the table now; without this, all are
 * @property {Does<[player: import("./player.js").Player<G>], import("./state.js").View<G> | null>} [seen] the position on the table, where it is not the one after the step
 * @property {Does<[chapter: import("./state.js").Chapter<G>, step: number], number>} [lasts] the least time that a step is shown for, in ms
 * @property {string} [name] the game, in the title of the page
 * @property {Does<[code: string], unknown>} chip a card in a line
 * @property {Does<[round: number], string>} round on the slider
 * @property {Does<[view: import("./state.js").View<G>], unknown>} now beside the step
 * @property {Does<[player: import("./player.js").Player<G>], unknown>} [ended] what covers the table at the end of a part
 * @property {Does<[player: import("./player.js").Player<G>], unknown>} [reopen] the button back to it
 * @property {Does<[player: import("./player.js").Player<G>], unknown>} [score] beside the moves
 * @property {Choices<G>} [choices] what the coach weighs; missing if no coach reviews the game
 * @property {Does<[record: import("./compare.js").Record], Promise<import("./compare.js").Checked>>} check deals again from a record, and compares it with independent sources
 * @property {Does<[root: HTMLElement], {look: () => void, play: Does<[player: import("./player.js").Player<G>], void>}>} motion
 */

export {};
