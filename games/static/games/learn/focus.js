/** Where the focus goes in a lesson: to what moves it on, never away from a dialog. */

/** @type {string} the step, and whether it is reached, that focus was last put for */
let last = "";

/**
 * Puts focus once for every step: on Next where one reads, on the move where one is wanted.
 * @template {import("./lesson.js").Types} G
 * @param {import("./guide.js").Guide<G>} guide
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
      : root.querySelector(guide.lesson.control(step.wants));
  /** @type {HTMLElement | null} */ (control)?.focus({ preventScroll: true });
}
