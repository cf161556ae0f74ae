/** What this page says to the table and hears from it: lines on their way, refusals, what was read. */

import { t } from "../../../density/words.js";
import { setting } from "../settings/settings.js";
import * as talk from "./lines.js";

/**
 * @typedef {import("../core/app.js").App} App
 * @typedef {{heard: talk.Heard, said: number, draft: string, lost: {ref: string, text: string} | null,
 *   note: {words: string, until: number} | null}} Chat heard lines, how many were said, what stands in
 *   the field, the text that is on its way, and what is told of a refused one
 */

const REF = "say";
const NOTICE_MS = 5000;

/** @type {Record<string, string>} */
const REFUSED = {
  unavailable: t("Not sent. Try again in a minute."),
  "too-fast": t("Not sent. Wait a moment between two lines."),
  "not-allowed": t("Not sent. This table has fixed phrases only."),
  "not-seated": t("Not sent. Only people at the table can talk."),
  "game-over": t("Not sent. The talk of this game is over."),
  malformed: t("Not sent. There was nothing in it that can be shown."),
  "muted-self": t("You cannot mute yourself."),
};

/** Whether the reader is in the field of the chat. */
export const isWriting = () => !!document.activeElement?.matches(".say-field");

/** @returns {Chat} */
export const startChat = () => ({
  heard: talk.silence(),
  said: 0,
  draft: "",
  lost: null,
  note: null,
});

/**
 * Says something to the table.
 * @param {App} app
 * @param {talk.Line["kind"]} kind
 * @param {string} text
 * @returns {boolean} whether it was sent
 */
export function say(app, kind, text) {
  const { chat, panel } = app.ui;
  const ref = `${REF}${(chat.said += 1)}`;
  const sent = app.online && app.ask({ type: "say", kind, text, ref });
  chat.lost = kind === "text" ? { ref, text } : null;
  chat.note = sent
    ? null
    : { words: t("Not sent. There is no connection."), until: performance.now() + NOTICE_MS };
  if (panel === "phrases" || panel === "emotes") app.close();
  app.redraw();
  return sent;
}

/**
 * Hides what a person says, or shows it again.
 * @param {App} app @param {number} seat @param {boolean} on
 */
export function mute(app, seat, on) {
  app.ask({ type: "mute", seat, on, ref: `${REF}${(app.ui.chat.said += 1)}` });
}

/**
 * Whether a message refuses something said here; it is then told in the chat, and nowhere else.
 * @param {App} app
 * @param {import("../core/protocol.js").Message} message
 */
export function hearRefusal(app, message) {
  if (message.type !== "refused" || !message.ref?.startsWith(REF)) return false;
  const { chat } = app.ui;
  chat.note = {
    words: REFUSED[message.code] ?? t("Not sent."),
    until: performance.now() + NOTICE_MS,
  };
  // it goes back into the field, unless something else is written there by now
  if (chat.lost?.ref === message.ref) chat.draft ||= chat.lost.text;
  chat.lost = null;
  app.redraw();
  return true;
}

/**
 * Takes up what a message added to the talk.
 * @param {App} app
 * @param {import("../core/state.js").Model} before
 */
export function listenIn({ model, ui }, before) {
  ui.chat.heard = talk.hear(ui.chat.heard, before, model, performance.now());
}

/**
 * Counts all lines as read once they are on the screen.
 * @param {App} app
 * @param {boolean} shown
 */
export function readLines(app, shown) {
  const { heard } = app.ui.chat;
  if (!shown || document.hidden || heard.read === heard.newest) return;
  app.ui.chat.heard = talk.readAll(heard);
  app.redraw();
}

/** @param {App} app whether this reader can say anything here */
export const speaks = ({ model }) => setting("talk") && talk.voice(model) !== "listen";
