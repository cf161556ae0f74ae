/** The table of Rock Paper Scissors Extreme, with everything that games/table/state/game.js requires of a game. */

import { t } from "../../density/words.js";
import { signOf } from "../../games/table/senses/sign.js";
import { isOn } from "../../games/table/settings/settings.js";
import { cardsPanel, discardsPanel } from "./about.js";
import { viewBeforeDeal } from "./before.js";
import { Beats } from "./effects.js";
import { itemChip } from "./card.js";
import { chooseScore, drinkPotion, drinkActions, passWindow, throwSign } from "./dock.js";
import { rpsFold } from "./fold.js";
import "./keys.js";
import { optionWords, refusals, words } from "./table_text.js";
import { SIGNS } from "./items.js";
import { RpsMotion } from "./motion.js";
import { sentenceOf } from "./lines.js";
import { choosableCards, pressCard, takeCard } from "./row.js";
import { progressOf, rpsTable } from "./stage.js";
import { logLines } from "./log_lines.js";
import { spokenWords, turnSentence } from "./text.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Game} Game
 * @typedef {import("../../games/table/parts/keymap.js").KeyAction | import("./keys.js").Key} KeyAction
 */

/** @type {Game} */
export const rpsExtreme = {
  fold: rpsFold,
  ui: () => ({ about: null }),
  name: "RPS Extreme",
  past: sentenceOf,
  table: rpsTable,
  place: progressOf,
  lines: logLines,
  chip: itemChip,
  spoken: ({ model, staged, ui }) => spokenWords(model, !staged, ui.now),
  opens: ({ phase }) => phase === "throw",
  turn: turnSentence,
  facts: turnSentence,
  keys: () => [
    [["card1", "card2", "card3"], t("Throw Rock, Paper, Scissors")],
    [
      ["card1", "card2", "card3", "card4"],
      t("Drink a potion, choose a card, score, or pick first"),
    ],
    [["pass"], t("Pass: drink nothing")],
    [["log"], t("Log")],
    [["chat"], t("Chat")],
    [["sound"], t("Sound")],
    [["help"], t("This list")],
  ],
  press: pressKey,
  wanted: (model) => focusSelector(model.view?.phase),
  cards: { label: t("Cards"), view: cardsPanel },
  dialog: (app, panel) =>
    panel === "discards"
      ? { style: "sheet-panel", sheet: true, label: t("Discard pile"), content: discardsPanel(app) }
      : null,
  sound(model, before) {
    const names = model.fresh === before.fresh ? [] : model.fresh.map(({ e }) => e);
    if (names.includes("thrown")) return "impact";
    if (names.includes("broke") || names.includes("lost")) return "hit";
    return names.some(
      (e) => e === "picked" || e === "stole" || e === "discarded" || e === "drank",
    ) ||
      (model.pending !== null && !before.pending)
      ? "card"
      : null;
  },
  words,
  refusals,
  options: optionWords,
  before: viewBeforeDeal,
  standing: () => t("Places are then decided by everyone’s points."),
  points: (model, seat) => model.view?.seats[seat].score ?? 0,
  scene: (app) => new Beats(app),
  motion: (root) => new RpsMotion(root),
  begin: tellAbout,
};

/** The selector of what gets the focus when a question comes. @param {string | undefined} phase */
function focusSelector(phase) {
  if (phase === "pick" || phase === "break" || phase === "steal" || phase === "discard")
    return "[data-choose] [data-mark]";
  return ".moves .button:not(:disabled)";
}

/**
 * Shows the text of the card under the mouse or in focus. The focus that the page sets as it opens
 * names no card: on phones the note would cover the throws.
 * @param {App} app @param {HTMLElement} root
 */
function tellAbout(app, root) {
  const about = (/** @type {EventTarget | null} */ target) => {
    const code =
      (target instanceof Element &&
        target.closest("[data-row] [data-item]")?.getAttribute("data-item")) ||
      null;
    if (code === app.ui.own.about) return;
    app.ui.own.about = code;
    app.redraw();
  };
  root.addEventListener(
    "pointerover",
    (event) => event.pointerType === "mouse" && about(event.target),
  );
  let usesKeys = false;
  addEventListener("keydown", () => (usesKeys = true), { capture: true, once: true });
  root.addEventListener("focusin", (event) =>
    about(
      usesKeys && event.target instanceof Element && event.target.matches(":focus-visible")
        ? event.target
        : null,
    ),
  );
  root.addEventListener("pointerleave", () => about(null));
}

/**
 * Handles the game's keys: numbers choose, P passes, Enter takes the chosen card, arrows move in a row.
 * @param {App} app @param {HTMLElement} root @param {KeyboardEvent} event
 * @param {KeyAction | null} action
 */
function pressKey(app, root, event, action) {
  if (event.key.startsWith("Arrow")) return inRow(event);
  if (event.key === "Enter") {
    const chosen = choosableCards(app).find((code) => code === app.ui.lifted);
    if (!chosen || (event.target instanceof Element && event.target.closest("button, a, summary")))
      return false;
    takeCard(app, chosen);
    return true;
  }
  if (action === "pass") return app.mayAct && passWindow(app);
  const sign = signOf(event);
  const number = action?.startsWith("card")
    ? Number(action.at(-1))
    : Number(isOn("shortcuts") && /^[5-9]$/.test(sign) ? sign : 0);
  return number > 0 && app.mayAct && byNumber(app, root, number - 1);
}

/** @param {App} app @param {HTMLElement} root @param {number} index of the current choices */
function byNumber(app, root, index) {
  const phase = app.model.view?.phase;
  if (phase === "throw") return SIGNS[index] ? throwSign(app, SIGNS[index]) : false;
  if (phase === "window-1" || phase === "window-2") {
    const action = drinkActions(app)[index];
    return !!action && drinkPotion(app, action);
  }
  if (phase === "score") return index < 2 && chooseScore(app, index === 0 ? "score" : "first");
  const code = choosableCards(app)[index];
  if (!code) return false;
  /** @type {HTMLElement | null} */ (
    root.querySelector(`[data-choose] [data-item="${code}"]`)
  )?.focus();
  pressCard(app, code, false);
  return true;
}

/** Moves the focus from card to card of a row. @param {KeyboardEvent} event */
function inRow(event) {
  const row = event.target instanceof Element && event.target.closest("[data-row]");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!row || !step) return false;
  const cards = /** @type {HTMLElement[]} */ ([...row.querySelectorAll("button[data-item]")]);
  cards[
    (cards.indexOf(/** @type {HTMLElement} */ (event.target)) + step + cards.length) % cards.length
  ]?.focus();
  return true;
}
