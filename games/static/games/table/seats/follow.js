/** A spectator's choice of the seat to watch from. */

import { html } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { nameOf } from "../text/sentences.js";

/** @typedef {import("../page/app.js").App} App */

/**
 * The dock of a spectator: offers, and below them the choice of the seat to watch from.
 * @param {App} app
 * @param {unknown} offered
 */
export const followDock = (app, offered) => html`<div class="moves follow-dock">${offered}
  <div class="follow" role="group" aria-labelledby="follow"><p id="follow">${t("Watch from")}</p><div class="segments">${app.model.seats.map(
    ({
      seat,
    }) => html`<label><input type="radio" name="follow" value=${seat} .checked=${app.model.follow === seat}
      @change=${() => app.follow(seat)}><span>${nameOf(app.model, seat)}</span></label>`,
  )}</div></div></div>`;
