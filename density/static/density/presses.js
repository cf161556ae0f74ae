/** Blocks a second press of the same button while the first one is being sent. */

/** Milliseconds after which a press without an answer can be repeated; the site acts on it once. */
const REST = 5000;
/** When each button was last pressed. @type {WeakMap<Element, number>} */
let pressed = new WeakMap();

addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
  const button = event.submitter ?? form;
  const now = performance.now();
  if (now - (pressed.get(button) ?? -REST) < REST) event.preventDefault();
  else pressed.set(button, now);
});

// a page that is shown again, for example after going back, starts over
addEventListener("pageshow", () => {
  pressed = new WeakMap();
});
