/** The ratings in the queue as a picture: a band that widens around the reader, and dots for others. */

import { html, nothing, svg } from "../density/vendor/lit-html/lit-html.js";
import { t } from "../density/words.js";
import { bandOf, dotsOf } from "./spread.js";
import { bandWords } from "./words.js";

const LINE = 52;
const RAISE = 13;

/** @param {import("./state.js").QueueFrame} frame */
export function bandView(frame) {
  const { now, soon } = bandOf(frame);
  const [low, high] = frame.band ?? [null, null];
  const end = (/** @type {number | null} */ rating, /** @type {number} */ x) =>
    rating === null
      ? nothing
      : svg`<text class="band-end" x="${x}%" y=${LINE + 38}>${rating}</text>`;
  return html`<svg class="band" role="img" aria-label=${bandWords(frame)}>
    <line class="band-line" x1="0" x2="100%" y1=${LINE} y2=${LINE}></line>
    ${frame.band ? svg`<rect class="band-soon" x="${soon.x}%" width="${soon.width}%" y=${LINE - 15} height="30" rx="8"></rect>` : nothing}
    <rect class="band-now" x="${now.x}%" width="${now.width}%" y=${LINE - 19} height="38" rx="10"></rect>
    ${dotsOf(frame).map(({ at, row, inside }) => svg`<circle class="band-dot" data-inside=${inside ? "" : nothing} cx="${at}%" cy=${LINE - row * RAISE} r="5"></circle>`)}
    <line class="band-you" x1="50%" x2="50%" y1=${LINE - 30} y2=${LINE + 24}></line>
    <text class="band-name" x="50%" y=${LINE - 36}>${t("you {rating}", { rating: `${frame.rating}` })}</text>
    ${end(low, now.x)} ${end(high, now.x + now.width)}
  </svg>`;
}
