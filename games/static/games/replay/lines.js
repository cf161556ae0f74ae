/** The lines beside a replay: which of them a step belongs to. Pure. */

/**
 * @typedef {import("../table/state/protocol.js").Types} Types
 * @typedef {import("../table/text/sentences.js").Part} Part
 */

/**
 * @template {Types} [G=Types]
 * @typedef {{kind: "move" | "round" | "effect", from: number, step: number, parts: Part[], event?: G["event"]}} Line
 *   from and step: its first and last step; an "effect" follows from the move before it, and may name its event
 */

/**
 * The line of a step: its own, or the one that it is a part of.
 * @param {Line[]} lines
 * @param {number} step
 */
export const lineAt = (lines, step) =>
  lines.findIndex(({ kind, from, step: last }) => kind === "move" && from <= step && step <= last);
