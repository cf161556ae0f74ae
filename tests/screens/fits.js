// Finds what does not fit: controls and words outside the window, and words over words.
(() => {
  const QUIET = ".sr-only, .skip, script, style, option";
  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const scrolls = ({ overflowX, overflowY }) => /auto|scroll/.test(`${overflowX} ${overflowY}`);

  /** The visible part of a box; null if it can be scrolled to. */
  const letThrough = (element, { left, top, right, bottom }) => {
    const box = { left, top, right, bottom };
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const around = at.getBoundingClientRect();
      if (scrolls(style)) {
        if (box.bottom > around.bottom || box.top < around.top) return null;
      }
      box.left = Math.max(box.left, around.left);
      box.right = Math.min(box.right, around.right);
      box.top = Math.max(box.top, around.top);
      box.bottom = Math.min(box.bottom, around.bottom);
    }
    return box.right - box.left > 2 && box.bottom - box.top > 2 ? box : null;
  };

  /** Whether a box around it scrolls vertically. */
  const down = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight)
        return true;
    return false;
  };

  const words = () => {
    const findings = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const element = text.parentElement;
      if (!text.data.trim() || !seen(element) || element.closest(QUIET)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const rectangle of range.getClientRects()) {
        const box = letThrough(element, rectangle);
        if (box) findings.push({ element, box, said: text.data.trim().slice(0, 30) });
      }
    }
    return findings;
  };

  /** Returns controls and words that no scrolling brings into the window. */
  window.outside = () => {
    const { clientWidth: wide, scrollHeight: high } = document.documentElement;
    const out = document.documentElement.scrollWidth > wide + 1 ? ["the page runs over"] : [];
    const fixed = getComputedStyle(document.body).overflowY === "hidden";
    const most = fixed ? innerHeight : Math.max(high, innerHeight);
    for (const control of document.querySelectorAll("a, button, input, select, summary")) {
      if (!seen(control) || control.closest(QUIET)) continue;
      const whole = control.getBoundingClientRect();
      if (!whole.width) continue;
      const box = letThrough(control.parentElement, whole);
      // further down in a list, it can be scrolled to
      if (!box && whole.left >= -1 && whole.right <= wide + 1 && down(control)) continue;
      const gone = whole.left < -1 || whole.right > wide + 1 || whole.bottom > most + 1;
      const cut = !box || box.right - box.left < whole.width - 3;
      if (gone || cut) out.push(`${control.className} ${control.textContent.trim().slice(0, 30)}`);
    }
    for (const { box, said } of words()) if (box.left < -1 || box.right > wide + 1) out.push(said);
    return out;
  };

  /** Whether other parts of the page scroll below it. */
  const sticks = (element) => getComputedStyle(element).position === "sticky";

  /** Whether something opaque lies between two elements at a point, or is one and sticks there. */
  const covered = (x, y, first, second) => {
    const stack = document.elementsFromPoint(x, y);
    const above = stack.slice(0, Math.max(stack.indexOf(first), stack.indexOf(second)));
    return above.some(
      (element) =>
        !(element.contains(first) && element.contains(second)) &&
        ((element !== first && element !== second) || sticks(element)) &&
        (getComputedStyle(element).backgroundImage !== "none" ||
          !/^rgba.*, 0(\.\d+)?\)$/.test(getComputedStyle(element).backgroundColor)),
    );
  };

  /** Returns words that cover other words. */
  window.collisions = () => {
    const all = words();
    const findings = new Set();
    for (const [index, first] of all.entries())
      for (const second of all.slice(index + 1)) {
        if (first.element === second.element) continue;
        const left = Math.max(first.box.left, second.box.left);
        const right = Math.min(first.box.right, second.box.right);
        const top = Math.max(first.box.top, second.box.top);
        const bottom = Math.min(first.box.bottom, second.box.bottom);
        if (right - left < 3 || bottom - top < 5) continue;
        if (!covered((left + right) / 2, (top + bottom) / 2, first.element, second.element))
          findings.add(`${first.said} | ${second.said}`);
      }
    return [...findings];
  };
})();
