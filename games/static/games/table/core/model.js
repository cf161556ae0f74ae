/** What one browser knows of a table. */

/**
 * @typedef {import("./protocol.js").Told} Told
 * @typedef {import("./protocol.js").Action} Action
 * @typedef {import("./protocol.js").MatchOver} MatchOver
 *
 * @typedef {{until: number, of: number, freeUntil: number, freeOf: number, bank: number,
 *   bankOf: number, away: boolean, then: "lapse" | "stand-in"}} Running a clock, by this browser's own
 * @typedef {{drew: boolean, chose?: boolean, at: number}} Lapse whether the table drew, too, or made a choice, and when it was told
 * @typedef {{ref: string, question: number, action: Action, index: number | null,
 *   heldUntil?: number | null}} Pending heldUntil: not sent yet, it may be taken back until then
 * @typedef {{
 *   version: number,
 *   game: import("./protocol.js").Game | null,
 *   seats: import("./protocol.js").SeatInfo[],
 *   you: number | null,
 *   view: import("./protocol.js").View | null,
 *   log: Told[],
 *   question: number | null,
 *   changed: number,
 *   clocks: Record<string, Running>,
 *   awayAt: Record<number, number>,
 *   callAt: Record<number, number>,
 *   pauseUntil: number,
 *   end: import("./protocol.js").End | null,
 *   fair: import("./protocol.js").Fair | null,
 *   showdown: MatchOver | null,
 *   sealed: string | null,
 *   selected: number | null,
 *   pending: Pending | null,
 *   refused: {code: string, at: number} | null,
 *   gap: boolean,
 *   fresh: Told[],
 *   missed: number | null,
 *   lapse: Lapse | null,
 *   me: import("./protocol.js").Me | null,
 *   muted: number[],
 *   ranks: Record<string, import("./protocol.js").RankInfo>,
 *   tab: string | null,
 *   left: boolean,
 *   barred: boolean,
 *   watchers: number,
 *   talk: import("./protocol.js").TalkLine[],
 *   follow: number,
 *   keptUntil: Record<string, number>,
 *   again: {url: string, names: string[], until: number} | null,
 * }} Model
 */

/** @returns {Model} a table nobody has told anything about yet */
export const empty = () => ({
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
  fair: null,
  showdown: null,
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
  watchers: 0,
  talk: [],
  follow: 0,
  keptUntil: {},
  again: null,
});
