/** Moves cards when a replay goes one step forward; any other moment is shown at once. */

import { isStill } from "../../games/table/settings/settings.js";

/**
 * @typedef {import("../table/protocol.js").Player} Player
 * @typedef {import("../../games/replay/state.js").Moment} Moment
 */

const EASE = "cubic-bezier(.2, .8, .2, 1)";
const MOVE = 260;
const FLIP = 380;

export class Motion {
  /** Where piles and hands were before the page changed. @type {Map<string, DOMRect>} */
  #before = new Map();
  /** @type {Moment | null} */
  #moment = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** Remembers where things are. */
  look() {
    this.#before.clear();
    for (const [name, element] of this.#places())
      this.#before.set(name, element.getBoundingClientRect());
  }

  /** @returns {[string, Element][]} */
  #places() {
    const named = (
      /** @type {string} */ selector,
      /** @type {(element: HTMLElement) => string} */ name,
    ) =>
      [...this.root.querySelectorAll(selector)].map(
        (element) =>
          /** @type {[string, Element]} */ ([name(/** @type {HTMLElement} */ (element)), element]),
      );
    return [
      ...named(".rs-pile .card", () => "pile"),
      ...named(".rs-discard .card", (card) => `${card.parentElement?.dataset.pile}`),
      ...named(".rs-plate", (plate) => `hand-${plate.dataset.seat}`),
    ];
  }

  /** Plays the step that the page has just reached. @param {Player} player */
  play({ shown, chapter }) {
    const from = this.#moment;
    this.#moment = shown;
    const next =
      from &&
      shown &&
      from.view === shown.view &&
      from.match === shown.match &&
      shown.step === from.step + 1;
    if (!next || isStill() || document.hidden) return;
    for (const event of chapter?.steps[shown.step]?.events ?? []) {
      if (event.e === "drew") {
        const hand = this.root.querySelectorAll(
          `.rs-plate[data-seat="${event.seat}"] .rs-hand .card`,
        );
        this.#arrive(hand[hand.length - 1], this.#before.get(`${event.from}`));
      } else if (event.e === "discarded") {
        this.#arrive(
          this.root.querySelector(`[data-pile="${event.seat}"] .card`),
          this.#before.get(`hand-${event.seat}`),
        );
      } else if (event.e === "flipped") {
        const card = this.root.querySelectorAll(".rs-amp .card")[event.slot];
        card?.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
          duration: FLIP,
          easing: EASE,
        });
      }
    }
  }

  /**
   * Moves a card from its old position to the current one.
   * @param {Element | null | undefined} card
   * @param {DOMRect | undefined} from
   */
  #arrive(card, from) {
    const to = card?.getBoundingClientRect();
    if (!card || !from?.width || !to?.width) return;
    const x = from.x + from.width / 2 - to.x - to.width / 2;
    const y = from.y + from.height / 2 - to.y - to.height / 2;
    card.animate(
      [
        { transform: `translate(${x}px, ${y}px)`, zIndex: 20 },
        { transform: "none", zIndex: 20 },
      ],
      { duration: MOVE, easing: EASE },
    );
  }
}
