/** The reader's options now: the prompt, the buttons, and the second step of a fight. */

import { html, nothing, repeat } from "../../density/vendor/lit-html/lit-html.js";
import { t, tn, tparts } from "../../density/words.js";
import { offersView } from "../../games/table/views/banners.js";
import { plainNumber } from "../../games/table/text/numbers.js";
import { readCard } from "./cards.js";
import {
  CUE,
  clockLine,
  clockWords,
  isEndless,
  patienceLeft,
  patienceWords,
  timeLeft,
} from "../../games/table/state/clock.js";
import { followDock } from "../../games/table/seats/follow.js";
import { enoughLine, enoughNote, enoughShort } from "./enough.js";
import { chipView } from "./parts.js";
import { maySkip } from "../../games/table/senses/pace.js";
import { gameIcon, keyHint, iconView, keyView } from "../../games/table/parts/parts.js";
import { pastDock, pastWords } from "../../games/table/views/earlier.js";
import { legalAction } from "./protocol.js";
import { BLIP, awayFor, isPlayedByAi } from "../../games/table/seats/presence.js";
import { nameOf } from "../../games/table/text/sentences.js";
import { ownHand, waitedFor } from "./shown.js";
import { isActing } from "../../games/table/state/state.js";
import { sendMove, askFirst, confirmMove, discardSelected } from "./moves.js";

/** @typedef {import("./protocol.js").App} App */

/** The line above the hand. @param {App} app */
export function promptView(app) {
  const { model, ui } = app;
  const { view } = model;
  if (!view) return nothing;
  const { lead, rest, brief = rest, own, isHint = false } = promptWords(app);
  const clock = view.turn === null ? null : timeLeft(model, view.turn, ui.now);
  const patience = view.turn === null ? null : patienceLeft(model, view.turn, ui.now);
  // on phones, which have one place for both, a hint stands there until the time is short
  const shownClock = isHint && clock && clock.free > CUE ? null : clock;
  return html`<p class="prompt" data-own=${own ? "" : nothing} data-bank=${clock?.onBank ? "" : nothing}><b
    data-long=${lead.length > 11 ? "" : nothing}>${keyedWords(lead)}</b><span class="prompt-rest">${rest}</span>${
      patience === null
        ? nothing
        : html`<span class="prompt-patience">${patienceWords(patience)}</span>`
    }<span
    class="prompt-clock">${shownClock ? clockLine(shownClock) : patience === null ? keyedWords(brief) : nothing}</span></p>`;
}

/** Keyed by its content, so that new words replace the old ones without motion. @param {string} words */
const keyedWords = (words) =>
  repeat(
    [words],
    (text) => text,
    (text) => html`${text}`,
  );

/**
 * The hint for a round of the first match of a reader's first game, and for round 0 its goal. The page of such a
 * game has them; other games have none.
 * @param {import("./protocol.js").View} view
 * @param {number} round
 */
function firstHint({ match }, round) {
  const hint = match === 1 ? document.querySelector(`meta[name="density-hint-${round}"]`) : null;
  return hint?.getAttribute("content") ?? "";
}

/**
 * @param {App} app
 * @returns {{lead: string, rest: string, brief?: string, own: boolean, isHint?: boolean}} brief: the rest without the reader's own status
 */
