/** The reader's place in the queue by the server, and the page's model of it. Pure. */

/**
 * @typedef {"" | "void" | "missed" | "left" | "lost" | "unsent"} Note what went otherwise than hoped
 * @typedef {"join" | "leave" | "sit" | "answer"} Wish what a reader asks of the queue
 * @typedef {{frame: QueueFrame | null, at: number, called: boolean, note: Note, left: boolean,
 *   sits: boolean, agrees: boolean, declined: string | null, unsent: Wish[]}} Model
 *   the newest frame, and when it came; whether the reader was called to a table; whether the
 *   reader has asked to leave, to sit down at the shared table, or to leave it for a ranked one; with
 *   whom the reader would not sit down; what may not have arrived when the connection was lost
 * @typedef {"idle" | "waiting" | "found" | "playing" | "cooldown"} Stage
 */

// ---- what matchmaking/protocol.py declares, written by `manage.py protocol`
/** @typedef {{name: string, here: boolean}} Chair A seat of the found table; `name` is "" if hidden before the deal. */
/** @typedef {{url: string, ready_by_ms: number | null, check: boolean, here: boolean, seats: Chair[]}} FoundTable The table of the viewer; `ready_by_ms` is None from the deal on. */
/** @typedef {{until_ms: number, reason: "no-show" | "declined" | "abandoned", strikes: number}} Cooldown The time until the viewer may queue again; `until_ms` is 0 for a warning. */
/** @typedef {{url: string, people: boolean, shared: boolean}} Meanwhile The table of a waiting user. */
/** @typedef {{with: string[], others: number, ais: number, begun: boolean}} Offer The casual table that the viewer may share; `others` counts players without names. */
/** @typedef {{left_ms: number}} Ask The time left to say whether to leave a game with others for a ranked table. */
/** @typedef {{estimate_ms: number | null, waiting: number, online: number, dots: number[], cap_ms: number, state: "idle" | "waiting" | "seated" | "cooldown", queue: string | null, about: string, seats: number, since_ms: number, rating: number, table: FoundTable | null, cooldown: Cooldown | null, also: string[], pushed: boolean, meanwhile: Meanwhile | null, type: "queue", band: number[] | null, found: number, offer: Offer | null, ask: Ask | null}} QueueFrame The whole status of the viewer. */
/** @typedef {({type: "answer", yes: boolean} | {type: "beat", hidden: boolean} | {type: "join", queue: string} | {type: "leave"} | {type: "ping"} | {type: "sit"}) & {ref?: string}} Request */
// ----

const LAST_CALL = 8_000;

/** @type {Model} */
export const NOTHING = {
  frame: null,
  at: 0,
  called: false,
  note: "",
  left: false,
  sits: false,
  agrees: false,
  declined: null,
  unsent: [],
};

/**
 * Where the reader stands: a table is found until its cards are dealt, then it is a game.
 * @param {QueueFrame | null} frame
 * @returns {Stage}
 */
export function stageOf(frame) {
  if (!frame || frame.state === "idle") return "idle";
  if (frame.state !== "seated") return frame.state;
  return frame.table?.ready_by_ms === null ? "playing" : "found";
}

/**
 * Takes a frame in place of the one before.
 * @param {Model} model
 * @param {QueueFrame} frame
 * @param {number} now
 * @param {boolean} hidden whether nobody looks at this page
 * @param {boolean} busy whether this page is not the queue's own: its reader does something else
 * @returns {Model}
 */
export function hear(model, frame, now, hidden, busy = false) {
  const before = stageOf(model.frame);
  const after = stageOf(frame);
  const found = after === "found";
  const looksAway =
    (hidden && (frame.table?.check ?? false)) || (busy && before === "waiting" && !model.agrees);
  const called = found && !frame.table?.here && (model.called || looksAway);
  const unsent = model.unsent.filter((wish) => !DONE[wish](frame, after));
  return {
    ...model,
    frame,
    at: now,
    called,
    note: unsent.some((wish) => wish !== "answer") ? "unsent" : noteOf(model, before, after),
    left: model.left && after === "waiting" && !unsent.includes("leave"),
    sits: model.sits && after === "waiting" && !unsent.includes("sit"),
    agrees: model.agrees && (found || after === "waiting") && !unsent.includes("answer"),
    unsent: [],
  };
}

/**
 * Whether the queue is as the reader asked, or has moved on.
 * @type {Record<Wish, (frame: QueueFrame, stage: Stage) => boolean>}
 */
const DONE = {
  join: (_, stage) => stage !== "idle",
  leave: (_, stage) => stage !== "waiting",
  sit: ({ meanwhile }, stage) => stage !== "waiting" || !!meanwhile?.shared,
  // a question that is still open is asked again
  answer: ({ ask }) => !ask,
};

/**
 * @param {Model} model
 * @param {Stage} before
 * @param {Stage} after
 * @returns {Note}
 */
function noteOf(model, before, after) {
  const out = after === "idle" || after === "cooldown";
  // what the page was told before the first frame
  if (!model.frame) return model.note === "void" && after !== "waiting" ? "" : model.note;
  if (before === "found" && after === "waiting") return "void";
  if (before === "found" && out) return "missed";
  if (before === "waiting" && out) return model.left ? "" : "lost";
  return before === after || (out && model.note !== "void") ? model.note : "";
}

/**
 * Where a page that its reader looks at goes by itself, or null: to a table that is found, unless
 * the reader was called to it by a button, or is there in another page; to a game that this page saw
 * begin, if its reader did nothing else here.
 * @param {Model} model
 * @param {Model} before
 * @param {boolean} hidden
 * @param {boolean} busy as in hear
 */
export function goesTo(model, before, hidden, busy = false) {
  const table = model.frame?.table;
  const shared = model.frame?.meanwhile;
  if (model.sits && shared?.shared) return shared.url;
  if (!table || hidden || model.called) return null;
  const stage = stageOf(model.frame);
  const begins = stage === "playing" && stageOf(before.frame) === "waiting";
  const goes = begins ? !busy || before.agrees : stage === "found" && !table.here;
  return goes ? table.url : null;
}

/**
 * Whether a reader who was called goes to the table now without a press: in the last seconds, of
 * a page that the reader looks at.
 * @param {Model} model
 * @param {number} now
 * @param {boolean} hidden
 */
export const isLastCall = (model, now, hidden) =>
  model.called && !hidden && stageOf(model.frame) === "found" && left(model, now) <= LAST_CALL;

/**
 * The shared table that is offered now, or null.
 * @param {Model} model
 */
export function offerOf({ frame, declined }) {
  const offer = frame?.offer;
  return offer && declined !== keyOf(offer) ? offer : null;
}

/** @param {Offer} offer the same for the same players */
export const keyOf = ({ with: names, others = 0 }) => `${names.join()} ${others}`;

/**
 * For how long the reader may still say whether to leave a game for a ranked table, in ms.
 * @param {Model} model
 * @param {number} now
 */
export const asked = ({ frame, at }, now) => Math.max(0, (frame?.ask?.left_ms ?? 0) - (now - at));

/**
 * How long the reader has waited by now, in ms.
 * @param {Model} model
 * @param {number} now
 */
export const waited = ({ frame, at }, now) =>
  frame?.state === "waiting" ? frame.since_ms + now - at : 0;

/**
 * How long the others wait for the reader, or for how long the reader may not queue, in ms.
 * @param {Model} model
 * @param {number} now
 */
export function left({ frame, at }, now) {
  const until = frame?.state === "seated" ? frame.table?.ready_by_ms : frame?.cooldown?.until_ms;
  return Math.max(0, (until ?? 0) - (now - at));
}
