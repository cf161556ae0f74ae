/** The state of a table in one browser. */

/** How long a passing notice, such as a lapse, is shown. */
export const NOTICE_MS = 8000;

/**
 * @typedef {import("./protocol.js").Types} Types
 *
 * @typedef {{until: number, of: number, freeUntil: number, freeOf: number, bank: number,
 *   bankOf: number, away: boolean, then: "lapse" | "stand-in", absent?: number | null}} Running a clock in
 *   this browser's time; absent: how long it runs on without its owner, null where it stops then
 * @typedef {{words: string, at: number}} Lapse what the table did when the reader's time was up, and when that was shown
 */

/**
 * @template {Types} [G=Types]
 * @typedef {{ref: string, question: number, action: G["action"], index: number | null,
 *   heldUntil?: number | null}} Pending index: the card selected for it; heldUntil: when it is sent; until then it can be taken back
 */

/**
 * @template {Types} [G=Types]
 * @typedef {{
 *   version: number,
 *   game: import("./protocol.js").Game | null,
 *   seats: import("./protocol.js").Chair[],
 *   you: number | null,
 *   view: G["view"] | null,
 *   log: G["event"][],
 *   question: number | null,
 *   changed: number,
 *   clocks: Record<string, Running>,
 *   awayAt: Record<number, number>,
 *   callAt: Record<number, number>,
 *   pauseUntil: number,
 *   end: import("./protocol.js").End | null,
 *   ready: import("./protocol.js").Ready | null,
 *   fair: import("./protocol.js").Fair | null,
 *   own: G["own"],
 *   sealed: string | null,
 *   selected: number | null,
 *   pending: Pending<G> | null,
 *   refused: {code: string, at: number} | null,
 *   gap: boolean,
 *   fresh: G["event"][],
 *   missed: number | null,
 *   lapse: Lapse | null,
 *   me: import("./protocol.js").Me | null,
 *   muted: number[],
 *   ranks: Record<string, import("./protocol.js").RankInfo>,
 *   tab: string | null,
 *   left: boolean,
 *   barred: boolean,
 *   draining: {at: number} | null,
 *   watchers: number,
 *   talk: import("./protocol.js").TalkLine[],
 *   follow: number,
 *   keptUntil: Record<string, number>,
 * }} Model
 */

/** Whether the deal is being sealed, before the first card. @param {Model} model */
export const isSealing = ({ view, game }) => view === null && game?.status === "sealing";

/**
 * Whether the reader has just seen the first cards being dealt.
 * @param {Model} model
 * @param {Model} before
 */
export const hasBegun = (model, before) => isSealing(before) && model.view !== null;

/**
 * A table before its first frame.
 * @template {Types} [G=Types]
 * @param {G["own"]} own the game's own state at first
 * @returns {Model<G>}
 */
export const emptyModel = (own) => ({
  version: -1,
  game: null,
  seats: [],
  you: null,
  view: null,
  log: [],
  question: null,
  changed: 0,
  clocks: {},
  awayAt: {},
  callAt: {},
  pauseUntil: 0,
  end: null,
  ready: null,
  fair: null,
  own,
  sealed: null,
  selected: null,
  pending: null,
  refused: null,
  gap: false,
  fresh: [],
  missed: 0,
  lapse: null,
  me: null,
  muted: [],
  ranks: {},
  tab: null,
  left: false,
  barred: false,
  draining: null,
  watchers: 0,
  talk: [],
  follow: 0,
  keptUntil: {},
});
