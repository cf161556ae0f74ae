/** The form that continues a moment against AI players: it names the moment on the page. */

/**
 * Sets the form to this moment, and to the seat in view.
 * @param {HTMLFormElement} form
 * @param {import("./state.js").Moment} moment
 */
export function nameMoment(form, { match, step, view }) {
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));
  field("match").value = String(match);
  field("step").value = String(step);
  if (typeof view === "number" && form.dataset.view !== String(view))
    field("seat").value = String(view);
  form.dataset.view = String(view);
}
