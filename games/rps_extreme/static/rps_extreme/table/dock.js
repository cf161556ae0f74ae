/** The reader's options now: the prompt, three throws, potions, points or the first pick. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t, tparts } from "../../density/words.js";
import { offersView } from "../../games/table/views/banners.js";
import {
  clockLine,
  clockWords,
  patienceLeft,
  patienceWords,
  shownTime,
  timeLeft,
} from "../../games/table/state/clock.js";
import { pastDock, pastWords } from "../../games/table/views/earlier.js";
import { followDock } from "../../games/table/seats/follow.js";
import { keyHint, iconView, keyView, ringView } from "../../games/table/parts/parts.js";
import { isPlayedByAi } from "../../games/table/seats/presence.js";
import { nameOf } from "../../games/table/text/sentences.js";
import { isActing } from "../../games/table/state/state.js";
import { itemChip, signDrawing } from "./card.js";
import { BEATS, SIGNS, SIGN_NAMES, readItem } from "./items.js";
import { CHOICE_KEYS } from "./keys.js";
import { legalAction } from "./protocol.js";
import { choosableCards, takeCard } from "./row.js";
import { activityWords, questionWords } from "./text.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Action} Action
 */

/** The lifted card while the reader chooses what Rainbow copies. */
const COPY = "rainbow-potion";

/** The line above the moves. @param {App} app */
export function promptView(app) {
  const { model, ui } = app;
  const view = model.view;
  if (!view) return nothing;
  const { lead, rest, own, theirs, pause } = promptWords(app);
  const seat = own && model.you !== null ? model.you : (view.asked[0] ?? null);
  const clock = seat === null ? null : timeLeft(model, seat, ui.now);
  const patience = seat === null ? null : patienceLeft(model, seat, ui.now);
  return html`<p class="prompt" data-own=${own ? "" : nothing} data-theirs=${theirs ? "" : nothing} data-bank=${clock?.onBank ? "" : nothing}><b
    data-long=${lead.length > 14 ? "" : nothing}>${lead}</b><span class="prompt-rest">${rest}</span>${
      patience === null
        ? nothing
        : html`<span class="prompt-patience">${patienceWords(patience)}</span>`
    }${
      pause || clock
        ? html`<span class="prompt-clock" role="timer">${pause ?? (clock && clockLine(clock))}</span>`
        : nothing
    }</p>`;
}

/** @param {App} app @returns {{lead: string, rest: string, own: boolean, theirs?: boolean, pause?: string}} theirs: the plate says the same; pause: shown in place of a clock */
function promptWords(app) {
  const { model, ui } = app;
  const view = model.view;
  if (!view || app.scene?.shown) return { lead: "", rest: "", own: false };
  if (model.game?.status === "sealing")
    return { lead: t("Sealing the deal"), rest: "", own: false };
  if (app.past.shown) return pastWords(app);
  if (view.phase === "over") return { lead: t("The game is over"), rest: "", own: false };
  const { you } = model;
  if (you !== null && view.asked.includes(you) && isPlayedByAi(model, you))
    return { lead: t("Your turn"), rest: "", own: false };
  if (model.pauseUntil > ui.now) {
    return {
      lead: t("Challenge {match}", { match: view.match }),
      rest: "",
      own: false,
      pause: t("continues in {time}", { time: clockWords(model.pauseUntil - ui.now) }),
    };
  }
  if (model.question !== null && view.legal.length) {
    if (!isActing(model)) return { lead: t("Your turn"), rest: t("in another tab"), own: false };
    if (!model.pending && asksCopy(app))
      return { lead: readItem(COPY).name, rest: t("choose what it copies"), own: true };
    if (!model.pending) return { ...questionWords(model), own: true };
  }
  const seat = view.asked.find((other) => other !== you);
  const lead =
    you !== null && (view.seats[you].answered || model.pending)
      ? view.phase === "throw"
        ? t("You have thrown")
        : t("You have chosen")
      : "";
  if (seat === undefined) return { lead, rest: "", own: false };
  const name = nameOf(model, seat);
  return lead
    ? { lead, rest: t("waiting for {name}", { name }), own: false }
    : { lead: name, rest: activityWords(view.phase), own: false, theirs: true };
}

