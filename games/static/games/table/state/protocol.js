/** The socket's protocol, version 1: what the server sends and what a seat may send back. */

export const PROTOCOL = 1;

/**
 * A function of a game, typed like a method: each game checks it with its own types, and shared code
 * calls it with the types that all games have in common.
 * @template {unknown[]} A
 * @template R
 * @typedef {{call(...given: A): R}["call"]} Does
 */

/**
 * The common fields of every game's actions, positions and events; each game's module adds its own.
 * @typedef {{do: string}} Action
 * @typedef {{match: number, round: number, phase: string, turn: number | null, asked?: number[],
 *   seats: object[], legal: Action[], places: number[] | null}} View asked: where several seats are asked at once
 * @typedef {{e: string, seat?: number, match?: number, round?: number, ended_by?: string,
 *   winners?: number[], places?: number[]} & Mark} GameEvent
 * @typedef {{view: View, event: GameEvent, action: Action, own: unknown, ui: object, scene: import("./game.js").Scene, key: string}} Types
 *   the types that differ between games, by the names that shared types use
 * @typedef {SeatInfo & {unnamed?: boolean}} Chair unnamed: `name` replaces a name that this reader must not see
 */

// ---- what games/protocol.py declares, written by `manage.py protocol`
/** @typedef {"playing" | "away" | "stand-in" | "abandoned"} Presence */
/** @typedef {"ai" | "substitute" | "wait"} Absence */
/** @typedef {"normal" | "fast" | "instant"} AiPace */
/** @typedef {Record<string, Clock>} Clocks */
/** @typedef {{by?: "player" | "ai" | "clock" | "all", at?: number}} Mark The cause of an event, and its time in milliseconds since the deal. */
/** @typedef {{ms: number, of: number, free?: number, bank?: number, away?: boolean, then?: "lapse" | "stand-in", absent?: number | null}} Clock A running deadline in milliseconds; only `ms` and `of` while the deal is being sealed. */
/** @typedef {{waiting: number[], ready: number[]}} Ready The seats for which the pause at a table without a clock waits, and those that are ready. */
/** @typedef {{asked: number[], agreed: number[]}} End The seats whose agreement ends the game, and those that have agreed. */
/** @typedef {{url: string, table: string | null, open: boolean, names: string[], ms: number}} AgainOffer The offer of a rematch; `table` is null until a player has opened the rematch. */
/** @typedef {{id: string, title: string, slug: string, edition: string, ruleset: Record<string, unknown>, rated: boolean, access: string, chat: boolean, absence: "ai" | "substitute" | "wait", watchable: boolean, status: "open" | "sealing" | "playing" | "finished", clock: Record<string, number> | null, host: number | null, again: AgainOffer | null, url: string, result_url: string}} Game The table itself. */
/** @typedef {{seat: number, kind: "player" | "guest" | "ai" | "empty", name: string, avatar?: string, level: string | null, state?: "playing" | "away" | "stand-in" | "abandoned", away_ms?: number | null, bank_ms?: number | null, call_ms?: number | null, can_substitute?: boolean, kept_for?: string, kept_ms?: number}} SeatInfo A seat and its player; an empty seat has no fields from `state` to `can_substitute`. A free seat that is reserved for a rematch has `kept_for` and `kept_ms`. `avatar` is the drawing and color that the owner chose; without it, the page draws one from the name. */
/** @typedef {{rating: number, provisional: boolean, tier: string | null}} RankInfo The rating of a seat's owner in this game. */
/** @typedef {{commitment: string | null, pledges: (string | null)[], given?: ("client" | "server" | null)[], stage: "pledge" | "reveal" | "dealt" | null, root: string | null}} Fair The progress of sealing the deal. */
/** @typedef {{id: number, seat: number, name: string, kind: "phrase" | "sign" | "text", text: string, at: number}} TalkLine A chat line; `at` in Unix milliseconds. */
/** @typedef {{tab: string | null, can_return: boolean, returns_left: number | null, ai_pace?: "normal" | "fast" | "instant" | null, muted: number[]}} Me The part for the viewer only; `ai_pace` only if the viewer plays alone. */
/**
 * @template {Types} [G=Types]
 * @typedef {{version: number, ply: number, clocks: Record<string, Clock>, pause: number, ready?: Ready | null, end: End | null, type: "snapshot", protocol: number, game: Game, seats: SeatInfo[], ranks: Record<string, RankInfo>, you: number | null, view: G["view"] | null, log: G["event"][], question: number | null, fair: Fair, watchers: number, talk: TalkLine[], me: Me | null, muted: number[], tab: string}} Snapshot A snapshot that is sent to one page, with the page's own name.
 */