function promptWords(app) {
  const { model, ui } = app;
  const { view, you } = model;
  if (!view) return { lead: "", rest: "", own: false };
  if (app.past.shown) return pastWords(app);
  if (view.phase === "over") return { lead: t("The game is over"), rest: "", own: false };
  if (model.game?.status === "sealing")
    return { lead: "", rest: t("Sealing the deal"), own: false };
  if (model.pauseUntil > ui.now) {
    const names = waitedFor(model);
    return {
      lead: t("Match {match}", { match: view.match }),
      rest: names
        ? t("waiting for {names}", { names })
        : isEndless(model.pauseUntil - ui.now)
          ? t("starts when you’re ready")
          : t("starts in {time}", { time: clockWords(model.pauseUntil - ui.now) }),
      own: false,
    };
  }
  if (you !== null && model.question !== null && view.legal.length && !isPlayedByAi(model, you)) {
    if (!isActing(model)) return { lead: t("Your turn"), rest: t("in another tab"), own: false };
    if (model.pending?.heldUntil) return { lead: t("Discarding"), rest: "", own: true };
    if (model.pending) return { lead: t("Your turn"), rest: t("sent"), own: true };
    if (view.phase === "discard") return { lead: t("Discard one"), rest: "", own: true };
    const hint = isTiny() ? "" : firstHint(view, view.round);
    return { lead: t("Your turn"), rest: hint || choiceWords(view), own: true, isHint: !!hint };
  }
  if (view.turn === null) return { lead: "", rest: "", own: false };
  if (view.turn === you) return { lead: t("Your turn"), rest: "", own: false };
  const away = (awayFor(model, view.turn, ui.now) ?? 0) >= BLIP;
  const rest = away
    ? t("is away")
    : view.phase === "discard"
      ? t("is choosing a discard")
      : t("is playing");
  const status = you === null ? "" : view.seats[you].status;
  const lead = nameOf(model, view.turn);
  if (status === "surrendered")
    return { lead, rest: t("{what}. You surrendered", { what: rest }), brief: rest, own: false };
  if (status === "out")
    return { lead, rest: t("{what}. You’re out", { what: rest }), brief: rest, own: false };
  return { lead, rest, own: false };
}

/** The legal moves at the start of a turn, in words. @param {import("./protocol.js").View} view */
function choiceWords(view) {
  const take = view.legal.some((action) => action.do === "draw" && action.from !== "pile");
  const fight = !!legalAction(view, "fight");
  if (!legalAction(view, "draw", "pile")) {
    if (take) return fight ? t("Take a discard or fight") : t("Take a discard");
    return fight ? t("Fight") : "";
  }
  if (take) return fight ? t("Draw, take a discard, or fight") : t("Draw or take a discard");
  return fight ? t("Draw or fight") : t("Draw a card");
}

/** @param {App} app */
export function dockView(app) {
  const { model, ui } = app;
  const { view } = model;
  if (app.past.shown) return pastDock(app);
  const offered = offersView(app);
  if (view && model.you === null) return followDock(app, offered);
  if (offered) return offered;
  if (!view || model.you === null || view.phase === "over") return html`<div class="moves"></div>`;
  if (model.pending?.heldUntil) return undoView(app, model.pending.heldUntil);
  const isAsked = model.question !== null && view.legal.length > 0;
  const discarding = isAsked && view.phase === "discard";
  return html`<div class="moves" role="group" aria-label=${t("Moves")} data-panel=${ui.panel ?? nothing}>
    ${!isAsked ? (maySkip(app) ? skipNote() : nothing) : discarding ? discardButton(app) : html`${drawButton(app)} ${fightButton(app)} ${passButton(app)}`}
    ${isAsked ? surrenderButton(app) : nothing}
  </div>`;
}

/**
 * A discard that can still be taken back.
 * @param {App} app
 * @param {number} until
 */
function undoView({ model, ui, moves }, until) {
  const action = model.pending?.action;
  const count = Math.max(1, Math.ceil((until - ui.now) / 1000));
  return html`<div class="moves"><div class="undo"><span>${action?.do === "discard" ? tparts("Discarding {card}", { card: chipView(action.card) }) : nothing}</span>
    <button type="button" class="button" data-do="undo" @click=${() => moves.undo()}><span>${t("Undo, {count}\u00a0s", { count })}</span>${keyHint("undo")}</button></div></div>`;
}

/** Whether a hint has no room beside the hand. */
const isTiny = () => globalThis.innerWidth < 375;

/** Whether the reader probably has a keyboard: not on phones and tablets. */
const hasKeys = () => !matchMedia("(pointer: coarse)").matches;

/** The note in place of the moves while AI players are awaited. */
const skipNote = () =>
  html`<p class="dock-note">${hasKeys() ? t("Press Enter or tap the table to skip the wait") : t("Tap the table to skip the wait")}</p>`;

