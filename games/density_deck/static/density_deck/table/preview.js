/** Shows the score without a card of the hand while the mouse, or the focus of a keyboard, is on it. */

/** @typedef {import("./protocol.js").App} App */

/** @param {App} app @param {HTMLElement} root */
export function previewDiscards(app, root) {
  let usesKeys = false;
  /** The selection from before the mouse came to a card. @type {{question: number | null, hovered: number, kept: number | null} | null} */
  let hover = null;
  addEventListener("keydown", () => (usesKeys = true), true);
  addEventListener("pointerdown", () => (usesKeys = false), true);

  // a tap focuses a card as well, but its first press only shows the score
  root.addEventListener("focusin", ({ target }) => {
    const index = discardAt(target);
    if (usesKeys && index !== null) app.moves.select(index, true);
  });

  addEventListener("pointerover", ({ target, pointerType, buttons }) => {
    if (pointerType !== "mouse" || buttons) return;
    const index = discardAt(target);
    const { question, selected } = app.model;
    const isHovered = hover?.question === question && hover.hovered === selected;
    if (index !== null) {
      hover = { question, hovered: index, kept: isHovered ? (hover?.kept ?? null) : selected };
      app.moves.select(index, true);
    } else if (hover) {
      if (isHovered) app.moves.select(hover.kept, true);
      hover = null;
    }
  });

  // a press keeps the card selected when the mouse leaves it
  root.addEventListener("click", ({ target }) => {
    const index = discardAt(target);
    if (hover && index !== null) hover.kept = index;
  });
}

/**
 * The place in the hand of the card that a discard would take, or null.
 * @param {EventTarget | null} target
 */
function discardAt(target) {
  const card =
    target instanceof Element ? target.closest("[data-hand] button[aria-pressed]") : null;
  return card instanceof HTMLElement ? Number(card.dataset.index) : null;
}
