/** The focus in a lesson: on the control that continues it. */

/** The step that was focused last, and how far it was. @type {string} */
let focusedStep = "";

/**
 * Sets the focus once per step: on Next where the reader reads, on the move where one is wanted.
 * @template {import("./lesson.js").Types} G
 * @param {import("./guide.js").Guide<G>} guide
 * @param {HTMLElement} bubble
 * @param {HTMLElement} root
 * @param {HTMLElement} end
 */
export function focusStep(guide, bubble, root, end) {
  const { step, watching, ended, note } = guide;
  const now = `${step.name} ${watching} ${note}`;
  if (now === focusedStep) return;
  focusedStep = now;
  const control = ended
    ? end.querySelector("h2")
    : watching || step.wants === null
      ? bubble.querySelector('[data-lesson="next"]')
      : root.querySelector(guide.lesson.control(step.wants));
  /** @type {HTMLElement | null} */ (control)?.focus({ preventScroll: true });
}
