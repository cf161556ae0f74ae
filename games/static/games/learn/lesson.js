/** The interface between a lesson and the game that it teaches: one object for each game. */

/** @import {Does} from "../table/state/protocol.js" */

/**
 * @typedef {import("../table/state/protocol.js").Types} Types
 */

/**
 * @template {Types} [G=Types]
 * @typedef {object} Lesson
 * @property {import("../table/state/game.js").Game<G>} game
 * @property {() => string} title the lesson's name in the bar
 * @property {Does<[view: G["view"], own: G["own"]], {long: unknown, short: unknown}>} place where the game is, for the bar
 * @property {(kind: string, name: string) => string[]} parts selectors of what a step may point to; the first one on the page counts
 * @property {string} keep selector of what stays in view where there is room
 * @property {string} needed selector of what a reader needs at every step
 * @property {string} keepWatching the same as keep, while only others play or the reader studies what they played
 * @property {(root: HTMLElement) => boolean} reads whether the reader is studying what the others played
 * @property {Does<[wants: import("./teacher.js").Wanted<G>], string>} control the control that answers what a step wants
 * @property {Does<[frame: import("../table/state/protocol.js").Message<G>], number>} paceOf how long a frame stays before the next one, in ms
 * @property {() => {title: string, text: string}} watching the bubble's words while only others play
 * @property {Does<[app: import("../table/page/app.js").App<G>, guide: import("./guide.js").Guide<G>, root: HTMLElement], boolean>} moves whether what a step talks about still moves
 * @property {Does<[app: import("../table/page/app.js").App<G>, before: import("../table/state/model.js").Model<G>], boolean>} closes whether the reader has just left the end of a match
 */

export {};
