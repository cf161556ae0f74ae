/** Moves of Density Deck: a press becomes one only where the server named it as legal. */

import { timeLeft } from "../../games/table/state/clock.js";
import { GUARD } from "../../games/table/state/moves.js";
import { isOn } from "../../games/table/settings/settings.js";
import { legalAction } from "./protocol.js";
import { ownHand } from "./shown.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Action} Action
 */

/** Milliseconds for which a discard can be taken back, where the reader wants that. */
const HELD = 1500;
/** With less time than this left nothing is held back. */
const HURRY = 3000;
/** Tables with so few seconds a turn are too fast for it. */
const FAST = 10;

/**
 * Sends a move the server named as legal; anything else is silently nothing.
 * @param {App} app
 * @param {Action["do"]} kind
 * @param {string | number} [what]
 * @param {number | null} [index] the place in the hand of a discarded card
 * @returns {boolean}
 */
export function act(app, kind, what, index = null) {
  const action = legalAction(app.model.view, kind, what);
  const held = kind === "discard" && index !== null && holds(app);
  return !!action && app.moves.send(action, index, held ? HELD : 0);
}

/** @param {App} app whether a discard waits a moment before it is sent */
function holds({ model }) {
  const free = model.game?.clock?.free;
  if (!isOn("takeBack") || (free !== undefined && free <= FAST)) return false;
  const clock = model.you === null ? null : timeLeft(model, model.you, performance.now());
  return clock === null || clock.ms > HURRY;
}

/**
 * A press on a card of the hand: the first selects it, the second discards it.
 * @param {App} app
 * @param {number} index
 */
export function pressCard(app, index) {
  const card = ownHand(app.model).find((each) => each.index === index);
  if (
    !card ||
    !app.mayAct ||
    !app.moves.settled ||
    !legalAction(app.model.view, "discard", card.code)
  )
    return;
  if (app.model.selected === index) act(app, "discard", card.code, index);
  else app.moves.select(index);
}

/** @param {App} app discards the selected card */
export function discardSelected(app) {
  if (app.model.selected !== null) pressCard(app, app.model.selected);
}

/**
 * A press on another seat's discard; with a finger the first one only shows what it brings.
 * @param {App} app
 * @param {number} seat
 * @param {boolean} touch
 */
export function take(app, seat, touch) {
  if (!legalAction(app.model.view, "draw", seat) || !app.mayAct) return;
  if (touch && isOn("tapTwice") && app.ui.lifted !== seat) {
    app.ui.lifted = seat;
    app.redraw();
  } else {
    act(app, "draw", seat);
  }
}

/**
 * Asks once more about a fight or a surrender, where it is legal.
 * @param {App} app
 * @param {"fight" | "surrender"} kind
 */
export function ask(app, kind) {
  if (app.mayAct && legalAction(app.model.view, kind)) app.open(kind);
}

/**
 * The second press of a fight or a surrender, never within a moment of the first.
 * @param {App} app
 * @param {"fight" | "surrender"} kind
 */
export function confirm(app, kind) {
  if (app.ui.panel === kind && performance.now() - app.ui.panelAt >= GUARD) act(app, kind);
}
