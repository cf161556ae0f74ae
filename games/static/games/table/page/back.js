/** The notice when the connection is back: missed events, and messages that did not arrive. */

import { hasArrived } from "../chat/exchange.js";
import { BLINK } from "../../connection/connection.js";
import { isActing } from "../state/state.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("../state/model.js").Model} Model
 * @typedef {import("../state/protocol.js").Request} Request
 * @typedef {{missed: number | null, unsent: boolean, unsaid?: boolean, unasked?: boolean, until: number}} Back
 *   missed: turns; unsent: a move, unsaid: a written line, unasked: anything else that did not arrive
 */

/** @typedef {{seat: number, on: boolean, mode: string, pace: string}} Asked the fields of requests */

const SHOWN_MS = 6000;
/** @type {Asked} */
const NOTHING_ASKED = { seat: 0, on: true, mode: "", pace: "" };

/**
 * Whether a request is done or outdated, so that its loss needs no notice.
 * @type {Record<string, (model: Model, request: Asked) => boolean>}
 */
const DONE = {
  absence: ({ game }, { mode }) => game?.absence === mode,
  "ai-pace": ({ me }, { pace }) => !me?.ai_pace || me.ai_pace === pace,
  end: ({ end, you }, { on }) => you === null || !end || end.agreed.includes(you) === on,
  fill: ({ seats, game }) => game?.status !== "open" || !seats.some(({ kind }) => kind === "empty"),
  leave: ({ you, left }) => you === null || left,
  mute: ({ muted }, { seat, on }) => muted.includes(seat) === on,
  ready: ({ ready, you, missed }, { on }) =>
    missed !== 0 || you === null || !!(on ? ready?.ready : ready?.waiting)?.includes(you),
  return: ({ seats, you }) => you === null || seats[you]?.state !== "stand-in",
  "seat-ai": ({ seats }, { seat }) => seats[seat]?.kind !== "empty",
  skip: ({ missed }) => missed !== 0,
  "stand-in": ({ seats }, { seat }) => seats[seat]?.state !== "away",
  substitute: ({ seats, you }, { seat }) => you === seat || !seats[seat]?.can_substitute,
  "take-over": (model) => isActing(model),
  unseat: ({ seats }, { seat }) => seats[seat]?.kind === "empty",
};

/** Requests that are just as good a moment later: they are sent again without a notice. */
const AGAIN = ["ready", "ai-pace"];

/**
 * Whether a request need not be made again.
 * @param {App} app
 * @param {Request} request
 */
const isDone = (app, request) =>
  request.type === "say"
    ? hasArrived(app, request)
    : (DONE[request.type]?.(app.model, { ...NOTHING_ASKED, ...request }) ?? true);

/**
 * Shows what was missed and what did not arrive after a reconnect, unless the gap was too short to notice.
 * @param {App} app
 * @param {Model} before
 * @param {number} now
 */
export function noteReturn(app, before, now) {
  const { model, ui } = app;
  const lost = ui.lost.filter((request) => !isDone(app, request));
  const { missed } = model;
  const unsent = before.pending !== null && before.question === model.question;
  const unsaid = app.ui.chat.unsaid.length > 0;
  const unasked = lost.some(
    (request) =>
      !AGAIN.includes(request.type) && !(request.type === "say" && request.kind === "text"),
  );
  const noticed = missed !== 0 || unsent || unsaid || unasked || now - ui.lostAt > BLINK;
  ui.back = noticed ? { missed, unsent, unsaid, unasked, until: now + SHOWN_MS } : null;
  Object.assign(ui, { lost: [], lostAt: 0, unsentUntil: 0 });
  for (const request of lost) if (AGAIN.includes(request.type)) app.ask(request);
}
