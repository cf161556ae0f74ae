/** The page's model of the reader's status in the queue. Pure. */

/**
 * @typedef {"" | "void" | "missed" | "left" | "lost" | "unsent"} Note what went wrong
 * @typedef {"join" | "leave" | "sit" | "answer"} Wish a request to the queue
 * @typedef {{frame: QueueFrame | null, at: number, called: boolean, note: Note, left: boolean,
 *   sits: boolean, agrees: boolean, declined: string | null, unsent: Wish[]}} Model
 *   frame: the newest one; at: when it came; called: whether the reader was called to a table; left,
 *   sits, agrees: whether the reader has asked to leave the queue, to join the shared table, or to
 *   leave it for a ranked one; declined: the offer that the reader declined; unsent: requests that may
 *   not have arrived when the connection was lost
 * @typedef {"idle" | "waiting" | "found" | "playing" | "cooldown"} Stage
 */

// ---- what matchmaking/protocol.py declares, written by `manage.py protocol`
/** @typedef {{name: string, avatar: string, here: boolean}} Chair A seat of the found table; `name` and `avatar` are "" if hidden before the deal. */
/** @typedef {{url: string, ready_by_ms: number | null, check: boolean, here: boolean, seats: Chair[]}} FoundTable The table of the viewer; `ready_by_ms` is null from the deal on. */
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
 * The reader's stage: a table is "found" until its cards are dealt, then "playing".
 * @param {QueueFrame | null} frame
 * @returns {Stage}
 */
export function stageOf(frame) {
  if (!frame || frame.state === "idle") return "idle";
  if (frame.state !== "seated") return frame.state;
  return frame.table?.ready_by_ms === null ? "playing" : "found";
}

/**
 * Updates the model with a new frame.
 * @param {Model} model
 * @param {QueueFrame} frame
 * @param {number} now
 * @param {boolean} hidden whether the page is hidden
 * @param {boolean} busy whether the reader does something else on this page
 * @returns {Model}
 */
export function updateModel(model, frame, now, hidden, busy = false) {
  const before = stageOf(model.frame);
  const after = stageOf(frame);
  const isFound = after === "found";
  const looksAway =
    (hidden && (frame.table?.check ?? false)) || (busy && before === "waiting" && !model.agrees);
  const called = isFound && !frame.table?.here && (model.called || looksAway);
  const unsent = model.unsent.filter((wish) => !DONE[wish](frame, after));
  return {
    ...model,
    frame,
    at: now,
    called,
    note: unsent.some((wish) => wish !== "answer") ? "unsent" : noteOf(model, before, after),
    left: model.left && after === "waiting" && !unsent.includes("leave"),
    sits: model.sits && after === "waiting" && !unsent.includes("sit"),
    agrees: model.agrees && (isFound || after === "waiting") && !unsent.includes("answer"),
    unsent: [],
  };
}

/**
 * Whether a request is done or outdated.
 * @type {Record<Wish, (frame: QueueFrame, stage: Stage) => boolean>}
 */
const DONE = {
  join: (_, stage) => stage !== "idle",
  leave: (_, stage) => stage !== "waiting",
  sit: ({ meanwhile }, stage) => stage !== "waiting" || !!meanwhile?.shared,
  // an open question is asked again
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
  // the server's note, before the first frame
  if (!model.frame) return model.note === "void" && after !== "waiting" ? "" : model.note;
  if (before === "found" && after === "waiting") return "void";
  if (before === "found" && out) return "missed";
  if (before === "waiting" && out) return model.left ? "" : "lost";
  return before === after || (out && model.note !== "void") ? model.note : "";
}

/**
 * The address that a visible page opens automatically, or null: a found table, unless the reader was
 * called by a button or is there on another page; or a game that began while this page was open, if
 * the reader did nothing else here.
 * @param {Model} model
 * @param {Model} before
 * @param {boolean} hidden
 * @param {boolean} busy whether the reader does something else on this page
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
 * Whether a visible page takes a called reader to the table now without a press: in the last
 * seconds.
 * @param {Model} model
 * @param {number} now
 * @param {boolean} hidden
 */
export const isLastCall = (model, now, hidden) =>
  model.called && !hidden && stageOf(model.frame) === "found" && timeLeft(model, now) <= LAST_CALL;

/**
 * The shared table that is offered now, or null.
 * @param {Model} model
 */
export function offerOf({ frame, declined }) {
  const offer = frame?.offer;
  return offer && declined !== keyOf(offer) ? offer : null;
}

/** A key of an offer, the same for the same players. @param {Offer} offer */
export const keyOf = ({ with: names, others = 0 }) => `${names.join()} ${others}`;

/**
 * How long the reader can still decide to leave a game for a ranked table, in ms.
 * @param {Model} model
 * @param {number} now
 */
export const timeToAnswer = ({ frame, at }, now) =>
  Math.max(0, (frame?.ask?.left_ms ?? 0) - (now - at));

/**
 * How long the reader has waited, in ms.
 * @param {Model} model
 * @param {number} now
 */
export const timeWaited = ({ frame, at }, now) =>
  frame?.state === "waiting" ? frame.since_ms + now - at : 0;

/**
 * How long the others wait for the reader, or how long the reader is blocked from the queue, in ms.
 * @param {Model} model
 * @param {number} now
 */
export function timeLeft({ frame, at }, now) {
  const until = frame?.state === "seated" ? frame.table?.ready_by_ms : frame?.cooldown?.until_ms;
  return Math.max(0, (until ?? 0) - (now - at));
}
