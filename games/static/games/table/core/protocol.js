/** The words of the socket, version 1: what the server sends and what a seat may send back. */

export const PROTOCOL = 1;

/**
 * A function of a game: its module is checked with its own view and events, and shared code, which
 * knows those that every game has, calls it for whichever game is played.
 * @template {unknown[]} A
 * @template R
 * @typedef {{call(...given: A): R}["call"]} Does
 */

/**
 * What every game's actions, positions and events have; each game's own module says what else there is.
 * @typedef {{do: string}} Action
 * @typedef {{match: number, round: number, phase: string, turn: number | null, asked?: number[],
 *   seats: object[], legal: Action[], places: number[] | null}} View asked: where several are asked at once
 * @typedef {{by?: "player" | "ai" | "clock" | "all", at?: number}} Mark
 * @typedef {{e: string, seat?: number, match?: number, round?: number, ended_by?: string,
 *   winners?: number[], places?: number[]} & Mark} GameEvent
 * @typedef {{view: View, event: GameEvent, action: Action, own: unknown, ui: object, scene: import("./game.js").Scene, key: string}} Types
 *   what is different from game to game, by the names under which shared types ask for it
 *
 * @typedef {"playing" | "away" | "stand-in" | "abandoned"} Presence
 * @typedef {{seat: number, kind: "player" | "guest" | "ai" | "empty", name: string,
 *   level: string | null, state?: Presence, away_ms?: number | null, bank_ms?: number | null,
 *   call_ms?: number | null, can_substitute?: boolean, kept_for?: string, kept_ms?: number,
 *   unnamed?: boolean}} SeatInfo unnamed: `name` stands for one that this reader is not sent
 * @typedef {"ai" | "substitute" | "wait"} Absence
 * @typedef {"normal" | "fast" | "instant"} AiPace
 * @typedef {{url: string, table?: string | null, open?: boolean, names: string[], ms: number}} AgainOffer
 *   table: where the rematch is, null where no player has opened one; open: whether there may be a seat
 * @typedef {{id: string, slug: string, edition: string, ruleset: Record<string, unknown>,
 *   rated: boolean, status: "open" | "sealing" | "playing" | "finished",
 *   clock: Record<string, number> | null, host: number | null, result_url: string,
 *   url: string, title?: string, access?: string, chat?: boolean, absence?: Absence,
 *   watchable?: boolean, again?: AgainOffer | null}} Game
 * @typedef {{asked: number[], agreed: number[]}} End whose agreement ends the game, and who has agreed
 * @typedef {{waiting: number[], ready: number[]}} Ready who has the pause wait at a table without a clock, and who is ready
 * @typedef {{ms: number, of: number, free?: number, bank?: number, away?: boolean,
 *   then?: "lapse" | "stand-in", absent?: number | null}} Clock
 * @typedef {Record<string, Clock>} Clocks
 * @typedef {{tab: string | null, can_return: boolean, returns_left: number | null,
 *   muted: number[], ai_pace?: AiPace | null}} Me ai_pace: only of whom plays alone
 * @typedef {{id: number, seat: number, name: string, kind: "phrase" | "sign" | "text",
 *   text: string, at: number}} TalkLine
 * @typedef {{commitment: string, pledges: (string | null)[], given?: ("client" | "server" | null)[],
 *   stage: "pledge" | "reveal" | "dealt" | null, root: string | null}} Fair
 *
 * @typedef {{rating: number, provisional: boolean, tier: string | null}} RankInfo
 *
 * @typedef {{type: "refused", code: string, ref: string | null}} Refused
 * @typedef {{type: "pong", ref?: string | null, version?: number, watchers?: number}} Pong
 * @typedef {{type: "talk", line: TalkLine}} Talk
 * @typedef {{type: "again"} & AgainOffer} Again
 *
 */

/**
 * @template {Types} [G=Types]
 * @typedef {({type: "act", question: number, action: G["action"]}
 *   | {type: "resync"} | {type: "ping", lag?: number}
 *   | {type: "pledge", hash: string} | {type: "reveal", bytes: string}
 *   | {type: "seat-ai", seat: number, level: string} | {type: "unseat", seat: number}
 *   | {type: "fill", level: string} | {type: "leave"} | {type: "take-over"} | {type: "return"}
 *   | {type: "ai-pace", pace: AiPace} | {type: "skip"}
 *   | {type: "absence", mode: Absence} | {type: "stand-in", seat: number}
 *   | {type: "end" | "ready", on: boolean}
 *   | {type: "substitute", seat: number} | {type: "mute", seat: number, on: boolean}
 *   | {type: "say", kind: "phrase" | "sign" | "text", text: string})
 *   & {ref?: string}} Request
 */

/**
 * @template {Types} [G=Types]
 * @typedef {{type: "snapshot", protocol: number, version: number, game: Game,
 *   seats: SeatInfo[], ranks?: Record<string, RankInfo>, you: number | null, view: G["view"] | null, log: G["event"][],
 *   question: number | null, clocks: Clocks, pause: number, end?: End | null, ready?: Ready | null, fair: Fair, watchers?: number,
 *   talk?: TalkLine[], tab?: string, me?: Me | null, muted?: number[]}} Snapshot
 */

/**
 * @template {Types} [G=Types]
 * @typedef {{type: "events", version: number, events: G["event"][], view: G["view"],
 *   question: number | null, clocks: Clocks, pause?: number, end?: End | null, ready?: Ready | null, root?: string | null,
 *   seats?: SeatInfo[], me?: Me | null, host?: number | null}} Events
 */

/**
 * @template {Types} [G=Types]
 * @typedef {Snapshot<G> | Events<G> | Refused | Pong | Talk | Again | {type: "barred"} | {type: "draining", on: boolean}} Message
 */

const KNOWN = ["snapshot", "events", "refused", "pong", "talk", "again", "barred", "draining"];

/**
 * The message that a frame is, or null when it is none of ours.
 * @param {{type: string}} frame
 * @returns {Message | null}
 */
export const readMessage = (frame) =>
  KNOWN.includes(frame.type) ? /** @type {Message} */ (frame) : null;
