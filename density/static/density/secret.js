/** Lets a reader see the typed password; it is hidden again before it is sent. */

for (const button of document.querySelectorAll("[data-shows]")) {
  const field = document.getElementById(button.getAttribute("data-shows") ?? "");
  if (!(field instanceof HTMLInputElement)) continue;
  const show = (/** @type {boolean} */ shown) => {
    field.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", `${shown}`);
  };
  button.removeAttribute("hidden");
  button.addEventListener("click", () => show(field.type === "password"));
  // browsers offer to save passwords, not texts
  field.form?.addEventListener("submit", () => show(false));
}
