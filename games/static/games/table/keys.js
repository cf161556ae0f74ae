/** Keys, the guard against presses that began before the question changed, and where focus goes. */

import { spots } from "./cards.js";
import { deedOf } from "./keymap.js";
import { closePop, escapePop } from "./pops.js";
import { legalAction } from "./protocol.js";
import { wakeSound } from "./sound.js";
import { setting } from "./settings.js";
import { ownHand } from "./shown.js";
import { goTo } from "./side.js";

/** @typedef {import("./app.js").App} App */

/** @param {EventTarget | null} target whether keys belong to a field there */
const typing = (target) =>
  target instanceof Element && !!target.closest("input, textarea, select, [contenteditable]");

/** @param {App} app @param {HTMLElement} root */
export function listen(app, root) {
  /** @type {number | null} */
  let pressed = null;
  addEventListener("keydown", (event) => onKey(app, root, event));
  addEventListener("pointerdown", (event) => {
    pressed = app.model.question;
    wakeSound();
    closePop(app, event.target);
  }, true);
  root.addEventListener("click", (event) => {
    const play = event.target instanceof Element && event.target.closest(".stage");
    if (play && event.detail > 0 && pressed !== app.model.question) event.stopImmediatePropagation();
  }, true);
  root.addEventListener("pointerover", (event) => mean(root, event.target));
  document.addEventListener("visibilitychange", () => app.redraw());
}

/**
 * A chip under the pointer marks its card on the table.
 * @param {HTMLElement} root
 * @param {EventTarget | null} target
 */
function mean(root, target) {
  const chip = target instanceof Element ? target.closest("[data-means]") : null;
  const code = chip?.getAttribute("data-means");
  for (const card of root.querySelectorAll(".stage .card[data-code]")) {
    card.toggleAttribute("data-meant", card.getAttribute("data-code") === code);
  }
}

/** @param {App} app @param {HTMLElement} root @param {KeyboardEvent} event */
function onKey(app, root, event) {
  if (event.repeat) {
    if (event.key === "Enter" || event.key === " ") event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (trap(root, event)) return;
  if (event.key === "Escape") return escapePop(app);
  if (app.model.showdown) {
    if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) app.leaveShowdown();
    return;
  }
  if (app.ui.panel === "fight" && event.key === "Enter") {
    if (!(event.target instanceof HTMLButtonElement)) app.moves.confirm("fight");
    return;
  }
  if (app.ui.panel === "surrender" || app.ui.panel === "settings" || app.ui.panel === "kick" || app.ui.panel === "end") return;
  if (onArrows(app, root, event)) return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") return void app.past.step(event.key === "ArrowLeft" ? -1 : 1);
  if (!setting("shortcuts") && event.key.length === 1) return;
  if (single(app, root, event)) event.preventDefault();
}

/**
 * The single-key moves, and Enter.
 * @param {App} app @param {HTMLElement} root @param {KeyboardEvent} event
 * @returns {boolean} whether the key meant something
 */
function single(app, root, event) {
  if (event.key === "Enter") {
    if (event.target instanceof Element && event.target.closest("button, a, summary")) return false;
    app.moves.discardSelected();
    return true;
  }
  const deed = deedOf(event.key);
  switch (deed) {
    case null:
    case "ranked":
      return false;
    case "draw":
      return app.moves.act("draw", "pile");
    case "left":
    case "across":
    case "right": {
      const seat = spots(app.model.seats.length, app.model.you).indexOf(deed);
      if (seat >= 0) app.moves.take(seat, false);
      return seat >= 0;
    }
    case "undo":
      return app.moves.undo();
    case "fight":
    case "surrender":
      app.open(deed);
      return true;
    case "log":
    case "chat":
      goTo(app, root, deed);
      return true;
    case "score":
      if (!root.querySelector(".side")?.checkVisibility()) app.toggle("score");
      return true;
    case "sound":
      app.toggleSound();
      return true;
    case "help":
      app.toggle("keys");
      return true;
    default:
      return pickCard(app, root, Number(deed.at(-1)) - 1);
  }
}

/**
 * A key of a card selects it, or discards the selected one.
 * @param {App} app @param {HTMLElement} root @param {number} place in the hand
 */
function pickCard(app, root, place) {
  const card = ownHand(app.model)[place];
  if (!card) return false;
  // the focus goes along, so that Enter means the selected card
  /** @type {HTMLElement | null} */ (root.querySelector(`[data-hand] [data-index="${card.index}"]`))?.focus();
  app.moves.pressCard(card.index);
  return true;
}

/**
 * Arrows move inside the hand.
 * @param {App} app @param {HTMLElement} root @param {KeyboardEvent} event
 */
function onArrows(app, root, event) {
  const card = event.target instanceof Element && event.target.closest("[data-hand] button");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!card || !step) return false;
  const cards = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-hand] button")]);
  const next = cards[(cards.indexOf(/** @type {HTMLElement} */ (card)) + step + cards.length) % cards.length];
  next?.focus();
  if (legalAction(app.model.view, "discard")) app.moves.select(Number(next?.dataset.index));
  event.preventDefault();
  return true;
}

/**
 * Tab stays inside what lies over the table.
 * @param {HTMLElement} root @param {KeyboardEvent} event
 */
function trap(root, event) {
  const box = root.querySelector("[data-trap]");
  if (!box || event.key !== "Tab") return false;
  const stops = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("button:not(:disabled), a[href]")]);
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = stops[(at + (event.shiftKey ? -1 : 1) + stops.length) % stops.length];
  next?.focus();
  event.preventDefault();
  return true;
}

export class Focus {
  /** @type {Element | null} what lay over the table at the last look */
  #box = null;
  /** @type {HTMLElement | null} */
  #back = null;

  /**
   * Puts focus where the new moment wants it, never away from a field or a chosen control.
   * @param {HTMLElement} root
   */
  boxes(root) {
    // a dialog that lit takes away gives no focus back by itself
    const box = root.querySelector("[data-trap], dialog");
    if (box === this.#box) return;
    if (box) {
      if (!this.#box) this.#back = /** @type {HTMLElement | null} */ (document.activeElement);
      /** @type {HTMLElement | null} */ (box.querySelector("[data-focus]"))?.focus({ preventScroll: true });
    } else if (this.#back?.isConnected && document.activeElement === document.body) {
      this.#back.focus({ preventScroll: true });
    }
    this.#box = box;
  }

  /**
   * When a turn starts, focus that is nowhere goes to Draw; after a draw, to the drawn card.
   * @param {App} app @param {HTMLElement} root @param {import("./state.js").Model} before
   */
  turn({ model }, root, before) {
    if (model.question === before.question || model.question === null || model.showdown) return;
    const active = document.activeElement;
    const loose = !active || active === document.body || !active.isConnected || !!active.closest(".stage");
    if (!loose || !model.view?.legal.length) return;
    const wanted = model.view.phase === "discard" ? "[data-hand] button:last-child" : '.moves [data-do="draw"]';
    /** @type {HTMLElement | null} */ (root.querySelector(wanted))?.focus({ preventScroll: true });
  }
}
