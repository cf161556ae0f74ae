/** How fast AI players answer whoever plays alone: the pace that the reader likes, and a skip of the wait. */

import { pace } from "../settings/settings.js";

/** @typedef {import("../page/app.js").App} App */

/** Elements that already react to this key. */
const MEANT = "button, a, input, summary, select, textarea, label, [role=button]";

/** The pace that the server was last asked for, until it is the one that holds. @type {string | null} */
let asked = null;

/**
 * Has the server keep the reader's pace, where it can hold and another one does.
 * @param {Pick<App, "model" | "ask" | "online">} app
 */
export function keepPace(app) {
  const now = app.model.me?.ai_pace;
  const wanted = pace();
  if (!now || now === wanted) asked = null;
  else if (app.online && asked !== wanted && app.ask({ type: "ai-pace", pace: wanted }))
    asked = wanted;
}

/**
 * Whether the reader plays alone and waits for AI players.
 * @param {Pick<App, "model" | "paused" | "past" | "scene">} app
 */
export function maySkip({ model, paused, past, scene }) {
  const { me, view, question } = model;
  const waits = view && view.phase !== "over" && (question === null || !view.legal.length);
  return !!waits && !!me?.ai_pace && !paused && !past.shown && !scene?.shown;
}

/**
 * Asks that the AI player that is awaited answers now.
 * @param {App} app
 * @returns {boolean} whether there was a wait to skip
 */
export const skip = (app) => maySkip(app) && app.ask({ type: "skip" });

/**
 * Enter or the space bar, where nothing else has them.
 * @param {App} app @param {KeyboardEvent} event
 */
export function skipByKey(app, event) {
  const free = event.key === "Enter" || event.key === " ";
  return free && !isMeant(event.target) && skip(app);
}

/**
 * A tap on the table, where nothing else has it.
 * @param {App} app @param {EventTarget | null} target
 */
export function skipByTap(app, target) {
  const table = target instanceof Element && target.closest(".stage");
  if (table && !isMeant(target)) skip(app);
}

/** @param {EventTarget | null} target */
const isMeant = (target) => target instanceof Element && !!target.closest(MEANT);
