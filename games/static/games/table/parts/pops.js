/** Popovers beside their buttons, which a press elsewhere closes: phrases, reactions, the seal. */

/** @typedef {import("../page/app.js").App} App */

/** @type {(string | null)[]} */
const POPS = ["phrases", "emotes", "seal"];

/** @param {import("../page/app.js").Panel | null} panel */
const buttonOf = (panel) =>
  /** @type {HTMLElement | null} */ (document.querySelector(`[aria-controls="${panel}"]`));

/**
 * Closes the popup after a press anywhere else; its own button toggles it.
 * @param {App} app @param {EventTarget | null} target
 */
export function closePop(app, target) {
  const { panel } = app.ui;
  if (!POPS.includes(panel)) return;
  const place = buttonOf(panel)?.closest("[data-pops]");
  if (!(target instanceof Node && place?.contains(target))) app.close();
}

/**
 * Handles Esc: closes the panel or clears the selection; a popup's button gets the focus back.
 * @param {App} app
 */
export function escapePop(app) {
  const { panel } = app.ui;
  if (panel) app.close();
  else if (app.past.shown) app.past.live();
  else if (app.ui.lifted !== null || app.model.selected !== null) {
    app.ui.lifted = null;
    app.moves.select(null);
  }
  if (POPS.includes(panel)) buttonOf(panel)?.focus();
}
