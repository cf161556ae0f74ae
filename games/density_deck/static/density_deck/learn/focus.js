/** Where the focus goes in the first game: to what moves it on, never away from a dialog. */

/** @typedef {import("./guide.js").Guide} Guide */

/**
 * The control that answers what the step wants.
 * @param {HTMLElement} root
 * @param {import("./teacher.js").Wanted} wants
 */
function controlOf(root, wants) {
  if (wants.do === "draw" && wants.from !== "pile")
    return root.querySelector(`[data-pile="${wants.from}"]`);
  if (wants.do === "discard") return root.querySelector(`[data-hand] [data-code="${wants.card}"]`);
  if (wants.do === "ready") return root.querySelector('[data-do="ready"]');
  return root.querySelector(`.moves [data-do="${wants.do}"]`);
}

/** @type {string} the step, and whether it is reached, that focus was last put for */
let last = "";

/**
 * Puts focus once for every step: on Next where one reads, on the move where one is wanted.
 * @param {Guide} guide
 * @param {HTMLElement} bubble
 * @param {HTMLElement} root
 * @param {HTMLElement} end
 */
export function focusStep(guide, bubble, root, end) {
  const { step, watching, ended, note } = guide;
  const now = `${step.name} ${watching} ${note}`;
  if (now === last) return;
  last = now;
  const control = ended
    ? end.querySelector("h2")
    : watching || step.wants === null
      ? bubble.querySelector('[data-lesson="next"]')
      : controlOf(root, step.wants);
  /** @type {HTMLElement | null} */ (control)?.focus({ preventScroll: true });
}
