/** Keeps the page of the queue up to date: which part shows, its times and numbers, the band. */

import { renderLive } from "../games/live.js";
import { html, nothing } from "../density/vendor/lit-html/lit-html.js";
import { canPush, findSubscription, switchOn } from "../density/push.js";
import { t } from "../density/words.js";
import { bandView } from "./band.js";
import { timeLeft, stageOf, timeWaited } from "./state.js";
import { offerView, faceView } from "./strip.js";
import {
  bandWords,
  crowdWords,
  foundOf,
  foundWords,
  hereWords,
  leftWords,
  noteWords,
  playerWords,
  reasonWords,
  strikeWords,
  timeWords,
  typicalWords,
  untilWords,
  waitingWords,
} from "./words.js";

/**
 * @typedef {import("./state.js").Model} Model
 * @typedef {import("./strip.js").Desk} Desk
 */

/**
 * Draws the model into the page; the template names parts and words by data attributes.
 * @param {HTMLElement} page
 * @param {Model} model
 * @param {Desk} desk
 */
export function drawPage(page, model, desk) {
  const { frame } = model;
  if (!frame) return;
  const stage = shownStage(model, desk);
  showParts(page, "stage", stage);
  const { cooldown } = frame;
  showWords(page, "time", timeWords(timeWaited(model, desk.now)));
  showWords(page, "left", leftWords(timeLeft(model, desk.now)));
  showWords(page, "until", untilWords(timeLeft(model, desk.now), new Date()));
  showWords(
    page,
    "seconds",
    t("{seconds}\u00a0s", { seconds: Math.ceil(timeLeft(model, desk.now) / 1000) }),
  );
  showWords(page, "typical", typicalWords(frame.estimate_ms));
  showWords(page, "crowd", desk.lost ? "" : crowdWords(frame));
  showWords(page, "waiting", waitingWords(frame));
  showWords(page, "band", bandWords(frame));
  showWords(page, "here", hereWords(frame));
  showWords(page, "reason", reasonWords(cooldown?.reason ?? ""));
  showWords(page, "strikes", cooldown ? strikeWords(cooldown.strikes) : "");
  for (const link of page.querySelectorAll("[data-to-table]"))
    link.setAttribute("href", frame.table?.url ?? "");
  showWords(page, "found", foundWords(frame));
  const there = foundOf(frame);
  for (const [index, chair] of page.querySelectorAll("[data-chairs] > i").entries())
    chair.toggleAttribute("data-here", index < there);
  showNote(page, model, desk);
  const band = findPart(page, "[data-band]");
  if (band) renderLive(stage === "waiting" ? bandView(frame) : nothing, band);
  const offer = findPart(page, "[data-offer]");
  if (offer) {
    const view = stage === "waiting" ? offerView(model, desk) : nothing;
    if (!offer.hasAttribute("data-drawn")) offer.replaceChildren();
    offer.toggleAttribute("data-drawn", true);
    offer.hidden = view === nothing;
    renderLive(view, offer);
  }
  findPart(page, "[data-pushed]")?.toggleAttribute("hidden", !frame.pushed);
  const also = (frame.also ?? []).length > 0;
  for (const element of page.querySelectorAll("[data-also]"))
    element.toggleAttribute("hidden", (element.getAttribute("data-also") === "yes") !== also);
  const seats = findPart(page, "[data-seats]");
  if (seats) renderLive(chairViews(model, desk), seats);
}

/**
 * The part of the page that shows. While the connection is lost, it is unknown whether the reader is still queued.
 * @param {Model} model
 * @param {Desk} desk
 */
function shownStage(model, desk) {
  const stage = stageOf(model.frame);
  if (stage === "waiting" && desk.lost) return "lost";
  return stage === "cooldown" && timeLeft(model, desk.now) <= 0 ? "idle" : stage;
}

/**
 * Shows the parts of the page that belong to a stage, and hides the other parts.
 * @param {ParentNode} root
 * @param {"stage" | "when"} kind the data attribute that names a part's stage
 * @param {string} stage
 */
export function showParts(root, kind, stage) {
  for (const part of root.querySelectorAll(`[data-${kind}]`))
    part.toggleAttribute("hidden", part.getAttribute(`data-${kind}`) !== stage);
}

/** @param {Element} page @param {string} selector */
const findPart = (page, selector) =>
  /** @type {HTMLElement | null} */ (page.querySelector(selector));

/** @param {Element} page @param {string} what @param {string} words */
function showWords(page, what, words) {
  for (const place of page.querySelectorAll(`[data-say="${what}"]`)) {
    if (place.textContent !== words) place.textContent = words;
  }
}

/**
 * Shows the sentence about what went wrong.
 * @param {HTMLElement} page
 * @param {Model} model
 * @param {Desk} desk
 */
function showNote(page, model, desk) {
  const banner = findPart(page, "#queue-note");
  const words = desk.lost && model.note === "void" ? "" : noteWords(model, desk.now);
  if (!banner) return;
  banner.hidden = !words;
  showWords(banner, "note", words);
}

/** @param {Model} model @param {Desk} desk */
const chairViews = ({ frame }, desk) =>
  (frame?.table?.seats ?? []).map(
    ({ name, avatar, here }) =>
      html`<li data-here=${here ? "" : nothing}>${faceView(name, avatar, desk)}<b class="wrap">${playerWords(name)}</b><small>${here ? t("here") : t("coming")}</small></li>`,
  );

/**
 * Has a button share the link of the queue: by the phone's share sheet, else by the clipboard.
 * @param {HTMLElement} page
 */
export function offerInvitation(page) {
  const button = findPart(page, "#queue-invite");
  const field = /** @type {HTMLInputElement | null} */ (findPart(page, "#queue-link"));
  if (!button || !field) return;
  const shares = !!navigator.share && matchMedia("(pointer: coarse)").matches;
  const words = shares ? t("Share link") : t("Copy link");
  button.textContent = words;
  button.removeAttribute("disabled");
  button.addEventListener("click", async () => {
    try {
      if (shares) await navigator.share({ title: document.title, url: field.value });
      else await navigator.clipboard.writeText(field.value);
    } catch {
      // the sheet was closed, or the clipboard is blocked: the link can be copied by hand
      return field.select();
    }
    if (shares) return;
    button.textContent = t("Copied");
    setTimeout(() => (button.textContent = words), 2500);
  });
}

/**
 * Has a button ask the browser for permission to notify; theme.js and this hide it if there is nothing
 * to ask. If the site can push, the reader is notified of a table even without an open page.
 * @param {HTMLElement} page
 * @param {typeof import("../games/table/settings/settings.js")} settings
 */
export function offerNotice(page, { setSwitch }) {
  const button = findPart(page, "#density-notify");
  if (!button || !("Notification" in globalThis)) return;
  const { key = "", url = "" } = button.dataset;
  const token = page.querySelector("input[name=csrfmiddlewaretoken]")?.getAttribute("value") ?? "";
  const show = (/** @type {boolean} */ on) =>
    document.documentElement.toggleAttribute("data-offers-notice", on);
  button.removeAttribute("disabled");
  button.addEventListener("click", async () => {
    const permission = await Notification.requestPermission();
    setSwitch("notify", permission === "granted");
    show(permission === "default");
    if (permission !== "granted" || !canPush()) return;
    // a reload, because the server shows whether the place is kept without a page
    if ((await switchOn({ url, key, token, kind: "ready" })) === "") location.reload();
  });
  // a browser that may notify, but is no longer subscribed
  if (canPush())
    findSubscription().then((has) => has ?? show(Notification.permission !== "denied"));
}
