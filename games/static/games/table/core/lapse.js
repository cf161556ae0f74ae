/** An own turn that ran out: noticed when the table makes its last move, told for a while. Pure. */

/**
 * @typedef {import("./protocol.js").Told} Told
 * @typedef {import("./model.js").Lapse} Lapse
 */

/** Choices of Rock Paper Scissors Extreme. @type {string[]} */
const CHOICES = ["answered", "chose", "picked"];

/** How long a lapse is told, in ms. */
export const TOLD = 8000;

/**
 * The lapse to tell after these events: a new one, or the one that is still being told.
 * @param {import("./model.js").Model} model before the events
 * @param {Told[]} events
 * @param {number} now
 * @returns {Lapse | null}
 */
export function lapseIn(model, events, now) {
  const own = (/** @type {Told} */ told) => "seat" in told && told.seat === model.you;
  // one choice at a time: what came of it afterwards is marked with the same clock
  if (model.view?.asked) {
    const chose = events.some((told) => own(told) && told.by === "clock" && CHOICES.includes(told.e));
    return chose ? { drew: false, chose, at: now } : model.lapse;
  }
  const ended = events.find((told) => own(told) && told.by === "clock" && (told.e === "discarded" || told.e === "passed"));
  if (!ended) return model.lapse;
  const drew = [...model.log, ...events].findLast((told) => own(told) && told.e === "drew");
  return { drew: drew?.by === "clock", at: now };
}
