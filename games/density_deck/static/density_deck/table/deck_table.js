/** The table of Density Deck, composed of its parts. */

import { html, nothing, repeat } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { verdictView } from "../../games/table/views/verdict.js";
import {
  amplificationView,
  clockView,
  discardView,
  ownDiscard,
  pileView,
  stakesView,
} from "./centre.js";
import { slabView } from "../../games/table/parts/parts.js";
import { reactButton } from "../../games/table/chat/view.js";
import { dockView, fightPanel, promptView } from "./dock.js";
import { fightView, standView } from "./fight_view.js";
import { handView } from "./hand.js";
import { lastEvent } from "../../games/table/views/log.js";
import { scorePanel, scoreStrip } from "./score.js";
import { nearSeat, plateView } from "./plates.js";
import { nearSeatOf } from "../../games/table/seats/order.js";
import { otherSeats } from "../../games/table/seats/seats.js";
import { showdownView } from "./showdown.js";
import { sideView } from "../../games/table/views/side.js";

/** @typedef {import("./protocol.js").App} App */

/** @param {App} app */
export function deckTable(app) {
  const { model } = app;
  const covered = model.own.ended !== null;
  return html`<div class="table" ?inert=${covered} data-phase=${model.view?.phase ?? nothing} data-fight=${model.own.fight?.beat ?? nothing} data-watching=${model.you === null ? "" : nothing}>
      <div class="stage-wrap"><div class="stage" dir="ltr" data-seats=${model.seats.length}>
        ${slabView()} <h1 class="sr-only">${headingWords(app)}</h1> ${promptView(app)} ${pileView(app)}
        ${repeat(
          otherSeats(app),
          ({ seat }) => seat,
          ({ seat, spot }) => html`<section class="opponent" data-spot=${spot}
          aria-label=${model.seats[seat]?.name}>${plateView(app, seat)}${discardView(app, seat, spot)}${standView(app, seat)}</section>`,
        )}
        ${amplificationView(app)} ${ownDiscard(app)} ${stakesView(app)} ${clockView(app)}
        ${scoreStrip(app)} ${lastEvent(app)} ${nearSeat(app)} ${reactButton(app)} ${handView(app)} ${dockView(app)} ${fightPanel(app)} ${standView(app, nearSeatOf(model))} ${fightView(app)}
      </div></div>
      ${sideView(app, scorePanel)}
    </div>${showdownView(app)}${verdictView(app)}`;
}

/** @param {App} app */
const headingWords = ({ model: { view } }) =>
  view?.phase === "over"
    ? t("The game is over")
    : t("Match {match}, round {round}", { match: view?.match ?? 0, round: view?.round ?? 0 });
