/** Holds a second press of the same button back while the first one is on its way. */

/** Milliseconds after which a press without an answer may be repeated; the site does it once. */
const REST = 5000;
/** @type {WeakMap<Element, number>} when each button was pressed last */
let pressed = new WeakMap();

addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
  const button = event.submitter ?? form;
  const now = performance.now();
  if (now - (pressed.get(button) ?? -REST) < REST) event.preventDefault();
  else pressed.set(button, now);
});

// a page that is shown again, as by the way back, begins afresh
addEventListener("pageshow", () => {
  pressed = new WeakMap();
});