/**
 * @template {Types} [G=Types]
 * @typedef {{version: number, ply: number, clocks: Record<string, Clock>, pause: number, ready?: Ready | null, end: End | null, type: "events", host: number | null, root: string | null, seats: SeatInfo[], events: G["event"][], view: G["view"], question: number | null, me: Me | null}} Events One move and everything that followed from it; without events, a change of another kind.
 */
/** @typedef {{type: "refused", code: string, ref: string | null}} Refused A message was refused and changed nothing; `ref` is that of the message. */
/** @typedef {{type: "ack", ref: string}} Ack The message with this `ref` was handled. */
/** @typedef {{type: "pong", ref: string | null, version?: number, watchers?: number}} Pong The answer to a ping, with the version by which a client notices that it missed something. */
/** @typedef {{type: "talk", line: TalkLine}} Talk A player wrote a chat line. */
/** @typedef {{url: string, table: string | null, open: boolean, names: string[], ms: number, type: "again"}} Again A player opened or joined the rematch. */
/** @typedef {{type: "barred"}} Barred The host removed the viewer from the table. */
/** @typedef {{type: "draining", on: boolean}} Draining Whether the site is about to be updated, so that no game begins. */
/** @typedef {{kind: "player" | "guest" | "ai" | "empty", name: string, avatar?: string}} ListedSeat A seat in the list of tables; a hidden name is "". `avatar` is as in SeatInfo. */
/** @typedef {{id: string, url: string, join_url: string, title: string, host: string, open: boolean, locked: boolean, rated: boolean, slug: string, game: string, edition: string, free: number | null, match: number | null, left: number | null, seats: ListedSeat[], watchers: number}} TableRow A table in the list; `free`: seconds per turn; `left`: players still in the game. */
/** @typedef {{type: "tables", stamp: number, tables: TableRow[], watch: TableRow | null, online: number, running: number}} Tables The list of tables; one with an older `stamp` (Unix milliseconds) is outdated. */
/**
 * @template {Types} [G=Types]
 * @typedef {({type: "act", question: number, action: G["action"]} | {type: "resync"} | {type: "ping", lag?: number} | {type: "pledge", hash: string} | {type: "reveal", bytes: string} | {type: "seat-ai", seat: number, level: string} | {type: "unseat", seat: number} | {type: "fill", level: string} | {type: "leave"} | {type: "take-over"} | {type: "return"} | {type: "ai-pace", pace: "normal" | "fast" | "instant"} | {type: "skip"} | {type: "absence", mode: "ai" | "substitute" | "wait"} | {type: "stand-in", seat: number} | {type: "substitute", seat: number} | {type: "end", on: boolean} | {type: "ready", on: boolean} | {type: "say", kind: "phrase" | "sign" | "text", text: string} | {type: "mute", seat: number, on: boolean}) & {ref?: string}} Request
 */
/**
 * @template {Types} [G=Types]
 * @typedef {Snapshot<G> | Events<G> | Refused | Ack | Pong | Talk | Again | Barred | Draining} Message
 */
// ----

const KNOWN = ["snapshot", "events", "refused", "pong", "talk", "again", "barred", "draining"];

/**
 * The message in a frame, or null for an unknown type.
 * @param {{type: string}} frame
 * @returns {Message | null}
 */
export const readMessage = (frame) =>
  KNOWN.includes(frame.type) ? /** @type {Message} */ (frame) : null;
