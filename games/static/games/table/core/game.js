/** What the table leaves to the game that is played on it. Each game has one module that says all this. */

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("../text/sentences.js").Line} Line
 * @typedef {{style: string, label: string, sheet?: boolean, content: unknown}} OwnDialog sheet: it has a button to close it at the top
 *
 * @typedef {{shown: boolean, modelOf: (live: Model) => Model, hear: (before: Model) => void}} Scene
 *   moments that are shown one after the other before the reader may act
 *
 * @typedef {object} Kind
 * @property {(app: App) => unknown} table all that is drawn while a game is played, and at its end
 * @property {(view: View, kind: unknown) => {match: unknown, stake: unknown}} place where the game is, in the bar: long, and short for phones
 * @property {(model: Model) => Line[]} lines the log, oldest first
 * @property {(code: string, options: {small?: boolean}) => unknown} chip a card in a sentence
 * @property {(app: App) => {assertive: string[], polite: string[]}} spoken what a screen reader hears of the events that just came
 * @property {(view: View) => boolean} opens whether this question is called out, with a sound
 * @property {(model: Model, now: number) => string} turn the sentence of a question that a screen reader hears; maybe none
 * @property {(model: Model, now: number) => string} facts the same, for a notification
 * @property {(model: Model, seat: number) => string} status the word under a seat
 * @property {() => [import("./keymap.js").Deed[], string][]} keys what each key does here
 * @property {(app: App, root: HTMLElement, event: KeyboardEvent, deed: import("./keymap.js").Deed | null) => boolean} press a key of the game; whether it meant something
 * @property {(model: Model) => string} wanted where focus goes when a question comes: a selector
 * @property {{label: string, view: (app: App) => unknown}} cards the tab of cards
 * @property {(app: App, panel: string) => OwnDialog | null} dialog what lies over the table here only
 * @property {(model: Model, before: Model) => import("./sound.js").Sound | null} sound what a message or an own press sounds
 * @property {() => string} standing by what places go when a game is ended by agreement
 * @property {string} [name] what the title of a hidden tab calls it; the site's name where there is none
 * @property {(step: import("../../replay/state.js").Step, names: string[]) => string} past a step in words, for whoever looks back
 * @property {(model: Model, seat: number) => unknown} [total] what a seat has won the game with, beside its place
 * @property {(app: App) => Scene} [scene]
 * @property {(root: HTMLElement) => {look: () => void, play: (app: App, before: Model) => void}} motion
 * @property {(app: App, root: HTMLElement) => void} [begin] what else listens
 */

export {};