/** @param {App} app */
export function dockView(app) {
  const { model, ui } = app;
  const view = model.view;
  if (app.past.shown) return pastDock(app);
  const offered = offersView(app);
  if (view && model.you === null) return followDock(app, offered);
  if (offered) return offered;
  const isAsked =
    view &&
    model.question !== null &&
    view.legal.length > 0 &&
    !model.pending &&
    model.pauseUntil <= ui.now;
  return html`<div class="moves" role="group" aria-label=${t("Moves")} data-phase=${isAsked ? view.phase : nothing}>${
    isAsked ? movesOf(app) : app.scene?.shown ? skipView() : throwsView(app, true)
  }</div>`;
}

/** Whether the reader probably has a keyboard: not on phones and tablets. */
const hasKeys = () => !matchMedia("(pointer: coarse)").matches;

const skipView = () =>
  html`<p class="dock-note">${hasKeys() ? t("Press any key or tap to continue") : t("Tap to continue")}</p>`;

/** @param {App} app */
function movesOf(app) {
  switch (app.model.view?.phase) {
    case "throw":
      return throwsView(app, false);
    case "window-1":
    case "window-2":
      return windowView(app);
    case "score":
      return scoreView(app);
    default:
      return cardView(app);
  }
}

/**
 * The three throws; without a question they stay as disabled buttons, so that nothing jumps.
 * @param {App} app
 * @param {boolean} quiet
 */
function throwsView(app, quiet) {
  const view = app.model.view;
  const own =
    app.model.you === null
      ? null
      : (app.model.pending?.action ?? view?.seats[app.model.you].choice ?? null);
  return SIGNS.map((sign, index) => {
    const chosen = quiet && own?.do === "throw" && own.sign === sign;
    return html`<button type="button" class="button throw" data-do="throw" data-sign=${sign} data-chosen=${chosen ? "" : nothing}
      ?disabled=${quiet || !app.mayAct} @click=${() => throwSign(app, sign)}>${signDrawing(sign)}<span class="two"><span>${SIGN_NAMES[sign]}</span><small>${
        chosen ? t("your throw") : t("beats {sign}", { sign: SIGN_NAMES[BEATS[sign]] })
      }</small></span>${keyHint(CHOICE_KEYS[index])}</button>`;
  });
}

/** @param {App} app @param {string} sign */
export function throwSign(app, sign) {
  const action = legalAction(app.model.view, "throw", sign);
  return !!action && app.moves.send(action);
}

/** The potions that can be drunk, in the order of the reader's cards and of the keys. @param {App} app @returns {Action[]} */
export function drinkActions({ model, ui }) {
  const { view, you } = model;
  const held = you === null ? [] : (view?.seats[you].items ?? []);
  const all = (view?.legal.filter((action) => action.do === "drink") ?? []).toSorted(
    (one, other) => held.indexOf(one.card) - held.indexOf(other.card),
  );
  const copies = all.filter((action) => "as" in action && action.as);
  if (ui.lifted === COPY && copies.length > 1) return copies;
  // several copies are one choice at first; the next question is which one
  return copies.length > 1 ? [...all.filter((action) => !copies.includes(action)), copies[0]] : all;
}

/** Whether the reader is choosing what Rainbow copies. @param {App} app */
export const asksCopy = ({ model, ui }) =>
  ui.lifted === COPY &&
  (model.view?.legal.filter((action) => action.do === "drink" && "as" in action && action.as)
    .length ?? 0) > 1;

/** The bar of a window. @param {App} app */
function windowView(app) {
  const { model, ui } = app;
  const copies = asksCopy(app);
  const clock = model.you === null ? null : timeLeft(model, model.you, ui.now);
  const drinks = drinkActions(app);
  return html`<div class="window" role="group" aria-label=${copies ? t("choose what it copies") : t("A potion")}>
    <span class="window-ring" aria-hidden="true">${ringView(clock?.share ?? 1, { bank: clock?.onBank })}${
      clock ? html`<b class="num">${Math.ceil(shownTime(clock) / 1000)}</b>` : iconView("ai")
    }</span>
    ${drinks.map((action, index) => drinkButton(app, action, index, { copies, only: drinks.length === 1 }))}
    ${
      copies
        ? html`<button type="button" class="button pass" data-do="back" @click=${() => app.moves.select((app.ui.lifted = null))}>${t("Back")}${keyView("Esc")}</button>`
        : html`<button type="button" class="button pass" data-do="pass" ?disabled=${!app.mayAct} @click=${() => passWindow(app)}>${t("Pass")}${keyHint("pass")}</button>`
    }
  </div>`;
}

