// Finds faults of a page at its current size: overflow, texts cut off or covered, small controls.
(() => {
  const name = (element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent)
      .trim()
      .replaceAll(/\s+/g, " ");
    const kind = element.getAttribute("class") ?? "";
    return `<${element.localName} ${kind.slice(0, 40)}> ${words.slice(0, 50)}`;
  };

  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  /** Boxes whose overflow can be scrolled to, or is meant to be cut. */
  const scrolls = (style, axis) => ["auto", "scroll"].includes(style[`overflow${axis}`]);
  const cuts = (style, axis) => ["hidden", "clip"].includes(style[`overflow${axis}`]);

  const parents = function* (element) {
    for (
      let at = element.parentElement;
      at && at !== document.documentElement;
      at = at.parentElement
    )
      yield at;
  };

  /** Returns elements that stick out sideways, so that the page scrolls. */
  window.runsOver = (wanted) => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= wanted + 1) return [];
    const out = [...document.body.querySelectorAll("*")].filter((element) => {
      const { right, left, width } = element.getBoundingClientRect();
      return (
        width &&
        seen(element) &&
        (right > wanted + 1 || left < -1) &&
        ![...parents(element)].some((at) => {
          const style = getComputedStyle(at);
          return scrolls(style, "X") || cuts(style, "X");
        })
      );
    });
    return [`the page is ${scrollWidth} wide`, ...out.slice(0, 6).map(name)];
  };

  const NAMES =
    ".menu-name, .seat-name, .seat-status, .rs-name *, .rs-status, .sd-name b, .replay-views span, .digest";

  /** Returns texts that are cut off by a box around them. */
  window.cutOff = () => {
    const findings = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const element = text.parentElement;
      if (
        !text.data.trim() ||
        !seen(element) ||
        element.closest(".sr-only, .skip, svg, script, style, option, [aria-hidden=true], .card")
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()].filter(
        ({ width, height }) => width > 1 && height > 1,
      );
      const free = { X: false, Y: false };
      for (const at of [element, ...parents(element)]) {
        const style = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        // texts for screen readers; names that end in dots are shown in full elsewhere, and a press
        // selects the whole of a fingerprint
        if (style.position === "fixed" || box.width <= 1 || style.clipPath !== "none") break;
        if (style.textOverflow === "ellipsis" && at.matches(NAMES)) break;
        for (const axis of ["X", "Y"]) {
          if (scrolls(style, axis)) free[axis] = true;
          if (free[axis] || !cuts(style, axis)) continue;
          const [from, to] = axis === "X" ? ["left", "right"] : ["top", "bottom"];
          // a line is taller than its letters
          const slack = axis === "X" ? 1.5 : 4;
          if (
            boxes.some((other) => other[from] < box[from] - slack || other[to] > box[to] + slack)
          ) {
            findings.add(`${name(element)} cut off by ${name(at).split(">")[0]}> ${axis}`);
          }
        }
      }
    }
    return [...findings].slice(0, 8);
  };

  /** Whether something else covers a point of a text or a control. */
  const isUnder = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    if (!hit || element.contains(hit) || hit.contains(element)) return false;
    if (hit.closest("label") && hit.closest("label") === element.closest("label")) return false;
    return !floats(hit);
  };

  /** Whether it stays in place while the page scrolls. */
  const floats = (element) =>
    [element, ...parents(element)].some((at) =>
      ["fixed", "sticky"].includes(getComputedStyle(at).position),
    );

  /** Yields the boxes of lines of text and of controls. */
  const boxes = function* () {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const element = text.parentElement;
      if (!text.data.trim() || element.closest(UNREAD) || !seen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) yield [element, box];
    }
    for (const control of document.querySelectorAll(CONTROLS))
      if (!control.closest(UNREAD) && seen(control)) yield [control, filled(control)];
  };

  /** The box of a control; a field keeps the padding at its end free for a button. */
  const filled = (control) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    const free = control.matches("input") ? parseFloat(getComputedStyle(control).paddingRight) : 0;
    return new DOMRect(x, y, width - free, height);
  };

  /** Returns texts and controls of the whole page that something else covers. */
  window.covered = () => {
    const findings = new Set();
    scrollTo(0, 0);
    const all = [...boxes()].filter(
      ([element, { width, height }]) =>
        width > 2 && height > 2 && !element.matches(NAMES) && !floats(element),
    );
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight * 0.7) {
      scrollTo(0, top);
      for (const [element, { left, right, top: up, bottom }] of all) {
        const y = (up + bottom) / 2 - scrollY;
        if (up < scrollY || bottom > scrollY + innerHeight) continue;
        const middle = (left + right) / 2;
        for (const x of right - left < 60 ? [middle] : [left + 2, middle, right - 2])
          if (x > 0 && x < innerWidth && isUnder(element, x, y))
            findings.add(`${name(element)} under ${name(document.elementFromPoint(x, y))}`);
      }
    }
    scrollTo(0, 0);
    return [...findings].slice(0, 8);
  };

  /** Returns paragraphs whose lines are too long to read. */
  window.longLines = (most) =>
    [...document.querySelectorAll("p, li")]
      .filter(
        (element) => seen(element) && element.childElementCount === 0 && !element.closest(UNREAD),
      )
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const { fontSize, lineHeight } = getComputedStyle(element);
        // a letter is about half as wide as high; a single line may have any length
        return height > 1.5 * parseFloat(lineHeight) && width > most * 0.52 * parseFloat(fontSize);
      })
      .map(name);

  const UNREAD = ".sr-only, .skip, svg, script, style, option, [aria-hidden=true], .card";
  const CONTROLS =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]";

  /** Returns controls smaller than this, except links in a sentence. */
  window.smallerThan = (least, within = "body") => {
    const small = [];
    for (const control of document.querySelectorAll(CONTROLS)) {
      if (!control.closest(within) || !seen(control) || control.closest(".sr-only, .skip"))
        continue;
      const target =
        (control.matches("input[type=radio], input[type=checkbox]") && control.closest("label")) ||
        control;
      const { width, height } = target.getBoundingClientRect();
      const inline = getComputedStyle(control).display === "inline" && control.localName === "a";
      if (width && !inline && (width < least - 0.5 || height < least - 0.5))
        small.push(`${name(target)} ${width.toFixed(0)} x ${height.toFixed(0)}`);
    }
    return small.slice(0, 8);
  };

  const SIDES = ["Top", "Right", "Bottom", "Left"];

  /** The look of an element in forced colors, which have no shadows or tints. */
  const look = (element) =>
    [element, ...element.querySelectorAll("*")]
      .slice(0, 4)
      .map((part) => {
        const style = getComputedStyle(part);
        const sides = SIDES.map(
          (side) =>
            style[`border${side}Width`] + style[`border${side}Style`] + style[`border${side}Color`],
        );
        return [
          style.outlineStyle,
          style.outlineWidth,
          style.backgroundColor,
          style.color,
          style.textDecorationLine,
          ...sides,
        ].join(" ");
      })
      .join("|");

  const CHOSEN =
    "[aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false]), input:checked";

  /** Returns chosen controls that look like others beside them. */
  window.sameStates = () =>
    [...document.querySelectorAll(CHOSEN)].filter(seen).flatMap((chosen) => {
      const shown = chosen.closest("label") ?? chosen;
      const row = shown.closest("li") ?? shown;
      const others = [...row.parentElement.children].map((element) =>
        element.matches(shown.localName) ? element : element.querySelector(shown.localName),
      );
      const other = others.find(
        (element) =>
          element &&
          element !== shown &&
          seen(element) &&
          !element.matches(CHOSEN) &&
          !element.querySelector(CHOSEN) &&
          !element.disabled,
      );
      return other && look(other) === look(shown) ? [name(shown)] : [];
    });

  /** Returns buttons and fields without a border. */
  window.noEdges = () =>
    [...document.querySelectorAll("button, .button, select, textarea, input:not([type=hidden])")]
      .filter((control) => {
        if (!seen(control) || control.closest(".sr-only, .skip, .card")) return false;
        const box = control.closest(".segments label, .switch") ?? control;
        const style = getComputedStyle(box);
        const own = getComputedStyle(control);
        // drawn by the browser, or in its own colors; a slider has its line inside
        const drawn =
          control.matches("[type=radio], [type=checkbox], [type=range]") &&
          (own.appearance !== "none" ||
            own.forcedColorAdjust === "none" ||
            control.type === "range");
        const lined = (sideStyles) =>
          SIDES.some(
            (side) =>
              sideStyles[`border${side}Style`] !== "none" &&
              parseFloat(sideStyles[`border${side}Width`]) > 0,
          );
        // segments share a box
        const edge = lined(style) || lined(getComputedStyle(box.parentElement));
        // a card, a row of a list or a word is its own shape
        return (
          !drawn &&
          !edge &&
          style.outlineStyle === "none" &&
          !control.querySelector(".card, svg, .icon") &&
          !control.closest("li, summary, .text-button")
        );
      })
      .map(name)
      .slice(0, 8);

  /** Returns covering elements without a background in forced colors, which have no gradients. */
  window.seenThrough = (over) =>
    [...document.querySelectorAll(over)]
      .filter((element) => {
        const { position, backgroundColor } = getComputedStyle(element);
        return (
          seen(element) &&
          ["absolute", "fixed"].includes(position) &&
          /^rgba.*, 0\)$|\/ 0\)$/.test(backgroundColor)
        );
      })
      .map(name);

  /** Returns the color of every suit's face. */
  window.facesOfSuits = () =>
    Object.fromEntries(
      [...document.querySelectorAll(".card[data-suit]")]
        .filter(seen)
        .map((card) => [
          card.dataset.suit,
          getComputedStyle(card).forcedColorAdjust +
            getComputedStyle(card).getPropertyValue("--face"),
        ]),
    );
})();
