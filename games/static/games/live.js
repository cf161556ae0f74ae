/** Draws a part of a page that changes while it is read. */

import { render } from "../density/vendor/lit-html/lit-html.js";

/**
 * Draws a part of the page. A browser's translator replaces texts with elements of its own, which would
 * hide later changes: such a part opts out of translation.
 * @param {unknown} view
 * @param {HTMLElement} place
 */
export function renderLive(view, place) {
  place.translate = false;
  render(view, place);
}
