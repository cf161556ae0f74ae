/** Cards on the table: each is a button that shows its effect, or a choice if it is legal. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { keyView } from "../../games/table/parts/parts.js";
import { isOn } from "../../games/table/settings/settings.js";
import { itemFace } from "./card.js";
import { readItem } from "./items.js";
import { legalAction } from "./protocol.js";

/** @typedef {import("./protocol.js").App} App */

/** The phases in which cards are chosen on the table, with the place of the cards. */
const CHOICES = /** @type {const} */ ({
  break: "theirs",
  steal: "theirs",
  pick: "center",
  discard: "own",
});

/** The place whose cards can be chosen now, or null. @param {App} app */
export function choicePlace(app) {
  const phase = app.model.view?.phase;
  return app.mayAct && phase && phase in CHOICES
    ? CHOICES[/** @type {keyof typeof CHOICES} */ (phase)]
    : null;
}

/** The cards that the reader can choose on the table, in order. @param {App} app @returns {string[]} */
export function choosableCards(app) {
  const view = app.model.view;
  if (!view || !choicePlace(app)) return [];
  const legal = view.legal.flatMap((action) =>
    "card" in action && action.card ? [action.card] : [],
  );
  const all = [...view.seats.flatMap(({ items }) => items), ...view.center];
  return all.filter((code) => code !== null && legal.includes(code)).map(String);
}

/** Whether a card can be chosen now. @param {App} app @param {string} code */
const isChoice = (app, code) => choosableCards(app).includes(code);

/** Whether a card is a potion that can be drunk now. @param {App} app @param {string} code */
const isDrink = (app, code) => app.mayAct && !!legalAction(app.model.view, "drink", code);

/**
 * A card of the table.
 * @param {App} app
 * @param {string} code
 * @param {{size: string, whose: string, first: boolean}} where first: the tab stop of its row
 */
export function tableCard(app, code, { size, whose, first }) {
  const { suit, name, effect } = readItem(code);
  const legal = isChoice(app, code) || isDrink(app, code);
  const chosen = app.ui.lifted === code;
  const place = choosableCards(app).indexOf(code);
  return html`<button type="button" class="card item" data-suit=${suit} data-item=${code} data-size=${size} tabindex=${first ? 0 : -1}
    data-mark=${chosen && legal ? "selected" : legal ? "legal" : nothing} data-chosen=${chosen ? "" : nothing} data-acts=${isCause(app, code) ? "" : nothing}
    aria-pressed=${legal ? (chosen ? "true" : "false") : nothing}
    @click=${(/** @type {PointerEvent} */ event) => pressCard(app, code, event.pointerType === "touch")}
    ><span class="sr-only">${whose ? `${whose}: ` : ""}${t("{card}. {effect}", { card: name, effect })}</span>${itemFace(code)}${
      place >= 0 && isOn("shortcuts")
        ? html`<span class="card-key" aria-hidden="true">${keyView(`${place + 1}`)}</span>`
        : nothing
    }</button>`;
}

/** Whether a card causes the events shown now. @param {App} app @param {string} code */
const isCause = ({ scene }, code) => {
  const events = scene?.current?.events ?? [];
  return events.some(
    (event) =>
      ("cause" in event && event.cause && (event.cause.card === code || event.cause.by === code)) ||
      ("claims" in event && event.claims.some(({ card, by }) => card === code || by === code)),
  );
};

/** The action on a card in this phase. @param {App} app */
const actionOnCard = (app) =>
  /** @type {"break" | "steal" | "pick" | "discard"} */ (app.model.view?.phase);

/**
 * Handles a press on a card: takes it if that is a choice, else shows its effect. On touch screens, and
 * for discards, the first press selects and the second one takes.
 * @param {App} app
 * @param {string} code
 * @param {boolean} touch
 */
export function pressCard(app, code, touch) {
  const { lifted } = app.ui;
  const twice = app.model.view?.phase === "discard" || (touch && isOn("tapTwice"));
  if (isChoice(app, code) && (!twice || lifted === code)) return takeCard(app, code);
  app.ui.lifted = lifted === code ? null : code;
  app.redraw();
}

/**
 * Sends the choice of a card.
 * @param {App} app
 * @param {string} code
 */
export function takeCard(app, code) {
  const action = legalAction(app.model.view, actionOnCard(app), code);
  if (action) app.moves.send(action);
}
