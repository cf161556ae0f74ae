/** Popovers for browsers without them: Safari before 17, Firefox before 125 (docs/BROWSERS.md). */

/** Has a button open and close the element that it names; a press elsewhere and Escape close it. */
export function standInForPopovers() {
  if ("popover" in HTMLElement.prototype) return;
  const show = (/** @type {string | null | undefined} */ id) => {
    for (const popover of document.querySelectorAll("[popover]"))
      popover.toggleAttribute("data-open", popover.id === id && !popover.hasAttribute("data-open"));
  };
  addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest("[popovertarget]");
    if (button || !target.closest("[popover]")) show(button?.getAttribute("popovertarget"));
  });
  addEventListener("keydown", ({ key }) => key === "Escape" && show(null));
}
