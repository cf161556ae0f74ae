/** The speed of AI players for a reader who plays alone, and skipping the wait for their answer. */

import { readPace } from "../settings/settings.js";

/** @typedef {import("../page/app.js").App} App */

/** Elements that already react to this key. */
const MEANT = "button, a, input, summary, select, textarea, label, [role=button]";

/** The pace in the last request, until the server has applied it. @type {string | null} */
let askedPace = null;

/**
 * Sends the reader's pace to the server, where it applies and is not set yet.
 * @param {Pick<App, "model" | "ask" | "online">} app
 */
export function keepPace(app) {
  const now = app.model.me?.ai_pace;
  const pace = readPace();
  if (!now || now === pace) askedPace = null;
  else if (app.online && askedPace !== pace && app.ask({ type: "ai-pace", pace })) askedPace = pace;
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
 * Asks the server to skip the wait for an AI player's answer.
 * @param {App} app
 * @returns {boolean} whether there was a wait to skip
 */
export const skipWait = (app) => maySkip(app) && app.ask({ type: "skip" });

/**
 * Skips at Enter or the space bar, unless an element uses the key.
 * @param {App} app @param {KeyboardEvent} event
 */
export function skipByKey(app, event) {
  const free = event.key === "Enter" || event.key === " ";
  return free && !isMeant(event.target) && skipWait(app);
}

/**
 * Skips at a tap on the table, unless an element uses the tap.
 * @param {App} app @param {EventTarget | null} target
 */
export function skipByTap(app, target) {
  const table = target instanceof Element && target.closest(".stage");
  if (table && !isMeant(target)) skipWait(app);
}

/** @param {EventTarget | null} target */
const isMeant = (target) => target instanceof Element && !!target.closest(MEANT);
