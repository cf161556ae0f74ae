/** Prints a page by its own button. */

const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-print]"));
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
