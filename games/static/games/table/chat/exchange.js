/** The chat between this page and the table: lines on their way, refusals, read marks. */

import { t } from "../../../density/words.js";
import { isOn } from "../settings/settings.js";
import { WORDS } from "../text/messages.js";
import * as talk from "./lines.js";

/**
 * @typedef {import("../page/app.js").App} App
 * @typedef {import("../state/protocol.js").Request} Request
 * @typedef {{ref: string, kind: talk.Line["kind"], text: string, after: number}} Said a line
 *   sent by this page, and the newest line that it had received by then
 * @typedef {{heard: talk.Heard, refs: number, draft: string, said: Said[], unsaid: Said[],
 *   note: {words: string, until: number} | null}} Chat refs: the number of requests so far; draft:
 *   the text in the field; said: lines that may be on their way; unsaid: written lines that did not
 *   arrive; note: shown after a refusal
 */

const REF = "say";
const NOTICE_MS = 5000;
/** The most lines that are kept as on their way. */
const ON_THEIR_WAY = 20;

/** @type {Record<string, string>} */
const REFUSED = {
  unavailable: t("Not sent. Try again in a minute."),
  "too-fast": t("Not sent. Wait a moment before your next message."),
  "not-allowed": t("Not sent. This table only allows preset phrases."),
  "not-seated": t("Not sent. Only players at this table can chat."),
  "game-over": t("Not sent. The chat for this game is closed."),
  malformed: t("Not sent. Your message has no visible text."),
  "muted-self": t("You can’t mute yourself."),
};

/** Whether the reader is in the field of the chat. */
export const isWriting = () => !!document.activeElement?.matches(".say-field");

/** @returns {Chat} */
export const startChat = () => ({
  heard: talk.createHeard(),
  refs: 0,
  draft: "",
  said: [],
  unsaid: [],
  note: null,
});

/**
 * Sends a chat line to the table.
 * @param {App} app
 * @param {talk.Line["kind"]} kind
 * @param {string} text
 * @returns {boolean} whether it was sent
 */
export function sendLine(app, kind, text) {
  const { chat, panel } = app.ui;
  const ref = `${REF}${(chat.refs += 1)}`;
  const sent = app.ask({ type: "say", kind, text, ref });
  if (sent)
    chat.said = [...chat.said, { ref, kind, text, after: chat.heard.newest }].slice(-ON_THEIR_WAY);
  chat.note = sent ? null : { words: WORDS.noLine, until: performance.now() + NOTICE_MS };
  if (panel === "phrases" || panel === "emotes") app.close();
  app.redraw();
  return sent;
}

/**
 * Mutes or unmutes a seat.
 * @param {App} app @param {number} seat @param {boolean} on
 */
export function setMuted(app, seat, on) {
  app.ask({ type: "mute", seat, on, ref: `${REF}${(app.ui.chat.refs += 1)}` });
}

/**
 * Shows the refusal of a chat request in the chat. Returns whether the message was one.
 * @param {App} app
 * @param {import("../state/protocol.js").Message} message
 */
export function noteRefusal(app, message) {
  if (message.type !== "refused" || !message.ref?.startsWith(REF)) return false;
  const { chat } = app.ui;
  chat.note = {
    words: REFUSED[message.code] ?? t("Not sent."),
    until: performance.now() + NOTICE_MS,
  };
  const refused = chat.said.find(({ ref }) => ref === message.ref);
  // the text goes back into the field, unless the reader has written something else there
  if (refused?.kind === "text" && chat.draft) chat.unsaid = [...chat.unsaid, refused];
  else if (refused?.kind === "text") chat.draft = refused.text;
  app.redraw();
  return true;
}

/**
 * Keeps written lines that may not have arrived, so that they can be sent again.
 * @param {App} app
 * @param {Request[]} requests
 */
export function keepUnsent({ ui: { chat } }, requests) {
  const refs = requests.map(({ ref }) => ref);
  const lines = chat.said.filter(({ ref, kind }) => kind === "text" && refs.includes(ref));
  chat.unsaid = [...chat.unsaid, ...lines];
}

/**
 * Whether a sent line has arrived. The server replaces addresses in it.
 * @param {App} app
 * @param {{ref?: string}} request
 */
export function hasArrived({ model, ui }, { ref }) {
  const sentLine = ui.chat.said.find((line) => line.ref === ref);
  return !!sentLine && isHeard(model, sentLine);
}

/** @param {talk.Model} model @param {Said} said */
const isHeard = ({ talk: heard, you }, { kind, text, after }) =>
  heard.some(
    (line) =>
      line.id > after &&
      line.seat === you &&
      line.kind === kind &&
      (line.text === text.normalize() || line.text.includes("[link]")),
  );

/**
 * Sends a lost line again, or drops it.
 * @param {App} app @param {Said} line @param {boolean} retry
 */
export function retryOrDropLine(app, line, retry) {
  if (retry && !sendLine(app, "text", line.text)) return;
  const { chat } = app.ui;
  chat.unsaid = chat.unsaid.filter((other) => other !== line);
  app.redraw();
}

/**
 * Updates the chat after a message from the server.
 * @param {App} app
 * @param {import("../state/state.js").Model} before
 */
export function updateChat({ model, ui: { chat } }, before) {
  chat.heard = talk.addNewLines(chat.heard, before, model, performance.now());
  chat.unsaid = chat.unsaid.filter((line) => !isHeard(model, line));
}

/**
 * Marks all lines as read once they are on the screen.
 * @param {App} app
 * @param {boolean} shown
 */
export function markShownLinesRead(app, shown) {
  const { heard } = app.ui.chat;
  if (!shown || document.hidden || heard.read === heard.newest) return;
  app.ui.chat.heard = talk.markAllRead(heard);
  app.redraw();
}

/** Whether this reader can send chat lines here. @param {App} app */
export const canChat = ({ model }) => isOn("talk") && talk.chatMode(model) !== "listen";