/**
 * @param {App} app @param {Action} action @param {number} index
 * @param {{copies: boolean, only: boolean}} choice only: there is no other potion to drink
 */
function drinkButton(app, action, index, { copies, only }) {
  const card = action.do === "drink" ? action.card : "";
  const as = action.do === "drink" ? action.as : undefined;
  const asks = !copies && opensCopies(app, action);
  const words =
    copies && as
      ? html`${itemChip(as)}`
      : html`<span class="two"><span>${
          only
            ? tparts("Drink {card}", { card: itemChip(card) })
            : html`<span class="sr-only">${t("Drink {card}", { card: readItem(card).name })}</span><span aria-hidden="true">${itemChip(card)}</span>`
        }</span><small>${
          asks
            ? t("you choose what it copies")
            : as
              ? t("as {card}: {effect}", { card: readItem(as).name, effect: readItem(as).effect })
              : readItem(card).effect
        }</small></span>`;
  return html`<button type="button" class="button drink ${only ? "go" : ""}" data-do="drink" data-card=${card} data-as=${as ?? nothing}
    ?disabled=${!app.mayAct} @click=${() => drinkPotion(app, action)}>${words}${keyHint(CHOICE_KEYS[index])}</button>`;
}

/** Whether Rainbow can copy more than one item. @param {App} app @param {Action} action */
const opensCopies = ({ model }, action) =>
  action.do === "drink" &&
  !!action.as &&
  (model.view?.legal.filter((other) => other.do === "drink" && !!other.as).length ?? 0) > 1;

/** @param {App} app @param {Action} action */
export function drinkPotion(app, action) {
  if (opensCopies(app, action) && app.ui.lifted !== COPY) {
    app.ui.lifted = COPY;
    app.redraw();
    return true;
  }
  return app.moves.send(action);
}

/** @param {App} app */
export function passWindow(app) {
  const action = legalAction(app.model.view, "pass");
  return !!action && app.moves.send(action);
}

/**
 * Whether the reader's item of a family has an effect now, held or copied.
 * @param {App} app
 * @param {string} family
 */
function hasEffect({ model }, family) {
  const view = model.view;
  if (!view || model.you === null || view.black) return false;
  const { items, sign, as } = view.seats[model.you];
  return [...items, as ?? ""].some(
    (code) => code && readItem(code).family === family && readItem(code).sign === sign,
  );
}

/** The choice between points and the first pick. @param {App} app */
function scoreView(app) {
  const two = hasEffect(app, "golden");
  const stays = hasEffect(app, "ruby");
  const other = nameOf(app.model, app.model.you === 0 ? 1 : 0);
  return html`<button type="button" class="button go choice" data-do="score" ?disabled=${!app.mayAct} @click=${() => chooseScore(app, "score")}><span class="two"><span>${
    two ? t("Score 2 points") : t("Score 1 point")
  }</span><small>${stays ? t("you still pick first") : t("{name} picks first", { name: other })}</small></span>${keyHint("card1")}</button>
    <button type="button" class="button choice" data-do="first" ?disabled=${!app.mayAct} @click=${() => chooseScore(app, "first")}><span class="two"><span>${t(
      "Pick first",
    )}</span><small>${t("no points")}</small></span>${keyHint("card2")}</button>`;
}

/** @param {App} app @param {"score" | "first"} kind */
export function chooseScore(app, kind) {
  const action = legalAction(app.model.view, kind);
  return !!action && app.moves.send(action);
}

/** The choice of a card on the table; the button names the chosen one. @param {App} app */
function cardView(app) {
  const { ui, model } = app;
  const code = choosableCards(app).find((choice) => choice === ui.lifted);
  if (!code)
    return hasKeys()
      ? html`<p class="dock-note">${t("Choose a card, or press its number")}</p>`
      : nothing;
  const card = readItem(code).name;
  return html`<button type="button" class="button go choice" data-do="take" ?disabled=${!app.mayAct} @click=${() => takeCard(app, code)}><span>${takeWords(
    model.view?.phase,
    card,
  )}</span>${keyView("Enter")}</button>`;
}

/** @param {string | undefined} phase @param {string} card */
function takeWords(phase, card) {
  if (phase === "break") return t("Break {card}", { card });
  if (phase === "discard") return t("Discard {card}", { card });
  return phase === "pick" ? t("Pick {card}", { card }) : t("Take {card}", { card });
}
