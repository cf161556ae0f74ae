/** Lets the reader drag a card of their hand onto their discard pile, by finger or mouse. */

import { legalAction } from "./protocol.js";
import { sendMove } from "./moves.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {{card: HTMLElement, x: number, y: number, moved: boolean}} Drag
 */

const SLACK = 10;
const REACH = 48;

/** @param {App} app @param {HTMLElement} root */
export function dragCards(app, root) {
  /** @type {Drag | null} */
  let drag = null;
  let swallow = false;

  root.addEventListener("pointerdown", (event) => {
    swallow = false;
    const card =
      event.target instanceof Element ? event.target.closest("[data-hand] button") : null;
    if (!(card instanceof HTMLElement) || event.button !== 0 || !app.mayAct) return;
    if (!legalAction(app.model.view, "discard", card.dataset.code)) return;
    drag = { card, x: event.clientX, y: event.clientY, moved: false };
  });

  addEventListener("pointermove", (event) => {
    if (!drag) return;
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(x, y) < SLACK) return;
    drag.moved = true;
    drag.card.setAttribute("data-dragged", "");
    drag.card.style.setProperty("transform", `translate(${x}px, ${y}px)`);
  });

  const end = (/** @type {PointerEvent} */ event) => {
    const done = drag;
    drag = null;
    if (!done?.moved) return;
    swallow = true;
    const { code, index } = done.card.dataset;
    if (event.type === "pointerup" && overDiscard(root, event))
      sendMove(app, "discard", code, Number(index));
    done.card.removeAttribute("data-dragged");
    done.card.style.removeProperty("transform");
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);

  root.addEventListener(
    "click",
    (event) => {
      if (!swallow) return;
      swallow = false;
      event.stopImmediatePropagation();
    },
    true,
  );
}

/** @param {HTMLElement} root @param {PointerEvent} event */
function overDiscard(root, event) {
  const box = root.querySelector(".pile.own")?.getBoundingClientRect();
  if (!box) return false;
  return (
    event.clientX > box.left - REACH &&
    event.clientX < box.right + REACH &&
    event.clientY > box.top - REACH &&
    event.clientY < box.bottom + REACH
  );
}
