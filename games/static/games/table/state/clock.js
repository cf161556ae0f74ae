/** Clocks of seats: free time first, then the time bank; the time left and its text. Pure. */

import { t } from "../../../density/words.js";

/**
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("./model.js").Running} Running
 * @typedef {{ms: number, of: number, free: number, bank: number, onBank: boolean, share: number,
 *   away: boolean, then: "lapse" | "stand-in"}} TimeLeft
 */

/** The free time left at which the cue sounds, in ms; without a bank, of the whole time. */
export const CUE = 8000;
/** The remaining patience at which the page mentions it, at a table without a clock, in ms. */
export const PATIENCE = 60000;

/**
 * The clocks of a message, converted to this browser's clock. They start after the pause.
 * @param {{clocks: import("./protocol.js").Clocks, pause?: number, seats: import("./protocol.js").SeatInfo[]}} message
 * @param {number} now
 * @returns {Record<string, Running>}
 */
export function startClocks({ clocks, pause = 0, seats }, now) {
  const start = now + pause;
  return Object.fromEntries(
    Object.entries(clocks ?? {}).map(
      ([seat, { ms, of, free = ms, bank = 0, away = false, then = "lapse", absent }]) => [
        seat,
        {
          until: start + ms,
          of,
          freeUntil: start + free,
          freeOf: free > 0 ? Math.max(free, of - bank) : 0,
          bank,
          bankOf: Math.max(bank, seats[Number(seat)]?.bank_ms ?? bank),
          away,
          then,
          absent,
        },
      ],
    ),
  );
}

/**
 * The clocks while the reader's connection is lost: the server gives an absent player less time.
 * @param {Model} model
 * @param {number} now when it was lost
 * @returns {Record<string, Running>}
 */
export function clocksWithoutOwner({ clocks, you, pauseUntil }, now) {
  const own = you === null ? undefined : clocks[you];
  if (you === null || !own || own.away || own.absent === undefined) return clocks;
  const { [you]: _, ...others } = clocks;
  if (own.absent === null) return others;
  const until = Math.min(own.until, Math.max(now, pauseUntil) + own.absent);
  return { ...clocks, [you]: { ...own, until, of: own.absent, away: true } };
}

/**
 * The time left on a seat's clock, in ms; null when none runs. `share` is what the ring shows:
 * of the free time while there is some, then of the bank.
 * @param {Model} model
 * @param {number} seat
 * @param {number} now
 * @returns {TimeLeft | null}
 */
export function timeLeft(model, seat, now) {
  const clock = model.clocks[seat];
  if (!clock || isPatience(model, clock)) return null;
  const from = Math.max(now, model.pauseUntil);
  const ms = Math.max(0, clock.until - from);
  const free = Math.min(ms, Math.max(0, clock.freeUntil - from));
  const bank = free > 0 ? Math.min(clock.bank, ms) : clock.bank > 0 ? Math.min(clock.bank, ms) : 0;
  const onBank = !clock.away && free === 0 && clock.bank > 0;
  const share = clock.away
    ? ms / clock.of
    : onBank
      ? bank / clock.bankOf
      : free / (clock.freeOf || clock.of);
  return {
    ms,
    of: clock.of,
    free,
    bank,
    onBank,
    share: Math.min(1, share || 0),
    away: clock.away,
    then: clock.then,
  };
}

/**
 * Whether this is the limited wait of a table without a clock for a player who is present.
 * @param {Model} model
 * @param {Running} clock
 */
const isPatience = ({ game }, clock) =>
  game?.status === "playing" && game.clock === null && !clock.away;

/**
 * How long the table still waits for a present player, in ms; null while much is left, and
 * where a clock runs.
 * @param {Model} model
 * @param {number} seat
 * @param {number} now
 * @returns {number | null}
 */
export function patienceLeft(model, seat, now) {
  const clock = model.clocks[seat];
  if (!clock || !isPatience(model, clock)) return null;
  const ms = Math.max(0, clock.until - Math.max(now, model.pauseUntil));
  return ms <= PATIENCE ? ms : null;
}

/**
 * The time that is shown as a number: free time, or what is left of the bank, or all of it for
 * a player who is away.
 * @param {TimeLeft} clock
 */
export const shownTime = (clock) =>
  clock.away ? clock.ms : clock.onBank ? clock.bank : clock.free;

/**
 * Whether the time of a turn has become short.
 * @param {TimeLeft} clock
 */
export const isShort = (clock) =>
  !clock.away && !clock.onBank && clock.free > 0 && clock.free <= CUE;

/** How long the table still waits: 45000 becomes "45 s left to play". @param {number} ms */
export const patienceWords = (ms) => t("{time} left to play", { time: clockWords(ms) });

/** Whether a pause never ends automatically, as in a lesson. @param {number} ms */
export const isEndless = (ms) => ms > 3_600_000;

/** 14000 becomes "14 s", 72000 becomes "1:12". @param {number} ms */
export function clockWords(ms) {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? t("{seconds}\u00a0s", { seconds }) : bankWords(ms);
}

/** 41000 becomes "0:41". @param {number} ms */
export function bankWords(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * A clock in one line: "14 s + 1:12" or "time bank 0:41".
 * @param {TimeLeft} clock
 */
export function clockLine(clock) {
  if (clock.onBank) return t("time bank {time}", { time: bankWords(clock.bank) });
  const words = clockWords(shownTime(clock));
  return clock.bank && !clock.away
    ? t("{time} + {bank}", { time: words, bank: bankWords(clock.bank) })
    : words;
}

/**
 * The unique name of the current turn; all its questions share it.
 * @param {Model} model
 */
export const turnName = ({ view }) =>
  view && view.turn !== null ? `${view.match}-${view.round}-${view.turn}` : "";

/** @param {number} seconds until the page opens the result automatically */
export const opensWords = (seconds) => t("The result opens in {seconds}\u00a0s", { seconds });
