/** Density Deck's table, with everything that games/table/state/game.js requires of a game. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t, tn, tparts } from "../../density/words.js";
import { spotsOf } from "../../games/table/seats/order.js";
import { viewBeforeDeal } from "./before.js";
import { deckTable } from "./deck_table.js";
import { dragCards } from "./drag.js";
import "./keys.js";
import { Motion } from "./motion.js";
import { chipView } from "./parts.js";
import { deckFold, startUi } from "./fold.js";
import { PANEL, earlierEndView, earlierEnds, lastEnd } from "./earlier_ends.js";
import { Ending } from "./ending.js";
import { optionWords, refusals, words } from "./table_text.js";
import { legalAction } from "./protocol.js";
import { scorePanel } from "./score.js";
import { checkContent } from "./deal_check.js";
import { sentenceOf } from "./lines.js";
import { seenPanel } from "./seen_cards.js";
import { logLines } from "./log_lines.js";
import { spokenWords, turnFacts, turnSentence } from "./text.js";
import { isOn } from "../../games/table/settings/settings.js";
import { previewDiscards } from "./preview.js";
import { ownHand, usualDiscard } from "./shown.js";
import { sendMove, askFirst, confirmMove, playUsual, pressCard, takeDiscard } from "./moves.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Game} Game
 */

/** @type {Game} */
export const densityDeck = {
  fold: deckFold,
  ui: startUi,
  table: deckTable,
  place: (view, kind, { ended }) => {
    // the view is already of the next match while the scores of the last one are shown
    const { match, stake, round } = ended ?? view;
    const isLast = !ended && view.last_round;
    return {
      long:
        view.phase === "over"
          ? tparts("{kind}, ended in match {match}", { kind, match })
          : tparts("{kind}, match {match}", { kind, match }),
      short: html`${stake ? html`<b class="num">${stake}</b>` : nothing}<span
        ><b>${stake ? t("damage") : t("No fight yet")}</b><br>${isLast ? t("Last round") : t("Round {round}", { round })}</span>`,
    };
  },
  lines: logLines,
  chip: chipView,
  spoken: ({ model, ui, scene }) => {
    const words = spokenWords(model, ui.now);
    return scene ? scene.spoken(words) : words;
  },
  opens: ({ phase }) => phase === "draw",
  turn: (model, now) => (model.view?.phase === "draw" ? turnSentence(model, now) : ""),
  facts: turnFacts,
  past: sentenceOf,
  keys: keyRows,
  press: pressKey,
  wanted: (model) =>
    model.view?.phase === "discard"
      ? `[data-hand] [data-index="${usualDiscard(model, isOn("hints"))}"]`
      : '.moves [data-do="draw"]',
  cards: { label: t("Seen cards"), view: seenPanel },
  dialog(app, panel) {
    if (panel === "surrender")
      return { style: "dialog", label: t("Surrender this match?"), content: surrenderView(app) };
    if (panel === "deal")
      return { style: "dialog", label: t("Check this deal"), content: checkContent(app) };
    if (panel === PANEL)
      return { style: PANEL, label: t("Earlier showdowns"), content: earlierEndView(app) };
    return panel === "score"
      ? { style: "sheet-panel", sheet: true, label: t("Your score"), content: scorePanel(app) }
      : null;
  },
  sound(model, before) {
    const discards =
      model.pending !== before.pending && model.pending?.action.do === "discard" && !before.pending;
    const names = model.fresh === before.fresh ? [] : model.fresh.map(({ e }) => e);
    const own = before.pending?.action.do === "discard";
    if (model.own.fight) return soundOf(model.own.fight, model.you);
    if (model.own.ended && before.own.fight) return null;
    if (names.includes("fight") || names.includes("showdown")) return "impact";
    if (names.includes("flipped") || names.includes("dealt")) return "flip";
    return discards || names.includes("drew") || (names.includes("discarded") && !own)
      ? "card"
      : null;
  },
  confirms: {
    fight: (app, { key, target }) => {
      if (key === "Enter" && !(target instanceof HTMLButtonElement)) confirmMove(app, "fight");
      return key === "Enter";
    },
    surrender: () => true,
  },
  earlier: { log: earlierEnds, dock: lastEnd },
  words,
  refusals,
  options: optionWords,
  before: viewBeforeDeal,
  // a player who gives up the last life is out before the match has ended
  out: ({ seats }, seat) => seats[seat]?.lives === 0,
  standing: () => t("Places are then decided by everyone’s lives."),
  motion: (root) => new Motion(root),
  scene: (app) => new Ending(app),
  begin(app, root) {
    dragCards(app, root);
    previewDiscards(app, root);
  },
};