/** @param {App} app */
const drawButton = (app) =>
  legalAction(app.model.view, "draw", "pile")
    ? html`<button type="button" class="button go" data-do="draw" ?disabled=${!app.mayAct}
        @click=${() => sendMove(app, "draw", "pile")}>${gameIcon("draw")}<span><span class="long">${t("Draw from pile")}</span><span class="short">${t("Draw")}</span></span>${keyHint("draw")}</button>`
    : nothing;

/** @param {App} app */
function fightButton(app) {
  const { view } = app.model;
  if (!legalAction(view, "fight")) {
    return view?.round === 1
      ? html`<p class="dock-note">${firstHint(view, 0) || t("Fights start in round 2")}</p>`
      : nothing;
  }
  return html`<button type="button" class="button stake" data-do="fight" ?disabled=${!app.mayAct}
    aria-expanded=${app.ui.panel === "fight" ? "true" : "false"} @click=${() => askFirst(app, "fight")}>${gameIcon("fight")}<span
    class="two"><span><span class="long">${t("Call the fight")}</span><span class="short">${t("Fight")}</span></span><small class="long">${t("Losers: {stake} damage", { stake: view?.stake ?? 0 })}</small>${enoughShort(app)}</span>${keyHint("fight")}</button>${enoughLine(app)}`;
}

/** @param {App} app */
const passButton = (app) =>
  legalAction(app.model.view, "pass")
    ? html`<button type="button" class="button" data-do="pass" ?disabled=${!app.mayAct} @click=${() => sendMove(app, "pass")}>${t("Pass")}</button>`
    : nothing;

/** @param {App} app */
function discardButton(app) {
  const { model } = app;
  const card = ownHand(model).find(({ index }) => index === model.selected);
  const ready = card !== undefined && app.mayAct;
  return html`<button type="button" class="button ${ready ? "go" : ""}" data-do="discard" ?disabled=${!ready}
    @click=${() => discardSelected(app)}>${ready ? gameIcon("discard") : nothing}<span>${
      card ? t("Discard {card}", { card: readCard(card.code).name }) : t("Choose a card to discard")
    }</span>${ready ? keyView("Enter") : nothing}</button>`;
}

/** @param {App} app */
function surrenderButton(app) {
  const { view } = app.model;
  if (!legalAction(view, "surrender")) return nothing;
  return html`<button type="button" class="button surrender" data-do="surrender" ?disabled=${!app.mayAct}
    @click=${() => askFirst(app, "surrender")}>${iconView("flag")}<span><span class="long">${tn("Surrender, −{count} life", "Surrender, −{count} lives", view?.price ?? 0)}</span><span class="short">${t("Surrender")}<small>${tn("−{count} life", "−{count} lives", view?.price ?? 0)}</small></span></span>${keyHint("surrender")}</button>`;
}

/** The second step of a fight, away from the button that opened it. @param {App} app */
export function fightPanel(app) {
  const { model, ui } = app;
  const { view } = model;
  if (ui.panel !== "fight" || !view) return nothing;
  return html`<section class="fight-panel" role="dialog" aria-labelledby="fight-title" data-trap>
    <h2 id="fight-title">${gameIcon("fight")} ${t("Call the fight?")}</h2>
    <p>${view.score ? html`${tparts("Your score is {score}.", { score: html`<b>${plainNumber(view.score.score)}</b>` })} ` : nothing}${tparts(
      "Everyone below the top score loses {damage}.",
      { damage: html`<b class="harm">${tn("{count} life", "{count} lives", view.stake)}</b>` },
    )}</p>
    ${enoughNote(app)}<p class="hint">${t("Hidden hands decide the rest.")}</p>
    <div class="two-buttons">
      <button type="button" class="button" @click=${() => app.close()}>${t("Back")} ${keyView("Esc")}</button>
      <button type="button" class="button stake filled" data-focus @click=${() => confirmMove(app, "fight")}>${t("Fight now")} ${keyView("Enter")}</button>
    </div>
  </section>`;
}
