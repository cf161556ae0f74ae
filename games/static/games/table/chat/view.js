/** Views of the chat: lines, phrases, reactions beside the seats, and their buttons. */

import { html, nothing, repeat } from "../../../density/vendor/lit-html/lit-html.js";
import { t, timeOfDay } from "../../../density/words.js";
import { phraseWords as wordsOfPhrases } from "../parts/options.js";
import { iconView, latestButton } from "../parts/parts.js";
import { canChat, retryOrDropLine, sendLine, setMuted } from "./exchange.js";
import { isOn } from "../settings/settings.js";
import * as talk from "./lines.js";

/** @typedef {import("../page/app.js").App} App */

/** @param {App} app @param {number} seat */
const isMuted = ({ model }, seat) => model.muted.includes(seat);

/** Whether the reader can mute the player of a seat. @param {App} app @param {number} seat */
const canMute = ({ model, ui }, seat) =>
  ui.known && talk.peopleToMute(model).some((player) => player.seat === seat);

/**
 * The button that mutes or unmutes a seat.
 * @param {App} app
 * @param {number} seat
 * @param {string} kind its class
 */
function muteButton(app, seat, kind) {
  if (!canMute(app, seat)) return nothing;
  const muted = isMuted(app, seat);
  const name = app.model.seats[seat]?.name ?? "";
  const words = muted ? t("Unmute {name}", { name }) : t("Mute {name}", { name });
  return html`<button type="button" class=${kind} title=${words} aria-label=${words} data-mute=${seat} data-muted=${muted ? "" : nothing}
    @click=${() => setMuted(app, seat, !muted)}>${iconView("hush")}</button>`;
}

/**
 * The link to report a player, and perhaps one of their lines, in a new tab.
 * @param {App} app
 * @param {number} seat
 * @param {string} kind its class
 * @param {number} [line]
 */
function reportLink(app, seat, kind, line) {
  if (!canMute(app, seat)) return nothing;
  const words = t("Report {name}", { name: app.model.seats[seat]?.name ?? "" });
  return html`<a class=${kind} target="_blank" href="${app.reportUrl}?seat=${seat}${line ? `&line=${line}` : ""}" title=${words} aria-label=${words}>${iconView("warn")}</a>`;
}

/** The link to report any player of this table. @param {App} app */
export const reportAnyone = (app) =>
  app.ui.known && talk.peopleToMute(app.model).length
    ? html`<a class="button" target="_blank" href=${app.reportUrl}>${iconView("warn")}${t("Report")}</a>`
    : nothing;

/**
 * The chat's part of a seat: its latest line, and the switch that mutes it.
 * @param {App} app
 * @param {number} seat
 */
export function seatChat(app, seat) {
  if (!isOn("talk")) return nothing;
  const { model, ui } = app;
  const line = talk.lineAtSeat(model, ui.chat.heard, seat, ui.now);
  return html`${repeat(
    line ? [line] : [],
    ({ id }) => id,
    (shownLine) =>
      shownLine.kind === "sign"
        ? html`<span class="sign">${iconView(shownLine.text)}</span>`
        : bubbleView(shownLine),
  )}${muteButton(app, seat, "seat-mute")}${reportLink(app, seat, "seat-mute seat-report")}`;
}

/** Words at the speaker’s seat; chatAnnouncer reads them aloud, once. @param {talk.Line} line */
const bubbleView = (line) =>
  html`<span class="spoken" aria-hidden="true"><span>${talk.lineText(line)}</span></span>`;

/**
 * The lines, and below them the message field where the table has a chat.
 * @param {App} app
 */
export function chatPanel(app) {
  const { model, ui } = app;
  const lines = talk.visibleLines(model);
  const muted = talk.peopleToMute(model).filter(({ seat }) => isMuted(app, seat));
  return html`<div class="chat">
    <ol class="chat-lines" tabindex="0" data-grows="chat" aria-label=${t("Messages")}>${
      lines.length
        ? repeat(
            lines,
            ({ id }) => id,
            (line) => lineView(app, line),
          )
        : html`<li class="quiet">${t("No messages yet.")}</li>`
    }${ui.chat.unsaid.map((line) => unsentView(app, line))}</ol>${latestButton()}
    ${muted.map(
      ({
        seat,
        name,
      }) => html`<p class="chat-muted">${iconView("hush")}<span>${t("You muted {name}.", { name })}</span><button
      type="button" class="text-button" @click=${() => setMuted(app, seat, false)}>${t("Unmute")}</button></p>`,
    )}
    <p class="chat-note" role="status">${ui.chat.note && ui.chat.note.until > ui.now ? ui.chat.note.words : ""}</p>
    ${talk.chatMode(model) === "text" ? messageField(app) : nothing}
  </div>`;
}

/** @param {App} app @param {import("./exchange.js").Said} line a line that did not arrive */
const unsentView = (app, line) =>
  html`<li class="chat-unsaid"><p><b>${t("Not sent")}</b> ${line.text}</p><button type="button" class="text-button"
    ?disabled=${!app.online} @click=${() => retryOrDropLine(app, line, true)}>${t("Retry")}</button><button type="button"
    class="text-button" @click=${() => retryOrDropLine(app, line, false)}>${t("Remove")}</button></li>`;

