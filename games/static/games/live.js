/** Draws a part of a page that changes while it is read. */

import { render } from "../density/vendor/lit-html/lit-html.js";

/**
 * Draws a part of the page. A translator of a browser puts elements of its own in the place of the texts,
 * and what is drawn later would not be seen: such a part asks not to be translated.
 * @param {unknown} view
 * @param {HTMLElement} place
 */
export function renderLive(view, place) {
  place.translate = false;
  render(view, place);
}
