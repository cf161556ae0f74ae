/** The bar above a lesson: where you are, what is at stake, the ways out. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { iconView } from "../table/parts/parts.js";

/**
 * @template {import("./lesson.js").Types} G
 * @param {import("../table/page/app.js").App<G>} app
 * @param {import("./guide.js").Guide<G>} guide
 */
export function lessonBar({ model: { view, own } }, guide) {
  const place = view && guide.lesson.place(view, own);
  return html`<a class="bar-back" href="/learn/">${iconView("back")}<span class="sr-only">${t("Back to learning")}</span></a>
    <a class="wordmark" href="/">${iconView("mark")}<span class="sr-only">${t("Density Deck, home")}</span><span aria-hidden="true"
      ><i>D</i><i>e</i><i>n</i><i>s</i><i>i</i><i>t</i><i>y</i><i>Deck</i></span></a>
    <div class="bar-place"><span class="bar-match"><b>${guide.lesson.title()}</b>${place ? place.long : nothing}</span>
      ${place ? html`<span class="bar-stake">${place.short}</span>` : nothing}</div>
    <div class="bar-end">
      <button type="button" class="button quiet" data-lesson="restart" ?disabled=${guide.place === 0} @click=${() => guide.restart()}>${t("Start over")}</button>
      <button type="button" class="button quiet" data-lesson="skip" ?hidden=${guide.ended} @click=${() => guide.skip()}>${t("Skip")}</button>
    </div>`;
}
