/** The words of the socket, version 1: what the server sends and what a seat may send back. */

export const PROTOCOL = 1;

/**
 * @typedef {{suit: string, power: number, from: "hand" | "center" | number}} ScoreCard
 * @typedef {{suit: string, cards: ScoreCard[], total: number}} ScoreGroup
 * @typedef {{base: ScoreGroup | null, others: ScoreGroup[], alone: ScoreCard[],
 *   common: {cards: ScoreCard[], total: number}, score: number}} Score
 *
 * @typedef {{do: "draw", from: "pile" | number} | {do: "discard", card: string}
 *   | {do: "fight"} | {do: "surrender"} | {do: "pass"}
 *   | {do: "throw", sign: string} | {do: "drink", card: string, as?: string}
 *   | {do: "break" | "steal" | "pick", card: string} | {do: "score"} | {do: "first"}} Action the last two lines are of Rock Paper Scissors Extreme
 *
 * @typedef {{lives: number, status: "standing" | "surrendered" | "out",
 *   surrendered_in: number | null, place: number | null, cards: number, hand: string[] | null,
 *   known: string[], discards: string[]}} SeatView
 * @typedef {{match: number, round: number, dealer: number, turn: number | null, target?: number,
 *   phase: "draw" | "discard" | "over", stake: number, price: number, last_round: boolean,
 *   pile: number, amplification: (string | null)[], seats: SeatView[], drawn: string | null,
 *   asked?: number[], legal: Action[], score: Score | null, take: Record<string, number>,
 *   after: Record<string, Score>, places: number[] | null}} View
 *
 * @typedef {{seat: number, hand: string[] | null, own_discard: string | null,
 *   score: Score | null, damage: number, lives_before: number, lives: number,
 *   surrendered_in: number | null, out: boolean}} SeatResult
 * @typedef {{e: "match_over", match: number, ended_by: "fight" | "surrenders" | "showdown" | "agreement",
 *   round: number, caller: number | null, stake: number, winners: number[],
 *   amplification: (string | null)[], seats: SeatResult[]}} MatchOver
 * @typedef {{by?: "player" | "ai" | "clock" | "all", at?: number}} Mark
 * @typedef {(
 *   {e: "dealt", match: number, dealer: number, living: number[], hand: string[] | null}
 *   | {e: "drew", seat: number, from: "pile" | number, card: string | null}
 *   | {e: "discarded", seat: number, card: string}
 *   | {e: "passed", seat: number}
 *   | {e: "surrendered", seat: number, round: number, loss: number, lives: number}
 *   | {e: "round", round: number, stake: number}
 *   | {e: "flipped", card: string, slot: number}
 *   | {e: "fight", seat: number, stake: number}
 *   | {e: "showdown", stake: number}
 *   | MatchOver
 *   | {e: "game_over", places: number[]}) & Mark} Told
 *
 * @typedef {"playing" | "away" | "stand-in" | "abandoned"} Presence
 * @typedef {{seat: number, kind: "player" | "guest" | "ai" | "empty", name: string,
 *   level: string | null, state?: Presence, away_ms?: number | null, bank_ms?: number | null,
 *   call_ms?: number | null, can_substitute?: boolean, kept_for?: string, kept_ms?: number}} SeatInfo
 * @typedef {"ai" | "substitute" | "wait"} Absence
 * @typedef {{url: string, names: string[], ms: number}} AgainOffer
 * @typedef {{id: string, slug: string, edition: string, ruleset: Record<string, unknown>,
 *   rated: boolean, status: "open" | "sealing" | "playing" | "finished",
 *   clock: Record<string, number> | null, host: number | null, result_url: string,
 *   url: string, title?: string, access?: string, chat?: boolean, absence?: Absence,
 *   watchable?: boolean, again?: AgainOffer | null}} Game
 * @typedef {{asked: number[], agreed: number[]}} End whose agreement ends the game, and who has agreed
 * @typedef {{ms: number, of: number, free?: number, bank?: number, away?: boolean,
 *   then?: "lapse" | "stand-in"}} Clock
 * @typedef {Record<string, Clock>} Clocks
 * @typedef {{tab: string | null, can_return: boolean, returns_left: number | null,
 *   muted: number[]}} Me
 * @typedef {{id: number, seat: number, name: string, kind: "phrase" | "sign" | "text",
 *   text: string, at: number}} TalkLine
 * @typedef {{commitment: string, pledges: (string | null)[], given?: ("client" | "server" | null)[],
 *   stage: "pledge" | "reveal" | "dealt" | null, root: string | null}} Fair
 *
 * @typedef {{rating: number, provisional: boolean, tier: string | null}} RankInfo
 *
 * @typedef {{type: "snapshot", protocol: number, version: number, game: Game,
 *   seats: SeatInfo[], ranks?: Record<string, RankInfo>, you: number | null, view: View | null, log: Told[],
 *   question: number | null, clocks: Clocks, pause: number, end?: End | null, fair: Fair, watchers?: number,
 *   talk?: TalkLine[], tab?: string, me?: Me | null, muted?: number[]}} Snapshot
 * @typedef {{type: "events", version: number, events: Told[], view: View,
 *   question: number | null, clocks: Clocks, pause?: number, end?: End | null, root?: string | null,
 *   seats?: SeatInfo[], me?: Me | null, host?: number | null}} Events
 * @typedef {{type: "refused", code: string, ref: string | null}} Refused
 * @typedef {{type: "pong", ref?: string | null, version?: number, watchers?: number}} Pong
 * @typedef {{type: "talk", line: TalkLine}} Talk
 * @typedef {{type: "again"} & AgainOffer} Again
 * @typedef {Snapshot | Events | Refused | Pong | Talk | Again | {type: "barred"}} Message
 *
 * @typedef {({type: "act", question: number, action: Action}
 *   | {type: "resync"} | {type: "ping", lag?: number}
 *   | {type: "pledge", hash: string} | {type: "reveal", bytes: string}
 *   | {type: "seat-ai", seat: number, level: string} | {type: "unseat", seat: number}
 *   | {type: "fill", level: string} | {type: "leave"} | {type: "take-over"} | {type: "return"}
 *   | {type: "absence", mode: Absence} | {type: "stand-in", seat: number}
 *   | {type: "end", on: boolean}
 *   | {type: "substitute", seat: number} | {type: "mute", seat: number, on: boolean}
 *   | {type: "say", kind: "phrase" | "sign" | "text", text: string})
 *   & {ref?: string}} Request
 */

/**
 * The message a frame carries, or null when it is none of ours.
 * @param {unknown} frame
 * @returns {Message | null}
 */
export function readMessage(frame) {
  if (typeof frame !== "string") return null;
  try {
    const message = JSON.parse(frame);
    const known = ["snapshot", "events", "refused", "pong", "talk", "again", "barred"];
    return message && known.includes(message.type) ? message : null;
  } catch {
    return null;
  }
}

/**
 * The legal action of that kind, if the server names one.
 * @param {View | null} view
 * @param {Action["do"]} kind
 * @param {string | number} [what] the card to discard or the pile to draw from
 * @returns {Action | undefined}
 */
export function legalAction(view, kind, what) {
  return view?.legal.find(
    (action) =>
      action.do === kind &&
      (what === undefined ||
        (action.do === "draw" && action.from === what) ||
        (action.do === "discard" && action.card === what)),
  );
}
