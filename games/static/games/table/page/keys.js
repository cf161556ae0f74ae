/** Keys, focus, and the guard against presses that began before the question changed. */

import { actionOfPress } from "../parts/keymap.js";
import { closePop, escapePop } from "../parts/pops.js";
import { wakeByTouch } from "../senses/sound.js";
import { skipByKey, skipByTap } from "../senses/pace.js";
import { isOn } from "../settings/settings.js";
import { goTo } from "../views/side.js";

/** @typedef {import("./app.js").App} App */

/** While these panels are open the table's keys do nothing. @type {(string | null)[]} */
const ASKING = ["settings", "kick", "end"];

/** Whether an element is a field that needs the keys. @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof Element && !!target.closest("input, textarea, select, [contenteditable]");

/** @param {App} app @param {HTMLElement} root */
export function listenToKeys(app, root) {
  /** @type {number | null} */
  let pressed = null;
  wakeByTouch();
  addEventListener("keydown", (event) => onKey(app, root, event));
  addEventListener(
    "pointerdown",
    (event) => {
      pressed = app.model.question;
      closePop(app, event.target);
    },
    true,
  );
  root.addEventListener(
    "click",
    (event) => {
      const play = event.target instanceof Element && event.target.closest(".stage");
      if (play && event.detail > 0 && pressed !== app.model.question)
        event.stopImmediatePropagation();
      else if (play && pressed === null) skipByTap(app, event.target);
    },
    true,
  );
  root.addEventListener("pointerover", (event) => markMeantCard(root, event.target));
  document.addEventListener("visibilitychange", () => app.redraw());
}

/**
 * Marks the card on the table whose chip is under the pointer.
 * @param {HTMLElement} root
 * @param {EventTarget | null} target
 */
function markMeantCard(root, target) {
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
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (trapTab(root, event)) return;
  if (event.key === "Escape") return escapePop(app);
  if (app.scene?.shown && app.scene.covers) return app.scene.press?.(event);
  if (
    ASKING.includes(app.ui.panel) ||
    (app.ui.panel && app.game.confirms?.[app.ui.panel]?.(app, event))
  )
    return;
  if (skipByKey(app, event)) return event.preventDefault();
  if (event.key.startsWith("Arrow") && app.game.press(app, root, event, null))
    return event.preventDefault();
  if (event.key === "ArrowLeft" || event.key === "ArrowRight")
    return void app.past.step(event.key === "ArrowLeft" ? -1 : 1);
  if (!isOn("shortcuts") && event.key.length === 1) return;
  if (pressSingleKey(app, root, event)) event.preventDefault();
}

/**
 * Handles a single key: the game's keys first, then those of every table.
 * @param {App} app @param {HTMLElement} root @param {KeyboardEvent} event
 * @returns {boolean} whether the key did something
 */
function pressSingleKey(app, root, event) {
  const action = actionOfPress(event);
  if (app.game.press(app, root, event, action)) return true;
  switch (action) {
    case "log":
    case "chat":
      goTo(app, root, action);
      return true;
    case "sound":
      app.toggleSound();
      return true;
    case "help":
      app.toggle("keys");
      return true;
    default:
      return false;
  }
}

/**
 * Keeps Tab inside what covers the table, and in the bar where that is in view.
 * @param {HTMLElement} root @param {KeyboardEvent} event
 */
function trapTab(root, event) {
  const box = root.querySelector("[data-trap]");
  // a dialog keeps the focus itself
  if (!box || event.key !== "Tab" || root.querySelector("dialog")) return false;
  const bar = box.matches("[data-trap=bar]") ? document.getElementById("table-bar") : null;
  const stops = [bar, box].flatMap((part) =>
    /** @type {HTMLElement[]} */ ([
      ...(part?.querySelectorAll("button:not(:disabled), a[href]") ?? []),
    ]).filter((stop) => stop.getClientRects().length),
  );
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = stops[(at + (event.shiftKey ? -1 : 1) + stops.length) % stops.length];
  next?.focus();
  event.preventDefault();
  return true;
}

export class Focus {
  /** What covers the table, the lowest first, and where the focus was before. @type {{box: Element, back: Element | null}[]} */
  #boxes = [];

  /**
   * Moves the focus into a box that opens, and back when it closes.
   * @param {HTMLElement} root
   */
  boxes(root) {
    // a dialog that lit removes does not give the focus back
    const box = root.querySelector("dialog") ?? root.querySelector("[data-trap]");
    if (box === (this.#boxes.at(-1)?.box ?? null)) return;
    if (box && this.#boxes.every((entry) => entry.box !== box)) {
      this.#boxes.push({ box, back: document.activeElement });
      /** @type {HTMLElement | null} */ (box.querySelector("[data-focus]"))?.focus({
        preventScroll: true,
      });
      return;
    }
    let back = null;
    while (this.#boxes.length && this.#boxes.at(-1)?.box !== box) back = this.#boxes.pop()?.back;
    if (back instanceof HTMLElement && back.isConnected && document.activeElement === document.body)
      back.focus({ preventScroll: true });
  }

  /**
   * Moves a focus that is nowhere to the control of a new question.
   * @param {App} app @param {HTMLElement} root @param {import("../state/state.js").Model} before
   */
  turn({ model, game, scene, staged }, root, before) {
    if (
      model.question === before.question ||
      model.question === null ||
      staged ||
      (scene?.covers && scene.shown)
    )
      return;
    const active = document.activeElement;
    const loose =
      !active || active === document.body || !active.isConnected || !!active.closest(".stage");
    if (!loose || !model.view?.legal.length) return;
    /** @type {HTMLElement | null} */ (root.querySelector(game.wanted(model)))?.focus({
      preventScroll: true,
    });
  }
}
