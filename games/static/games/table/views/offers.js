/** The offers about seats and tabs, and the notices of the page: sentences with a button. Pure. */

import { t } from "../../../density/words.js";
import { PATIENCE, clockWords, patienceLeft, timeLeft } from "../state/clock.js";
import { NOTICE_MS } from "../state/model.js";
import { WORDS, refusalWords } from "../text/messages.js";
import { isActing } from "../state/state.js";
import { BLINK } from "../../connection/connection.js";

/**
 * @typedef {import("../state/model.js").Model} Model
 * @typedef {{now: number, link: import("../../connection/connection.js").Link,
 *   back: import("../page/back.js").Back | null, unsentUntil?: number}} Ui the part that notices need
 * @typedef {{label: string, does: "retry" | "reload" | "take-over" | "return" | "stand-in" | "substitute" | "end" | "play-on",
 *   seat?: number}} Offer
 * @typedef {{name: string, tone: "go" | "stake" | "", sign: string, lead?: string, words: string,
 *   action?: Offer, urgent?: boolean}} Notice
 */

/**
 * The temporary notices over the table: the connection, refusals, missed events.
 * @param {Model} model
 * @param {Ui} ui
 * @param {import("../state/game.js").Game} game
 * @returns {Notice[]}
 */
export function noticesOf(model, ui, game) {
  const link = linkNotice(model, ui);
  // the page already tells a kicked player so
  if (link && model.barred && link.name === "refused-link") return [];
  const unsent = (ui.unsentUntil ?? 0) > ui.now ? [UNSENT] : [];
  if (link) return [link, ...unsent];
  const notices = [...unsent];
  if (model.refused)
    notices.push({
      name: "refused",
      tone: "stake",
      sign: "warn",
      words: refusalWords(model.refused.code, game.refusals),
    });
  if (model.draining && ui.now - model.draining.at < NOTICE_MS)
    notices.push({ name: "draining", tone: "", sign: "warn", words: WORDS.draining });
  if (model.lapse && ui.now - model.lapse.at < NOTICE_MS) {
    notices.push({ name: "lapse", tone: "", sign: "warn", words: model.lapse.words, urgent: true });
  }
  const left =
    model.you === null || model.question === null ? null : patienceLeft(model, model.you, ui.now);
  if (left !== null && left > PATIENCE - NOTICE_MS)
    notices.push({
      name: "patience",
      tone: "stake",
      sign: "warn",
      words: game.words.patience,
      urgent: true,
    });
  if (ui.back)
    notices.push({
      name: "back",
      tone: "go",
      sign: "check",
      lead: WORDS.back,
      words: backWords(model, ui.back, game),
    });
  return notices;
}

/** @type {Notice} */
const UNSENT = { name: "unsent", tone: "stake", sign: "warn", words: WORDS.noLine, urgent: true };

/**
 * @param {Model} model
 * @param {import("../page/back.js").Back} back
 * @param {import("../state/game.js").Game} game
 */
function backWords(model, { missed, unsent, unsaid, unasked }, game) {
  const lost = [
    unsent ? WORDS.unsent : "",
    unsaid ? WORDS.unsaid : "",
    unasked ? WORDS.unasked : "",
  ].filter(Boolean);
  if (missed === 0) return lost.join(" ") || WORDS.missedNothing;
  const turns = missed ? game.words.missed(missed) : game.words.missedAll(model.view?.match ?? 0);
  return [turns, ...lost].join(" ");
}

/**
 * @param {Model} model
 * @param {Ui} ui
 * @returns {Notice | null}
 */
function linkNotice(model, { link, now }) {
  const running = link.restart ? "" : runningWords(model, now);
  switch (link.state) {
    case "refused":
      return { name: "refused-link", tone: "stake", sign: "warn", words: WORDS.notFound };
    case "signed-out":
      return {
        name: "signed-out",
        tone: "stake",
        sign: "warn",
        words: WORDS.signedOut,
        action: { label: t("Reload"), does: "reload" },
      };
    case "offline":
      return {
        name: "offline",
        tone: "stake",
        sign: "wifi",
        lead: link.restart ? WORDS.restart : WORDS.offline,
        words: running,
        action: { label: t("Retry"), does: "retry" },
      };
    case "reconnecting":
      if (now - link.since <= BLINK) return null;
      return link.restart
        ? { name: "restart", tone: "", sign: "wifi", words: WORDS.restart }
        : {
            name: "reconnecting",
            tone: "stake",
            sign: "wifi",
            lead: WORDS.reconnecting,
            words: running,
          };
    default:
      return null;
  }
}