/** @param {App} app @param {talk.Line} line */
function lineView(app, line) {
  const own = line.seat === app.model.you;
  const sign = line.kind === "sign";
  return html`<li data-line=${line.id} data-own=${own ? "" : nothing} data-kind=${line.kind}><p><b>${own ? t("You") : line.name}</b> ${
    sign ? iconView(line.text) : nothing
  }<span>${talk.lineText(line)}</span></p>${
    own
      ? nothing
      : html`${muteButton(app, line.seat, "line-mute")}${reportLink(app, line.seat, "line-mute", line.id)}`
  }<time datetime=${new Date(line.at).toISOString()}>${timeOfDay(line.at)}</time></li>`;
}

/** @param {App} app */
const messageField = (
  app,
) => html`<form class="say" @submit=${(/** @type {SubmitEvent} */ event) => sendMessage(app, event)}>
  <input class="say-field" name="text" maxlength=${talk.LONGEST_MESSAGE} autocomplete="off" enterkeyhint="send" aria-label=${t("Message to the table")}
    placeholder=${t("Write a message")} .value=${app.ui.chat.draft} @input=${(/** @type {InputEvent} */ event) => keepDraft(app, event)} @keydown=${(/** @type {KeyboardEvent} */ event) => leaveField(app, event)}>
  <button type="submit" class="button square">${iconView("send")}<span class="sr-only">${t("Send")}</span></button></form>`;

/** Keeps the draft for when the field is drawn again, in the sheet or when the game begins. @param {App} app @param {InputEvent} event */
function keepDraft(app, event) {
  app.ui.chat.draft = /** @type {HTMLInputElement} */ (event.currentTarget).value;
  // the log opens with the deal, and must not replace the chat
  app.ui.tab = "chat";
}

/** @param {App} app @param {SubmitEvent} event */
function sendMessage(app, event) {
  event.preventDefault();
  const input = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("text");
  if (!(input instanceof HTMLInputElement)) return;
  const text = input.value.trim();
  if (text && sendLine(app, "text", text)) input.value = app.ui.chat.draft = "";
}

/**
 * Leaves the field at Esc, so that keys work for the table again; in a sheet Esc closes the sheet.
 * @param {App} app @param {KeyboardEvent} event
 */
function leaveField(app, event) {
  if (event.key !== "Escape" || app.ui.panel) return;
  event.stopPropagation();
  /** @type {HTMLElement} */ (event.currentTarget).blur();
}

/** @param {App} app */
const phraseButtons = (app) =>
  html`<div class="phrases" role="group" aria-label=${t("Phrases")}>${Object.entries(
    wordsOfPhrases(),
  ).map(
    ([slug, words]) =>
      html`<button type="button" class="button" data-phrase=${slug} @click=${() => sendLine(app, "phrase", slug)}>${words}</button>`,
  )}</div>`;

/** @param {App} app */
const reactionButtons = (app) =>
  html`<div class="signs" role="group" aria-label=${t("Reactions")}>${Object.entries(
    talk.REACTIONS,
  ).map(
    ([
      slug,
      name,
    ]) => html`<button type="button" class="button square" title=${name} data-sign=${slug} @click=${() => sendLine(app, "sign", slug)}
    >${iconView(slug)}<span class="sr-only">${name}</span></button>`,
  )}</div>`;

/**
 * The foot of the panel: two phrases, and a button for all others.
 * @param {App} app
 */
export function chatFoot(app) {
  if (!canChat(app)) return nothing;
  const open = app.ui.panel === "phrases";
  const [one, two] = Object.entries(wordsOfPhrases());
  return html`<div class="say-foot" data-pops>
    ${open ? html`<div class="say-pop" id="phrases">${phraseButtons(app)}${reactionButtons(app)}</div>` : nothing}
    ${[one, two].map(([slug, words]) => html`<button type="button" class="button" data-phrase=${slug} @click=${() => sendLine(app, "phrase", slug)}>${words}</button>`)}
    <button type="button" class="button square" aria-expanded=${open ? "true" : "false"} aria-controls="phrases" @click=${() => app.toggle("phrases")}
      >${iconView("more")}<span class="sr-only">${t("More phrases and reactions")}</span></button>
  </div>`;
}

/** All phrases and reactions, for a sheet with room. @param {App} app */
export const chatSheetFoot = (app) =>
  canChat(app)
    ? html`<div class="say-all">${phraseButtons(app)}${reactionButtons(app)}</div>`
    : nothing;

/** The button below the reader's seat that opens the reactions. @param {App} app */
export function reactButton(app) {
  if (!canChat(app) || !app.model.view) return nothing;
  const open = app.ui.panel === "emotes";
  return html`<div class="emote" data-pops>${open ? html`<div class="say-pop" id="emotes">${reactionButtons(app)}</div>` : nothing}
    <button type="button" class="button" aria-expanded=${open ? "true" : "false"} aria-controls="emotes"
      @click=${() => app.toggle("emotes")}>${iconView("emote")}${t("React")}</button></div>`;
}

/**
 * The live region that reads new lines aloud, wherever the chat is.
 * @param {App} app
 */
export function chatAnnouncer({ model, ui }) {
  const spoken = isOn("talk") ? talk.newLinesOfOthers(model, ui.chat.heard) : [];
  return html`<div class="sr-only" role="log" aria-live="polite" aria-label=${t("New messages")}>${repeat(
    spoken.slice(-5),
    ({ id }) => id,
    (line) => html`<p>${talk.spokenLine(line)}</p>`,
  )}</div>`;
}
