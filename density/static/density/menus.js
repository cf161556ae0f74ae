/** Closes an open menu at Escape, which returns the focus to its button, and at a press elsewhere. */

const openMenus = () =>
  /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu[open]"));

addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of openMenus()) {
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu.open = false;
  }
});

addEventListener("pointerdown", ({ target }) => {
  for (const menu of openMenus())
    if (!(target instanceof Node && menu.contains(target))) menu.open = false;
});
