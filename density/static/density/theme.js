// Puts the reader's chosen theme on <html> before the first paint and serves the theme buttons.
(() => {
  const KEY = "density-theme";
  const root = document.documentElement;

  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };

  const shown = () =>
    root.dataset.theme || (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

  const choose = (/** @type {string} */ theme) => {
    root.dataset.theme = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // Private windows may refuse storage; the choice then lasts as long as the page.
    }
  };

  const theme = stored();
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-theme-toggle]");
    if (button) choose(shown() === "dark" ? "light" : "dark");
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.toggleAttribute("hidden", false);
    }
  });
})();
