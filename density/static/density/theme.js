// Sets the reader's choices of looks on <html> before the first paint, and handles the theme buttons.
(() => {
  const KEY = "density-theme";
  const CHOICES = {
    theme: ["dark", "light"],
    motion: ["reduced", "full"],
    fights: ["short", "off"],
    ratings: ["after", "never"],
  };
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

  // the window frame of an installed page follows a chosen theme
  const frame = () => {
    const color = { dark: "#161b20", light: "#f4f0e8" }[root.dataset.theme ?? ""];
    for (const meta of color ? document.querySelectorAll("meta[name=theme-color]") : [])
      meta.setAttribute("content", color ?? "");
  };

  const choose = (/** @type {string} */ theme) => {
    root.dataset.theme = theme;
    frame();
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // private windows may refuse storage; the choice then lasts as long as the page
    }
  };

  for (const [name, words] of Object.entries(CHOICES)) {
    const chosen = stored(name);
    if (chosen && words.includes(chosen)) root.dataset[name] = chosen;
  }
  frame();

  // whether the queue offers notifications: known before the first paint, so that the offer moves nothing
  const { permission = "denied" } = globalThis.Notification ?? {};
  const granted = permission === "granted" && stored("notify") === "on";
  root.toggleAttribute("data-offers-notice", permission !== "denied" && !granted);

  // whether the reader uses touch: then a focus that a script sets is not drawn
  const touch = (/** @type {boolean} */ on) => root.toggleAttribute("data-touch", on);
  touch(matchMedia("(pointer: coarse)").matches);
  document.addEventListener("pointerdown", (event) => touch(event.pointerType === "touch"), true);
  document.addEventListener(
    "keydown",
    ({ key }) => (key === "Tab" || key.startsWith("Arrow")) && touch(false),
    true,
  );

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-theme-toggle]");
    if (button) choose(shown() === "dark" ? "light" : "dark");
  });
})();
