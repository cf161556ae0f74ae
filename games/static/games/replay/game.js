/** What a replay leaves to the game that was played. Each game has one module that says all this. */

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./state.js").Chapter} Chapter
 * @typedef {import("./state.js").Step} Step
 * @typedef {import("./state.js").View} View
 * @typedef {import("./lines.js").Line} Line
 *
 * @typedef {object} ReplayKind
 * @property {string} all the view that knows everything, as a button
 * @property {(match: number) => string} title
 * @property {(match: number, view: View | null) => string} heading of the table, for a screen reader
 * @property {(parts: {replay: unknown, match: unknown, count: unknown}) => unknown} place where the replay is, in the bar
 * @property {string} match what the parts of the game are called
 * @property {{first: string, last: string}} ends what leads to both ends of a part
 * @property {(player: Player) => unknown} stage
 * @property {(chapter: Chapter, names: string[]) => Line[]} lines
 * @property {(step: Step, names: string[]) => string} sentence a step in words
 * @property {(player: Player, line: Line) => boolean} [isNow] whether a line that follows from the move of the step is shown just now; all are where there is none
 * @property {(player: Player) => View | null} [seen] what is on the table at the step, where it is not what follows from it
 * @property {(chapter: Chapter, step: number) => number} [lasts] the least time that a step is shown for, in ms
 * @property {string} [name] the game, in the title of the page
 * @property {(code: string) => unknown} chip a card in a line
 * @property {(round: number) => string} round on the slider
 * @property {(view: View) => unknown} now beside the step
 * @property {(player: Player) => unknown} [ended] what lies over the table at the end of a part
 * @property {(player: Player) => unknown} [reopen] leads back to it
 * @property {(player: Player) => unknown} [score] beside the moves
 * @property {(record: any) => Promise<import("./compare.js").Checked>} check deals again from a record, and compares it with what it did not write itself
 * @property {(root: HTMLElement) => {look: () => void, play: (player: Player) => void}} motion
 */

export {};
