/** The part of the table that each game provides. Each game implements it in one module. */

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
 * @property {boolean} [covers] whether it covers the table as a page of its own
 * @property {Does<[before: import("./model.js").Model<G>, next: import("./model.js").Model<G>, message: import("./protocol.js").Message<G>],
 *   {moments: import("./moments.js").Moment<G>[], rest: G["event"][]} | null>} [stage] the moments that are shown before a message, and the events
 *   that are announced after them
 * @property {Does<[moments: import("./moments.js").Moment<G>[], rest: G["event"][]], void>} [begin] shows them
 * @property {Does<[], void>} [skip] ends them
 * @property {Does<[], void>} [drop] forgets them
 * @property {Does<[before: import("./model.js").Model<G>, message: import("./protocol.js").Message<G> | undefined], void>} hear called with each message that changed
 *   what the page shows, and with none when moments are over
 * @property {Does<[], void>} [tick] called at every tick, and at the end of a pause
 * @property {Does<[event: KeyboardEvent], void>} [press] a key while it covers the table
 */

/**
 * The part of reading messages that each game provides. Pure.
 * @template {Types} [G=Types]
 * @typedef {object} Fold
 * @property {number} matches how many matches stay in the log
 * @property {G["own"]} start the game's own state of a table, at first
 * @property {Does<[before: import("./model.js").Model<G>, after: import("./model.js").Model<G>, message: import("./protocol.js").Message<G>, now: number], G["own"]>} own
 *   the game's own state after a message
 * @property {Does<[before: import("./model.js").Model<G>, events: G["event"][]], string>} lapse
 *   what the table did because the reader's time was up; usually empty
 * @property {Does<[model: import("./model.js").Model<G>, before: G["view"], log: G["event"][], view: G["view"]], number>} missed
 *   how many turns passed between two positions; the log came with the later one
 */

/**
 * @template {Types} [G=Types]
 * @typedef {object} Game
 * @property {Fold<G>} fold
 * @property {Does<[], G["ui"]>} ui the game's own state of the page, at first
 * @property {Does<[app: import("../page/app.js").App<G>], unknown>} table the view of the table during a game and at its end
 * @property {Does<[view: G["view"], kind: unknown, own: G["own"]], {long: unknown, short: unknown}>} place where the game is, in the bar: long, and short for phones
 * @property {Does<[model: import("./model.js").Model<G>], Line[]>} lines the log, oldest first
 * @property {Does<[code: string, options: {small?: boolean}], unknown>} chip a card in a sentence
 * @property {Does<[app: import("../page/app.js").App<G>], {assertive: string[], polite: string[]}>} spoken what a screen reader hears of the newest events
 * @property {Does<[view: G["view"]], boolean>} opens whether this question calls the reader, with a sound
 * @property {Does<[model: import("./model.js").Model<G>, now: number], string>} turn the sentence that a screen reader hears for a question; may be empty
 * @property {Does<[model: import("./model.js").Model<G>, now: number], string>} facts the same, for a notification
 * @property {Does<[], [(import("../parts/keymap.js").KeyAction | G["key"])[], string][]>} keys the keys of every table and of this game, with what they do
 * @property {Does<[app: import("../page/app.js").App<G>, root: HTMLElement, event: KeyboardEvent, action: import("../parts/keymap.js").KeyAction | G["key"] | null], boolean>} press handles a key of the game; returns whether it did something
 * @property {Record<string, Does<[app: import("../page/app.js").App<G>, event: KeyboardEvent], boolean>>} [confirms] the panels that ask about a move again: they close with the
 *   question; each returns whether it uses up a key
 * @property {Does<[model: import("./model.js").Model<G>], string>} wanted selector of what gets the focus when a question comes
 * @property {{label: string, view: Does<[app: import("../page/app.js").App<G>], unknown>}} cards the tab of cards
 * @property {Does<[app: import("../page/app.js").App<G>, panel: string], OwnDialog | null>} dialog the dialogs that only this game has
 * @property {Does<[model: import("./model.js").Model<G>, before: import("./model.js").Model<G>], import("../senses/sound.js").Sound | null>} sound the sound of a message or of the reader's press
 * @property {Does<[], string>} standing what decides the places when a game ends by agreement
 * @property {{missed: (count: number) => string, missedAll: (match: number) => string, patience: string}} words
 *   missed: turns, or whole matches; patience: said when the others are waiting at a table without a clock
 * @property {Record<string, string>} refusals sentences for refusals that only this game has
 * @property {Does<[ruleset: Record<string, unknown>, clock: Record<string, number> | null], {rules: string[], clock: string}>} options
 *   the rules and the clock of a table in words; clock: only of one that has a clock
 * @property {string} [name] the game's name in the title of a hidden tab; the site's name by default
 * @property {Does<[step: import("../../replay/state.js").Step<G>, names: string[]], string>} past a step in words, for looking back
 * @property {Does<[model: import("./model.js").Model<G>], G["view"]>} [before] the table before the first card, shown while the deal is sealed; without it the page of the open table stays
 * @property {Does<[view: G["view"], seat: number], boolean>} [out] whether a seat is out of a game that others still play; missing where that cannot happen
 * @property {{log: Does<[app: import("../page/app.js").App<G>], unknown>, dock: Does<[app: import("../page/app.js").App<G>], unknown>}} [earlier] the ways to
 *   earlier matches: beside the log, and while looking back in place of the moves
 * @property {Does<[model: import("./model.js").Model<G>, seat: number], number>} [points] of a seat, in a game that is played for points
 * @property {Does<[app: import("../page/app.js").App<G>], G["scene"] & Scene<G>>} [scene]
 * @property {Does<[root: HTMLElement], {look: () => void, play: Does<[app: import("../page/app.js").App<G>, before: import("./model.js").Model<G>], void>}>} motion
 * @property {Does<[app: import("../page/app.js").App<G>, root: HTMLElement], void>} [begin] adds the game's own listeners
 */

export {};
