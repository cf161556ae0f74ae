/** The interface between a lesson and the game that it teaches: one object for each game. */

/** @import {Does} from "../table/state/protocol.js" */

/**
 * @typedef {import("../table/state/protocol.js").Types} Types
 */

/**
 * @template {Types} [G=Types]
 * @typedef {object} Lesson
 * @property {import("../table/state/game.js").Game<G>} game
 * @property {() => string} title what the lesson is called in the bar
 * @property {Does<[view: G["view"], own: G["own"]], {long: unknown, short: unknown}>} place where the game is, for the bar
 * @property {(kind: string, name: string) => string[]} parts what a step may point to: the first of these that is on the page
 * @property {string} keep what stays in view as far as there is room
 * @property {string} needed what a reader needs at every step
 * @property {string} keepWatching the same while only the others play, or what they laid is read
 * @property {(root: HTMLElement) => boolean} reads whether what the others laid is read now
 * @property {Does<[wants: import("./teacher.js").Wanted<G>], string>} control the control that answers what a step wants
 * @property {Does<[frame: import("../table/state/protocol.js").Message<G>], number>} paceOf how long a frame stays before the next one
 * @property {() => {title: string, text: string}} watching what is said while only the others play
 * @property {Does<[app: import("../table/page/app.js").App<G>, guide: import("./guide.js").Guide<G>, root: HTMLElement], boolean>} moves whether what a step talks about still moves
 * @property {Does<[app: import("../table/page/app.js").App<G>, before: import("../table/state/model.js").Model<G>], boolean>} closes whether the reader has just left the end of a match
 */

export {};