/**
 * That the reader's clock runs on without a connection, in words.
 * @param {Model} model
 * @param {number} now
 */
function runningWords(model, now) {
  const clock = model.you === null ? null : timeLeft(model, model.you, now);
  return clock ? t("Your clock is running, {time} left.", { time: clockWords(clock.ms) }) : "";
}

/**
 * The offers about a seat now, in place of the moves.
 * @param {Model} model
 * @param {{now: number, known: boolean}} ui known: whether the reader is logged in, as a guest or a user
 * @returns {Notice[]}
 */
export function offersOf(model, { now, known }) {
  const { view, you, game } = model;
  if (!view || view.phase === "over" || game?.status !== "playing") return [];
  if (you === null)
    return [...(model.left ? [LEFT] : []), ...(known ? substituteOffers(model) : [])];
  if (!isActing(model)) {
    return [
      {
        name: "other-tab",
        tone: "",
        sign: "copy",
        words: WORDS.otherTab,
        action: { label: t("Play here"), does: "take-over" },
        urgent: true,
      },
    ];
  }
  if (model.seats[you]?.state === "stand-in") return [takeBack(model), ...endOffers(model)];
  return [...stuckSeats(model, now), ...endOffers(model)];
}

/** Whether this player is asked to agree to an end and has not answered. @param {Model} model */
export const mayEnd = ({ end, you }) =>
  end !== null && you !== null && end.asked.includes(you) && !end.agreed.includes(you);

/**
 * The offer to end the game by agreement, after two players have left for good. It takes the place of
 * the moves, so the reader's turn comes first; the question before leaving always offers it.
 * @param {Model} model
 * @returns {Notice[]}
 */
function endOffers({ end, you, question }) {
  if (!end || you === null || question !== null || !end.asked.includes(you)) return [];
  const { asked, agreed } = end;
  const words = agreed.length
    ? WORDS.wantEnd(agreed.length, asked.length)
    : asked.length > 1
      ? WORDS.mayEnd
      : WORDS.mayEndAlone;
  /** @type {Offer} */
  const action = agreed.includes(you)
    ? { label: t("Keep playing"), does: "play-on" }
    : { label: t("End the game"), does: "end" };
  return [{ name: "end", tone: "", sign: "flag", words, action }];
}

/** @type {Notice} */
const LEFT = { name: "left", tone: "", sign: "eye", words: WORDS.left, urgent: true };

/** @param {Model} model @returns {Notice} */
function takeBack({ me }) {
  const left = me?.returns_left ?? null;
  if (me && !me.can_return)
    return {
      name: "stand-in",
      tone: "",
      sign: "ai",
      words: `${WORDS.standIn} ${WORDS.noReturns}`,
      urgent: true,
    };
  const words = left === null ? WORDS.standIn : `${WORDS.standIn} ${WORDS.returnsLeft(left)}`;
  return {
    name: "stand-in",
    tone: "",
    sign: "ai",
    words,
    action: { label: t("Take seat back"), does: "return" },
    urgent: true,
  };
}

/**
 * The offer to take over an AI player's seat: the one the spectator follows, else the first.
 * @param {Model} model
 * @returns {Notice[]}
 */
function substituteOffers(model) {
  const free = model.seats.filter((seat) => seat.can_substitute);
  const open = free.find(({ seat }) => seat === model.follow) ?? free[0];
  if (!open) return [];
  return [
    {
      name: `substitute-${open.seat}`,
      tone: "",
      sign: "ai",
      words: t("An AI player is playing for {name}.", { name: open.name }),
      action: { label: t("Take over the seat"), does: "substitute", seat: open.seat },
    },
  ];
}

/**
 * The offer to have an AI play for an absent player, once the table has waited long enough.
 * @param {Model} model
 * @param {number} now
 * @returns {Notice[]}
 */
function stuckSeats(model, now) {
  const stuck = model.seats.find(
    ({ seat }) => seat !== model.you && now >= (model.callAt[seat] ?? Infinity),
  );
  if (!stuck) return [];
  return [
    {
      name: `stand-in-${stuck.seat}`,
      tone: "",
      sign: "ai",
      words: t("{name} is away. The table is waiting.", { name: stuck.name }),
      action: { label: t("Let the AI play"), does: "stand-in", seat: stuck.seat },
    },
  ];
}
