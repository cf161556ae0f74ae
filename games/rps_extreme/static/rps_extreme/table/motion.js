/** The motion of cards, throws and points, drawn over the finished page. */

import { hasBegun } from "../../games/table/state/model.js";
import { EASE, Running } from "../../games/table/parts/running.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 */

/** Durations in ms: moving a card, revealing both throws, a change of points. */
const MOVE = 320;
const REVEAL = 900;
const COUNT = 500;
/** How much larger the throws are in the middle. */
const LARGE = 1.8;

/** A bare copy of a card, to fly over the page. @param {HTMLElement} card */
function copyOf(card) {
  const copy = document.createElement("span");
  copy.className = card.className;
  copy.dataset.suit = card.dataset.suit;
  copy.append(...[...card.querySelectorAll(".card-face")].map((face) => face.cloneNode(true)));
  return copy;
}

export class RpsMotion {
  /** Where each card was, by its code. @type {Map<string, {at: DOMRect, card: HTMLElement}>} */
  #before = new Map();
  #running = new Running();

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** Remembers where things are, before the page changes. */
  look() {
    this.#running.finish();
    this.#before.clear();
    for (const card of this.#cards())
      this.#before.set(String(card.dataset.item), {
        at: card.getBoundingClientRect(),
        card: copyOf(card),
      });
  }

  /** @returns {HTMLElement[]} the cards on the table */
  #cards() {
    return [
      ...this.root.querySelectorAll(
        ":is(.items, .center, .gone) > [data-item], .rx-card > [data-item]",
      ),
    ].map((card) => /** @type {HTMLElement} */ (card));
  }

  /**
   * Plays the changes of a message or of its next moment, unless the tab is hidden or it was a snapshot.
   * @param {App} app
   * @param {Model} before
   */
  play(app, before) {
    const beat = app.scene?.current ?? null;
    if (hasBegun(app.model, before) && !document.hidden) this.#cardsMove(true);
    if (document.hidden || (!beat && !app.model.fresh.length) || !before.view) return;
    this.#cardsMove();
    for (const event of beat?.events ?? []) this.#one(event);
  }

  /** Moves cards to their new places. */
  move() {
    this.#cardsMove();
  }

  /** @param {boolean} [first] whether these are the first cards of the game */
  #cardsMove(first = false) {
    const now = this.#cards();
    const here = new Set(now.map(({ dataset }) => String(dataset.item)));
    const supply = this.root.querySelector(".supply .card")?.getBoundingClientRect();
    for (const card of now) {
      const old = this.#before.get(String(card.dataset.item));
      if (old) this.#arrive(card, old.at);
      else if ((first || this.#before.size) && card.closest(".center") && supply)
        this.#arrive(card, supply, true);
    }
    const gone = this.root.querySelector(".gone .card")?.getBoundingClientRect();
    for (const [code, { at, card }] of this.#before) {
      if (here.has(code) || !gone || !this.#running.lift(card, at)) continue;
      this.#running.run(
        card,
        [
          { transform: "none", opacity: 1 },
          { transform: transformTo(at, gone), opacity: 0 },
        ],
        { duration: MOVE, fill: "both" },
        () => card.remove(),
      );
    }
  }

  /**
   * Moves a card from an earlier place, or from the supply, to its current place.
   * @param {HTMLElement} card
   * @param {DOMRect} from
   * @param {boolean} [turns]
   */
  #arrive(card, from, turns = false) {
    const to = card.getBoundingClientRect();
    if (!to.width || Math.hypot(from.x - to.x, from.y - to.y) < 2) return;
    const start = transformTo(to, from);
    this.#running.run(
      card,
      turns
        ? [
            { transform: `${start} rotateY(90deg)`, opacity: 0, zIndex: 20 },
            { transform: `${start} rotateY(60deg)`, opacity: 1, offset: 0.1, zIndex: 20 },
            { transform: "none", zIndex: 20 },
          ]
        : [
            { transform: start, zIndex: 20 },
            { transform: "none", zIndex: 20 },
          ],
      { duration: MOVE },
    );
  }

  /** @param {GameEvent} event */
  #one(event) {
    switch (event.e) {
      case "thrown":
        return this.#reveal();
      case "awarded":
      case "lost":
        return this.#score(event.seat);
      case "outcome":
        return this.#fade(".verdict, .disc[data-won] .badge");
      default:
        return this.#fade(".caption");
    }
  }

  /** Has both throws slam to the middle, enlarged, stay there for a moment, and return. */
  #reveal() {
    const slab = this.root.querySelector(".slab")?.getBoundingClientRect();
    const middle = slab?.width ? slab : this.root.querySelector(".throws")?.getBoundingClientRect();
    if (!middle) return;
    const faces = [...this.root.querySelectorAll(".disc-face")];
    const places = faces.map((face) => face.getBoundingClientRect());
    for (const [index, face] of faces.entries()) {
      const at = places[index];
      // the left one stays left; if they are above each other, the reader's own goes to the right
      const apart = at.x - (places[1 - index]?.x ?? at.x);
      const side =
        Math.abs(apart) > 1 ? Math.sign(apart) : face.closest("[data-side=own]") ? 1 : -1;
      const x = middle.x + middle.width / 2 - at.x - at.width / 2 + side * at.width * LARGE * 0.55;
      const y = middle.y + middle.height / 2 - at.y - at.height / 2;
      const there = `translate(${x}px, ${y}px) scale(${LARGE})`;
      this.#running.run(
        face,
        [
          {
            transform: `translate(${x + side * 120}px, ${y}px) scale(${2 * LARGE})`,
            opacity: 0,
            zIndex: 20,
            easing: "ease-in",
          },
          { transform: there, opacity: 1, offset: 0.28, zIndex: 20 },
          { transform: there, opacity: 1, offset: 0.78, zIndex: 20, easing: EASE },
          { transform: "none", opacity: 1, zIndex: 20 },
        ],
        { duration: REVEAL, easing: "linear" },
      );
    }
  }

  /** @param {number} seat whose points changed */
  #score(seat) {
    for (const points of this.root.querySelectorAll(`[data-points="${seat}"] .num`)) {
      this.#running.run(points, [{ transform: "scale(1.5)" }, { transform: "none" }], {
        duration: COUNT,
      });
    }
    const acting = this.root.querySelector("[data-acts]");
    if (acting)
      this.#running.run(
        acting,
        [
          { transform: "none" },
          { transform: "translateY(-8px) scale(1.05)", offset: 0.3 },
          { transform: "none" },
        ],
        { duration: COUNT },
      );
    this.#fade(".caption");
  }

  /** @param {string} what selector of the elements to fade in */
  #fade(what) {
    for (const part of this.root.querySelectorAll(what))
      this.#running.run(
        part,
        [
          { opacity: 0, transform: "translateY(6px)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: 180 },
      );
  }
}

/**
 * The transform that moves an element from one place to another.
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
const transformTo = (from, to) =>
  `translate(${to.x + to.width / 2 - from.x - from.width / 2}px, ${to.y + to.height / 2 - from.y - from.height / 2}px) scale(${to.width / from.width})`;
