/** Keeps the page of the queue up to date: which part shows, its times and numbers, the band. */

import { renderLive } from "../games/live.js";
import { html, nothing } from "../density/vendor/lit-html/lit-html.js";
import { canPush, subscribed, switchOn } from "../density/push.js";
import { t } from "../density/words.js";
import { bandView } from "./band.js";
import { left, stageOf, waited } from "./state.js";
import { offerView, face } from "./strip.js";
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

const ask = "density-notify";

/**
 * Says what the model says; parts and words have their names in the template.
 * @param {HTMLElement} page
 * @param {Model} model
 * @param {Desk} desk
 */
export function drawPage(page, model, desk) {
  const { frame } = model;
  if (!frame) return;
  const stage = shownStage(model, desk);
  for (const part of page.querySelectorAll("[data-stage]"))
    part.toggleAttribute("hidden", part.getAttribute("data-stage") !== stage);
  const { cooldown } = frame;
  say(page, "time", timeWords(waited(model, desk.now)));
  say(page, "left", leftWords(left(model, desk.now)));
  say(page, "until", untilWords(left(model, desk.now), new Date()));
  say(page, "seconds", t("{seconds} s", { seconds: Math.ceil(left(model, desk.now) / 1000) }));
  say(page, "typical", typicalWords(frame.estimate_ms));
  say(page, "crowd", desk.lost ? "" : crowdWords(frame));
  say(page, "waiting", waitingWords(frame));
  say(page, "band", bandWords(frame));
  say(page, "here", hereWords(frame));
  say(page, "reason", reasonWords(cooldown?.reason ?? ""));
  say(page, "strikes", cooldown ? strikeWords(cooldown.strikes) : "");
  for (const way of page.querySelectorAll("[data-to-table]"))
    way.setAttribute("href", frame.table?.url ?? "");
  say(page, "found", foundWords(frame));
  const there = foundOf(frame);
  for (const [index, chair] of page.querySelectorAll("[data-chairs] > i").entries())
    chair.toggleAttribute("data-here", index < there);
  note(page, model, desk);
  const band = part(page, "[data-band]");
  if (band) renderLive(stage === "waiting" ? bandView(frame) : nothing, band);
  const offer = part(page, "[data-offer]");
  if (offer) {
    const view = stage === "waiting" ? offerView(model, desk) : nothing;
    if (!offer.hasAttribute("data-drawn")) offer.replaceChildren();
    offer.toggleAttribute("data-drawn", true);
    offer.hidden = view === nothing;
    renderLive(view, offer);
  }
  part(page, "[data-pushed]")?.toggleAttribute("hidden", !frame.pushed);
  const also = (frame.also ?? []).length > 0;
  for (const shown of page.querySelectorAll("[data-also]"))
    shown.toggleAttribute("hidden", (shown.getAttribute("data-also") === "yes") !== also);
  const seats = part(page, "[data-seats]");
  if (seats) renderLive(chairs(model, desk), seats);
}

/**
 * Which part of the page shows. While the connection is lost nobody can say whether the reader still waits.
 * @param {Model} model
 * @param {Desk} desk
 */
function shownStage(model, desk) {
  const stage = stageOf(model.frame);
  if (stage === "waiting" && desk.lost) return "lost";
  return stage === "cooldown" && left(model, desk.now) <= 0 ? "idle" : stage;
}

/** @param {Element} page @param {string} selector */
const part = (page, selector) => /** @type {HTMLElement | null} */ (page.querySelector(selector));

/** @param {Element} page @param {string} what @param {string} words */
function say(page, what, words) {
  for (const place of page.querySelectorAll(`[data-say="${what}"]`)) {
    if (place.textContent !== words) place.textContent = words;
  }
}

/**
 * The sentence of what went wrong.
 * @param {HTMLElement} page
 * @param {Model} model
 * @param {Desk} desk
 */
function note(page, model, desk) {
  const banner = part(page, "#queue-note");
  const words = desk.lost && model.note === "void" ? "" : noteWords(model, desk.now);
  if (!banner) return;
  banner.hidden = !words;
  say(banner, "note", words);
}

/** @param {Model} model @param {Desk} desk */
const chairs = ({ frame }, desk) =>
  (frame?.table?.seats ?? []).map(
    ({ name, here }) =>
      html`<li data-here=${here ? "" : nothing}>${face(name, desk)}<b class="wrap">${playerWords(name)}</b><small>${here ? t("here") : t("coming")}</small></li>`,
  );

/**
 * The button that hands the link of the queue on: by the system's own sheet, else to the clipboard.
 * @param {HTMLElement} page
 */
export function offerInvitation(page) {
  const button = part(page, "#queue-invite");
  const field = /** @type {HTMLInputElement | null} */ (part(page, "#queue-link"));
  if (!button || !field) return;
  const shares = !!navigator.share && matchMedia("(pointer: coarse)").matches;
  const words = shares ? t("Share link") : t("Copy link");
  button.textContent = words;
  button.addEventListener("click", async () => {
    try {
      if (shares) await navigator.share({ title: document.title, url: field.value });
      else await navigator.clipboard.writeText(field.value);
    } catch {
      // the sheet was closed, or the browser keeps the clipboard: the link can be copied by hand
      return field.select();
    }
    if (shares) return;
    button.textContent = t("Copied");
    setTimeout(() => (button.textContent = words), 2500);
  });
}

/**
 * The button that asks the browser for leave to notify; it goes when there is nothing to ask. Where
 * the site can push, the reader is notified of a table without a page, too.
 * @param {HTMLElement} page
 * @param {typeof import("../games/table/settings/settings.js")} settings
 */
export function offerNotice(page, { setSwitch, isOn }) {
  const button = part(page, `#${ask}`);
  if (!button || !("Notification" in globalThis)) return;
  const { key = "", url = "" } = button.dataset;
  const token = page.querySelector("input[name=csrfmiddlewaretoken]")?.getAttribute("value") ?? "";
  // whether this browser may still be subscribed
  let subscribes = false;
  const show = () =>
    button.toggleAttribute(
      "hidden",
      Notification.permission === "denied" ||
        (Notification.permission === "granted" && isOn("notify") && !subscribes),
    );
  button.addEventListener("click", async () => {
    setSwitch("notify", (await Notification.requestPermission()) === "granted");
    subscribes = false;
    show();
    if (!isOn("notify") || !canPush()) return;
    // the server says again who keeps the place without a page
    if ((await switchOn({ url, key, token, kind: "ready" })) === "") location.reload();
  });
  show();
  if (canPush())
    subscribed().then((has) => {
      subscribes = has === null;
      show();
    });
}
