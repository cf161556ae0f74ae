/** Where cards are on the page, and bare copies of them for animations. */

/** A bare copy of a card: no marks, no count, no second card beneath. @param {HTMLElement} card */
export function copyOf(card) {
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  for (const name of ["data-mark", "data-stack", "data-code", "data-size"])
    copy.removeAttribute(name);
  copy.querySelector(".pile-count")?.remove();
  return copy;
}

/** @param {HTMLElement} root @param {string} selector @returns {HTMLElement[]} */
const elementsOf = (root, selector) =>
  [...root.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);

/**
 * The places between which cards fly, by name.
 * @param {HTMLElement} root
 * @returns {[string, HTMLElement][]}
 */
export function placesOf(root) {
  /** @type {[string, HTMLElement][]} */
  const places = [];
  for (const pile of elementsOf(root, "[data-pile] .card")) {
    const { dataset } = /** @type {HTMLElement} */ (pile.closest("[data-pile]"));
    places.push([`pile-${dataset.pile}`, pile]);
  }
  for (const backs of elementsOf(root, "[data-backs]"))
    places.push([`backs-${backs.dataset.backs}`, backs]);
  for (const card of elementsOf(root, "[data-hand] [data-index]"))
    places.push([`hand-${card.dataset.index}`, card]);
  return places;
}

/** The faces of the seats, by name. @param {HTMLElement} root @returns {[string, HTMLElement][]} */
export const facesOf = (root) =>
  elementsOf(root, ".stage .seat-face").flatMap((face) => {
    const seat = face.closest("[data-seat]")?.getAttribute("data-seat");
    return seat ? [/** @type {[string, HTMLElement]} */ ([`seat-${seat}`, face])] : [];
  });
