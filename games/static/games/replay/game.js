/** The part of a replay that each game provides. Each game has one module that says all this. */

/** @import {Does} from "../table/state/protocol.js" */

/**
 * @typedef {import("../table/state/protocol.js").Types} Types
 */

/**
 * Choices in words with cards among them; whether one is what an event says; why a decision cost
 * what it did, composed of its facts and of what was chosen, null where nothing is to be said; what a
 * seat was asked; a round of a part of the game; and how many parts the coach has done.
 * @template {Types} [G=Types]
 * @typedef {{words: Does<[action: G["action"], before: import("./state.js").View<G> | null], (string | {card: string})[]>,
 *   isChosen: Does<[action: G["action"], event: G["event"] | undefined], boolean>,
 *   why: Does<[decision: import("./state.js").Decision<G>, before: import("./state.js").View<G> | null,
 *     chosen: import("./state.js").Option<G> | null, names: string[]], (string | {card: string})[] | null>,
 *   asked: Does<[before: import("./state.js").View<G> | null, seat: number], string>,
 *   moment: Does<[match: number, round: number | undefined], string>, progress: Does<[made: number, of: number], string>}} Choices
 */

/**
 * @template {Types} [G=Types]
 * @typedef {object} ReplayGame
 * @property {Does<[], G["ui"]>} ui what the game keeps of the page itself, as it is at first
 * @property {string} all the view that knows everything, as a button
 * @property {Does<[match: number], string>} title
 * @property {Does<[match: number, view: import("./state.js").View<G> | null], string>} heading of the table, for a screen reader
 * @property {Does<[parts: {replay: unknown, match: unknown, count: unknown}], unknown>} place where the replay is, in the bar
 * @property {string} match what the parts of the game are called
 * @property {{first: string, last: string}} ends what leads to both ends of a part
 * @property {Does<[player: import("./player.js").Player<G>], unknown>} stage
 * @property {Does<[chapter: import("./state.js").Chapter<G>, names: string[]], import("./lines.js").Line<G>[]>} lines
 * @property {Does<[step: import("./state.js").Step<G>, names: string[]], string>} sentence a step in words
 * @property {Does<[player: import("./player.js").Player<G>, line: import("./lines.js").Line<G>], boolean>} [isNow] whether a line that follows from the move of the step is shown just now; all are where there is none
 * @property {Does<[player: import("./player.js").Player<G>], import("./state.js").View<G> | null>} [seen] what is on the table at the step, where it is not what follows from it
 * @property {Does<[chapter: import("./state.js").Chapter<G>, step: number], number>} [lasts] the least time that a step is shown for, in ms
 * @property {string} [name] the game, in the title of the page
 * @property {Does<[code: string], unknown>} chip a card in a line
 * @property {Does<[round: number], string>} round on the slider
 * @property {Does<[view: import("./state.js").View<G>], unknown>} now beside the step
 * @property {Does<[player: import("./player.js").Player<G>], unknown>} [ended] what lies over the table at the end of a part
 * @property {Does<[player: import("./player.js").Player<G>], unknown>} [reopen] leads back to it
 * @property {Does<[player: import("./player.js").Player<G>], unknown>} [score] beside the moves
 * @property {Choices<G>} [choices] what the coach weighs; none where no coach looks back
 * @property {Does<[record: import("./compare.js").Record], Promise<import("./compare.js").Checked>>} check deals again from a record, and compares it with what it did not write itself
 * @property {Does<[root: HTMLElement], {look: () => void, play: Does<[player: import("./player.js").Player<G>], void>}>} motion
 */

export {};
