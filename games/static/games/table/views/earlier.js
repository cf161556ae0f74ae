/** Looking back at an earlier step of the match: buttons, swipe and words. */

import { html, nothing } from "../../../density/vendor/lit-html/lit-html.js";
import { t } from "../../../density/words.js";
import { iconView, keyView } from "../parts/parts.js";

/** @typedef {import("../page/app.js").App} App */

/** The length of a swipe that counts as a step, in px. */
const SWIPE = 48;

/**
 * The dock while looking back: the shown step in words, and buttons to other steps.
 * @param {App} app
 */
export function pastDock(app) {
  const { past, model, game } = app;
  if (!past.shown) return nothing;
  const { at, steps } = past.shown;
  const names = model.seats.map(({ name }) => name);
  return html`<div class="moves past" role="group" aria-label=${t("Earlier moments")}>
    <p class="past-words" role="status">${game.past(steps[at], names)}</p>
    <div class="past-steps">
      <button type="button" class="button" data-do="earlier" ?disabled=${at === 0} aria-label=${t("Previous step")} @click=${() => past.step(-1)}>${iconView("back")}</button>
      <button type="button" class="button" data-do="later" aria-label=${t("Next step")} @click=${() => past.step(1)}>${iconView("next")}</button>
    </div>
    ${game.earlier?.dock(app) ?? nothing}
    <button type="button" class="button go" data-do="live" @click=${() => past.live()}>${t("Live")}${keyView("Esc")}</button></div>`;
}

/** The words above the hand while an earlier step is shown. @param {App} app */
export const pastWords = ({ past }) => ({
  lead: t("Earlier moment"),
  rest: t("step {step} of {count}", {
    step: past.shown?.at ?? 0,
    count: (past.shown?.steps.length ?? 1) - 1,
  }),
  own: false,
});

/** The button that starts looking back, beside the log. @param {App} app */
export const pastButton = ({ past }) =>
  past.possible && !past.shown
    ? html`<button type="button" class="button quiet look-back" data-do="look-back" @click=${() => past.step(-1)}>${iconView("back")}${t("Look back")}</button>`
    : nothing;

/**
 * Has a swipe along the log, or its last line, step back and on.
 * @param {App} app
 * @param {HTMLElement} root
 */
export function swipeBack(app, root) {
  /** @type {Touch | null} */
  let start = null;
  root.addEventListener(
    "touchstart",
    ({ touches, target }) => {
      start =
        touches.length === 1 &&
        target instanceof Element &&
        target.closest(".log, .event, .prompt, .past")
          ? touches[0]
          : null;
    },
    { passive: true },
  );
  root.addEventListener(
    "touchend",
    ({ changedTouches }) => {
      if (!start) return;
      const x = changedTouches[0].clientX - start.clientX;
      const y = changedTouches[0].clientY - start.clientY;
      start = null;
      if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) app.past.step(x > 0 ? -1 : 1);
    },
    { passive: true },
  );
}