/**
 * The sound of a beat at the end of a match.
 * @param {import("./protocol.js").Fight} fight
 * @param {number | null} you
 * @returns {import("../../games/table/senses/sound.js").Sound | null}
 */
function soundOf({ beat, over }, you) {
  if (beat === "verdict") return you === null || over.winners.includes(you) ? "win" : "loss";
  if (beat === "call") return over.ended_by === "surrenders" ? "card" : "impact";
  return {
    hands: /** @type {const} */ ("flip"),
    last: /** @type {const} */ ("race"),
    damage: /** @type {const} */ ("hit"),
    end: null,
  }[beat];
}

/** @param {App} app */
function surrenderView(app) {
  const { view, you } = app.model;
  const { price = 0, stake = 0 } = view ?? {};
  const lives = view?.seats[you ?? 0].lives ?? 0;
  const costs =
    price < lives
      ? tn(
          "You lose {count} life and are out of this match.",
          "You lose {count} lives and are out of this match.",
          price,
        )
      : t("You lose your last lives and are out of the game.");
  return html`<h2>${t("Surrender this match?")}</h2>
    <p><b>${costs}</b> ${stake ? tn("A lost fight would cost you {count} life.", "A lost fight would cost you {count} lives.", Math.min(stake, lives)) : nothing}</p>
    <div class="two-buttons">
      <button type="button" class="button" autofocus data-do="stay" @click=${() => app.close()}>${t("Stay in")}</button>
      <button type="button" class="button stake" data-do="surrender-now" @click=${() => confirmMove(app, "surrender")}>${t("Surrender")}</button>
    </div>`;
}

/** @typedef {import("../../games/table/parts/keymap.js").KeyAction | import("./keys.js").Key} Action */

/** @returns {[Action[], string][]} */
function keyRows() {
  return [
    [["draw"], t("Draw from the pile")],
    [["left", "across", "right"], t("Take from the left, across or the right")],
    [["card1", "card2", "card3", "card4"], t("Select a card, press again or Enter to discard it")],
    ...(isOn("takeBack")
      ? [/** @type {[Action[], string]} */ ([["undo"], t("Undo the discard")])]
      : []),
    [["fight"], t("Call the fight, Enter to confirm")],
    [["surrender"], t("Surrender")],
    [["log"], t("Log")],
    [["chat"], t("Chat")],
    [["score"], t("Score")],
    [["sound"], t("Sound")],
    [["help"], t("This list")],
  ];
}

/**
 * Handles single keys for moves, Enter, and arrows inside the hand.
 * @param {App} app @param {HTMLElement} root @param {KeyboardEvent} event
 * @param {Action | null} action
 */
function pressKey(app, root, event, action) {
  if (event.key === "Enter") {
    if (event.target instanceof Element && event.target.closest("button, a, summary")) return false;
    playUsual(app);
    return true;
  }
  switch (action) {
    case null:
      return onArrows(app, root, event);
    case "draw":
      return sendMove(app, "draw", "pile");
    case "left":
    case "across":
    case "right": {
      const seat = spotsOf(app.model.seats.length, app.model.you).indexOf(action);
      if (seat >= 0) takeDiscard(app, seat, false);
      return seat >= 0;
    }
    case "undo":
      return app.moves.undo();
    case "fight":
    case "surrender":
      askFirst(app, action);
      return true;
    case "score":
      if (!root.querySelector(".side")?.getClientRects().length) app.toggle("score");
      return true;
    case "card1":
    case "card2":
    case "card3":
    case "card4":
      return pickCard(app, root, Number(action.at(-1)) - 1);
    default:
      return false;
  }
}

/**
 * Selects a card by its key, or discards it if it is selected.
 * @param {App} app @param {HTMLElement} root @param {number} place in the hand
 */
function pickCard(app, root, place) {
  const card = ownHand(app.model)[place];
  if (!card) return false;
  // the focus follows, so that Enter applies to the selected card
  /** @type {HTMLElement | null} */ (
    root.querySelector(`[data-hand] [data-index="${card.index}"]`)
  )?.focus();
  if (app.model.selected === card.index && !app.moves.isChosen) app.moves.select(card.index);
  else pressCard(app, card.index);
  return true;
}

/**
 * Moves the focus inside the hand with arrow keys.
 * @param {App} app @param {HTMLElement} root @param {KeyboardEvent} event
 */
function onArrows(app, root, event) {
  const card = event.target instanceof Element && event.target.closest("[data-hand] button");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!card || !step) return false;
  const cards = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-hand] button")]);
  const next =
    cards[(cards.indexOf(/** @type {HTMLElement} */ (card)) + step + cards.length) % cards.length];
  next?.focus();
  if (legalAction(app.model.view, "discard")) app.moves.select(Number(next?.dataset.index));
  return true;
}
