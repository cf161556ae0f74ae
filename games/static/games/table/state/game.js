/** The part of the table that each game provides. Each game has one module that says all this. */

/** @import {Does} from "./protocol.js" */

/**
 * @typedef {import("./protocol.js").Types} Types
 * @typedef {import("../text/sentences.js").Line} Line
 * @typedef {{style: string, label: string, sheet?: boolean, content: unknown}} OwnDialog sheet: it has a button to close it at the top
 */

/**
 * Moments that are shown before the reader may act.
 * @template {Types} [G=Types]
 * @typedef {object} Scene
 * @property {boolean} shown
 * @property {boolean} [covers] whether it lies over the table as a page of its own
 * @property {Does<[before: import("./model.js").Model<G>, next: import("./model.js").Model<G>, message: import("./protocol.js").Message<G>],
 *   {moments: import("./moments.js").Moment<G>[], rest: G["event"][]} | null>} [stage] the moments that are shown before what a message tells, and the events
 *   that are announced after them
 * @property {Does<[moments: import("./moments.js").Moment<G>[], rest: G["event"][]], void>} [begin] shows them
 * @property {Does<[], void>} [skip] ends them
 * @property {Does<[], void>} [drop] forgets them
 * @property {Does<[before: import("./model.js").Model<G>, message: import("./protocol.js").Message<G> | undefined], void>} hear called with each message that changed
 *   what the page shows, and with none when moments are over
 * @property {Does<[], void>} [tick] called as time goes by, and at the end of a pause
 * @property {Does<[event: KeyboardEvent], void>} [press] a key while it covers the table
 */

/**
 * The part of reading messages that each game provides. Pure.
 * @template {Types} [G=Types]
 * @typedef {object} Fold
 * @property {number} matches how many stay in the log
 * @property {G["own"]} start what the game itself keeps of a table that it knows nothing of
 * @property {Does<[before: import("./model.js").Model<G>, after: import("./model.js").Model<G>, message: import("./protocol.js").Message<G>, now: number], G["own"]>} own
 *   what it keeps after a message
 * @property {Does<[before: import("./model.js").Model<G>, events: G["event"][]], string>} lapse
 *   what the table did because the reader's time was over; mostly nothing
 * @property {Does<[model: import("./model.js").Model<G>, before: G["view"], log: G["event"][], view: G["view"]], number>} missed
 *   how many turns went by between two positions of which the later one came with this log
 */

/**
 * @template {Types} [G=Types]
 * @typedef {object} Game
 * @property {Fold<G>} fold
 * @property {Does<[], G["ui"]>} ui what the game keeps of the page itself, as it is at first
 * @property {Does<[app: import("../page/app.js").App<G>], unknown>} table all that is drawn while a game is played, and at its end
 * @property {Does<[view: G["view"], kind: unknown, own: G["own"]], {long: unknown, short: unknown}>} place where the game is, in the bar: long, and short for phones
 * @property {Does<[model: import("./model.js").Model<G>], Line[]>} lines the log, oldest first
 * @property {Does<[code: string, options: {small?: boolean}], unknown>} chip a card in a sentence
 * @property {Does<[app: import("../page/app.js").App<G>], {assertive: string[], polite: string[]}>} spoken what a screen reader hears of the events that just came
 * @property {Does<[view: G["view"]], boolean>} opens whether this question is called out, with a sound
 * @property {Does<[model: import("./model.js").Model<G>, now: number], string>} turn the sentence of a question that a screen reader hears; maybe none
 * @property {Does<[model: import("./model.js").Model<G>, now: number], string>} facts the same, for a notification
 * @property {Does<[], [(import("../parts/keymap.js").KeyAction | G["key"])[], string][]>} keys what each key does here, of those that every table has and those that the game declares
 * @property {Does<[app: import("../page/app.js").App<G>, root: HTMLElement, event: KeyboardEvent, action: import("../parts/keymap.js").KeyAction | G["key"] | null], boolean>} press a key of the game; whether it meant something
 * @property {Record<string, Does<[app: import("../page/app.js").App<G>, event: KeyboardEvent], boolean>>} [confirms] the panels that ask once more about a move: they close with the
 *   question; each says whether a key ends with it
 * @property {Does<[model: import("./model.js").Model<G>], string>} wanted where focus goes when a question comes: a selector
 * @property {{label: string, view: Does<[app: import("../page/app.js").App<G>], unknown>}} cards the tab of cards
 * @property {Does<[app: import("../page/app.js").App<G>, panel: string], OwnDialog | null>} dialog what lies over the table here only
 * @property {Does<[model: import("./model.js").Model<G>, before: import("./model.js").Model<G>], import("../senses/sound.js").Sound | null>} sound what a message or an own press sounds
 * @property {Does<[], string>} standing by what places go when a game is ended by agreement
 * @property {{missed: (count: number) => string, missedAll: (match: number) => string, patience: string}} words
 *   missed: turns, or whole matches; patience: the others wait at a table without a clock
 * @property {Record<string, string>} refusals sentences for refusals that only this game has
 * @property {Does<[ruleset: Record<string, unknown>, clock: Record<string, number> | null], {rules: string[], clock: string}>} options
 *   the rules and the clock of a table in words; clock: only of one that has a clock
 * @property {string} [name] what the title of a hidden tab calls it; the site's name where there is none
 * @property {Does<[step: import("../../replay/state.js").Step<G>, names: string[]], string>} past a step in words, for whoever looks back
 * @property {Does<[model: import("./model.js").Model<G>], G["view"]>} [before] the table before the first card, which stands while the deal is sealed; without it the page of the open table stays
 * @property {Does<[view: G["view"], seat: number], boolean>} [out] whether a seat is out of a game that others still play; absent where that cannot happen
 * @property {{log: Does<[app: import("../page/app.js").App<G>], unknown>, dock: Does<[app: import("../page/app.js").App<G>], unknown>}} [earlier] the ways to what came
 *   before this match: beside the log, and where a look back stands in place of the moves
 * @property {Does<[model: import("./model.js").Model<G>, seat: number], number>} [points] of a seat, in a game that is played for points
 * @property {Does<[app: import("../page/app.js").App<G>], G["scene"] & Scene<G>>} [scene]
 * @property {Does<[root: HTMLElement], {look: () => void, play: Does<[app: import("../page/app.js").App<G>, before: import("./model.js").Model<G>], void>}>} motion
 * @property {Does<[app: import("../page/app.js").App<G>, root: HTMLElement], void>} [begin] what else listens
 */

export {};
