/** Finds parts of a page that would move while it is still read: they depend on a later neighbor. */

/** The share of the window between both places of a part. @param {DOMRect} a @param {DOMRect} b */
const shareOf = (a, b) =>
  (Math.max(
    0,
    Math.min(Math.max(a.right, b.right), innerWidth) - Math.max(Math.min(a.left, b.left), 0),
  ) *
    Math.max(
      0,
      Math.min(Math.max(a.bottom, b.bottom), innerHeight) - Math.max(Math.min(a.top, b.top), 0),
    )) /
  (innerWidth * innerHeight);

/**
 * The layout shift of the children that are there, while the last ones are still missing.
 * @param {HTMLElement[]} children
 */
function shiftOf(children) {
  const places = children.map((each) => each.getBoundingClientRect());
  const shown = children.map((each) => each.style.display);
  let worst = 0;
  for (let count = children.length - 1; count > 0; count--) {
    children[count].style.setProperty("display", "none", "important");
    let share = 0;
    let way = 0;
    for (let at = 0; at < count; at++) {
      const now = children[at].getBoundingClientRect();
      const moved = Math.max(Math.abs(now.x - places[at].x), Math.abs(now.y - places[at].y));
      if (moved < 3) continue;
      way = Math.max(way, moved);
      share += shareOf(now, places[at]);
    }
    worst = Math.max(worst, (share * way) / Math.max(innerWidth, innerHeight));
  }
  children.forEach((each, at) => (each.style.display = shown[at]));
  return worst;
}

/** A browser reads shorter parts in one go, in characters. */
const SHORT = 3000;

/** Rows and grids of a page from the server whose children move. @param {number} most */
window.movesWhileRead = (most) =>
  [...document.querySelectorAll("main, main *, body > footer *")].flatMap((box) => {
    if (box.outerHTML.length < SHORT || !/grid|flex/.test(getComputedStyle(box).display)) return [];
    const children = [...box.children].filter((each) => each.getClientRects().length);
    const shift = shiftOf(children);
    return shift < most
      ? []
      : [`moves while the page is read: ${box.tagName}.${box.className} ${shift.toFixed(4)}`];
  });
