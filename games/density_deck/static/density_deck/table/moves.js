/** Moves of Density Deck: a press makes a move only if the server lists it as legal. */

import { timeLeft } from "../../games/table/state/clock.js";
import { GUARD } from "../../games/table/state/moves.js";
import { isOn } from "../../games/table/settings/settings.js";
import { legalAction } from "./protocol.js";
import { ownHand, usualDiscard } from "./shown.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Action} Action
 */

/** How long a discard can be taken back, if the setting is on, in ms. */
const HELD = 1500;
/** With less time than this left, no discard is held back, in ms. */
const HURRY = 3000;
/** Tables with at most this many seconds per turn are too fast for it. */
const FAST = 10;

/**
 * Sends a legal move; does nothing for any other. Returns whether it was sent.
 * @param {App} app
 * @param {Action["do"]} kind
 * @param {string | number} [what]
 * @param {number | null} [index] the place in the hand of a discarded card
 * @returns {boolean}
 */
export function sendMove(app, kind, what, index = null) {
  const action = legalAction(app.model.view, kind, what);
  const isHeld = kind === "discard" && index !== null && isHeldBack(app);
  return !!action && app.moves.send(action, index, isHeld ? HELD : 0);
}

/** Whether a discard is held back before it is sent. @param {App} app */
function isHeldBack({ model }) {
  const free = model.game?.clock?.free;
  if (!isOn("takeBack") || (free !== undefined && free <= FAST)) return false;
  const clock = model.you === null ? null : timeLeft(model, model.you, performance.now());
  return clock === null || clock.ms > HURRY;
}

/**
 * Handles a press on a card of the hand: discards it if the score without it has been in view, else selects it.
 * @param {App} app
 * @param {number} index
 */
export function pressCard(app, index) {
  const card = ownHand(app.model).find((card) => card.index === index);
  if (
    !card ||
    !app.mayAct ||
    !app.moves.settled ||
    !legalAction(app.model.view, "discard", card.code)
  )
    return;
  if (app.model.selected === index && app.moves.isShown) sendMove(app, "discard", card.code, index);
  else app.moves.select(index);
}

/** Makes the usual move: draws from the pile, or discards the selected card, else selects one. @param {App} app */
export function playUsual(app) {
  const { model } = app;
  if (model.selected !== null) return discardSelected(app);
  if (legalAction(model.view, "discard")) pressCard(app, usualDiscard(model, isOn("hints")));
  else sendMove(app, "draw", "pile");
}

/** Discards the selected card. @param {App} app */
export function discardSelected(app) {
  if (app.model.selected !== null) pressCard(app, app.model.selected);
}

/**
 * Takes another seat's discard; on touch screens the first press only shows the effect.
 * @param {App} app
 * @param {number} seat
 * @param {boolean} touch
 */
export function takeDiscard(app, seat, touch) {
  if (!legalAction(app.model.view, "draw", seat) || !app.mayAct) return;
  if (touch && isOn("tapTwice") && app.ui.lifted !== seat) {
    app.ui.lifted = seat;
    app.redraw();
  } else {
    sendMove(app, "draw", seat);
  }
}

/**
 * Opens the question before a fight or a surrender, if that is legal.
 * @param {App} app
 * @param {"fight" | "surrender"} kind
 */
export function askFirst(app, kind) {
  if (app.mayAct && legalAction(app.model.view, kind)) app.open(kind);
}

/**
 * Confirms a fight or a surrender, but not right after the first press.
 * @param {App} app
 * @param {"fight" | "surrender"} kind
 */
export function confirmMove(app, kind) {
  if (app.ui.panel === kind && performance.now() - app.ui.panelAt >= GUARD) sendMove(app, kind);
}
