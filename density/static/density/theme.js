// Puts what the reader chose of looks on <html> before the first paint and serves the theme buttons.
(() => {
  const KEY = "density-theme";
  const CHOICES = { theme: ["dark", "light"], motion: ["reduced", "full"], ratings: ["after", "never"] };
  const root = document.documentElement;

  const stored = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(`density-${name}`);
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

  for (const [name, words] of Object.entries(CHOICES)) {
    const chosen = stored(name);
    if (chosen && words.includes(chosen)) root.dataset[name] = chosen;
  }

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
