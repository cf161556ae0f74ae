/** The motion of cards: drawn over the finished page, so that any key or tap can end it at once. */

import { playBeat, slideColumns } from "./ceremony.js";
import { hasBegun } from "../../games/table/state/model.js";
import { EASE, Running } from "../../games/table/parts/running.js";
import { isStill } from "../../games/table/settings/settings.js";
import { copyOf, facesOf, placesOf } from "./places.js";
import { nearSeatOf } from "../../games/table/seats/order.js";

/**
 * @typedef {import("./protocol.js").App} App
 * @typedef {import("./protocol.js").Model} Model
 * @typedef {import("./protocol.js").GameEvent} GameEvent
 */

/** Durations in ms: a flight, the turn of a card, between two cards of a deal. */
const MOVE = 260;
const FLIP = 380;
const APART = 60;

export class Motion {
  /** @type {Map<string, DOMRect>} */
  #before = new Map();
  /** @type {Map<string, HTMLElement>} */
  #faces = new Map();
  /** Copies of the cards on each pile and in the hand. @type {Map<string, HTMLElement>} */
  #copies = new Map();
  #running = new Running();

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** Remembers where things are, before the page changes. */
  look() {
    this.#running.finish();
    this.#before.clear();
    this.#faces.clear();
    this.#copies.clear();
    for (const [name, element] of placesOf(this.root)) {
      this.#before.set(name, element.getBoundingClientRect());
      this.#faces.set(name, element);
      if (!name.startsWith("backs-")) this.#copies.set(name, copyOf(element));
    }
    for (const [name, element] of facesOf(this.root))
      this.#before.set(name, element.getBoundingClientRect());
  }

  /**
   * Plays the changes of a message, unless the tab is hidden or it was a snapshot.
   * @param {App} app
   * @param {Model} before
   */
  play({ model }, before) {
    if (document.hidden) return;
    if (model.own.ended) {
      if (before.own.fight) slideColumns(this.#running, this.root, this.#before);
      return;
    }
    if (model.own.fight) playBeat(this.#running, this.root, model, before);
    if (before.own.fight) return;
    if (hasBegun(model, before)) {
      const dealtEvent = model.log.find(({ e }) => e === "dealt");
      if (dealtEvent) this.#one(dealtEvent, new Map(placesOf(this.root)), model, before);
      return;
    }
    this.#changeTurn(model, before);
    if (model.pending !== before.pending && model.pending?.action.do === "discard") {
      this.#discardOwn(model.pending.index ?? 0, nearSeatOf(model));
    } else if (before.pending?.heldUntil && !model.pending) this.#makeRoom();
    const wasOver = before.own.ended !== null;
    if (model.fresh === before.fresh && !wasOver) return;
    const places = new Map(placesOf(this.root));
    const start = wasOver ? model.fresh.findLastIndex(({ e }) => e === "dealt") : 0;
    for (const event of model.fresh.slice(Math.max(start, 0)))
      this.#one(event, places, model, before);
  }

  /**
   * Fades in the ring of a new turn, and raises the reader's prompt.
   * @param {Model} model
   * @param {Model} before
   */
  #changeTurn(model, before) {
    if (
      !model.view ||
      !before.view ||
      (model.view.turn === before.view.turn && model.question === before.question)
    )
      return;
    if (model.view.turn !== before.view.turn) {
      for (const ring of this.root.querySelectorAll(".ring"))
        this.#running.run(ring, [{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
    }
    const prompt = this.root.querySelector(".prompt[data-own]");
    if (prompt && model.question !== null) {
      this.#running.run(
        prompt,
        [
          { opacity: 0, transform: "translateY(8px)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: 180 },
      );
    }
  }

  /**
   * @param {GameEvent} event
   * @param {Map<string, HTMLElement>} places
   * @param {Model} model
   * @param {Model} before
   */
  #one(event, places, model, before) {
    const near = nearSeatOf(model);
    const own = "seat" in event && event.seat === near && model.you !== null;
    switch (event.e) {
      case "drew":
        return this.#draw(event, own, places);
      case "discarded":
        // the reader's own discard moved when it was sent
        if (event.seat === near && before.pending?.action.do === "discard") return;
        return this.#land(
          places.get(`pile-${event.seat}`),
          this.#before.get(own ? "hand-0" : `backs-${event.seat}`),
        );
      case "flipped":
        return this.#flip(
          /** @type {HTMLElement | null} */ (
            this.root.querySelector(`[data-amp="${event.slot}"] > .card`)
          ),
          event.slot,
        );
      case "surrendered":
        return this.#fold(event.seat, own, places);
      case "dealt":
        return this.#deal(event, near, model, places);
    }
  }

  /**
   * @param {{seat: number, from: "pile" | number}} event
   * @param {boolean} own
   * @param {Map<string, HTMLElement>} places
   */
  #draw({ seat, from }, own, places) {
    const start = this.#before.get(`pile-${from}`);
    if (!own) {
      this.#fly(this.#copies.get(`pile-${from}`), start, places.get(`backs-${seat}`), {
        fade: true,
      });
      return;
    }
    const card = /** @type {HTMLElement | undefined} */ (
      [...this.root.querySelectorAll("[data-hand] [data-index]")].at(-1)
    );
    if (from === "pile") {
      this.#fly(this.#copies.get("pile-pile"), start, card, { turns: true });
      if (card) this.#turnUp(card, MOVE - 60);
    } else this.#arrive(card, start, MOVE);
    this.#makeRoom();
  }

  /**
   * Moves the reader's own discard when it is sent.
   * @param {number} index
   * @param {number} seat
   */
  #discardOwn(index, seat) {
    const target = this.root.querySelector(`[data-pile="${seat}"] > .card`);
    this.#land(/** @type {HTMLElement | null} */ (target), this.#before.get(`hand-${index}`));
    this.#makeRoom();
  }

  /** Slides the remaining cards of the hand to their new places. */
  #makeRoom() {
    if (isStill()) return;
    for (const card of this.root.querySelectorAll("[data-hand] [data-index]")) {
      const element = /** @type {HTMLElement} */ (card);
      const oldBox =
        this.#faces.get(`hand-${element.dataset.index}`) === element &&
        this.#before.get(`hand-${element.dataset.index}`);
      if (oldBox) this.#arrive(element, oldBox, 180);
    }
  }

  /**
   * The transform that puts an element back at an earlier place; null if either is invisible.
   * @param {HTMLElement | null | undefined} element
   * @param {DOMRect | undefined} from
   */
  #way(element, from) {
    const to = element?.getBoundingClientRect();
    if (!from || !to || !to.width || !from.width) return null;
    const x = from.x + from.width / 2 - to.x - to.width / 2;
    const y = from.y + from.height / 2 - to.y - to.height / 2;
    return { x, y, scale: Math.min(from.width, from.height) / Math.min(to.width, to.height) };
  }

  /**
   * Moves an element from an earlier place to its current one.
   * @param {HTMLElement | null | undefined} element
   * @param {DOMRect | undefined} from
   * @param {number} duration
   */
  #arrive(element, from, duration) {
    const offset = this.#way(element, from);
    if (!element || !offset || Math.hypot(offset.x, offset.y) < 1) return;
    const start = `translate(${offset.x}px, ${offset.y}px) scale(${offset.scale})`;
    this.#running.run(
      element,
      [
        { transform: start, zIndex: 20 },
        { transform: "none", zIndex: 20 },
      ],
      { duration },
    );
  }

  /**
   * Has a discard lift, fly in an arc, slightly turned, and land.
   * @param {HTMLElement | null | undefined} element
   * @param {DOMRect | undefined} from
   */
  #land(element, from) {
    const shift = this.#way(element, from);
    if (!element || !shift) return;
    const { x, y, scale } = shift;
    const half = `translate(${x / 2}px, ${y / 2 - 24}px) scale(${(1 + scale) / 2}) rotate(4deg)`;
    this.#running.run(
      element,
      [
        { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 20 },
        { transform: `translate(${x}px, ${y - 12}px) scale(${scale})`, zIndex: 20, offset: 0.25 },
        { transform: half, zIndex: 20, offset: 0.6 },
        { transform: "none", zIndex: 20 },
      ],
      { duration: 320, easing: "ease-out" },
    );
  }

  /**
   * Shows the face of a card when its flying back has arrived.
   * @param {HTMLElement} card
   * @param {number} delay
   */
  #turnUp(card, delay) {
    this.#running.run(
      card,
      [
        { opacity: 0, transform: "rotateY(90deg)" },
        { opacity: 1, transform: "rotateY(90deg)", offset: 0.01 },
        { opacity: 1, transform: "none" },
      ],
      { duration: 60, delay, easing: "linear" },
    );
  }

  /**
   * Has a copy of a card fly to a place and vanish: it fades into a seat, or turns to show its face.
   * @param {HTMLElement | undefined} card
   * @param {DOMRect | undefined} from
   * @param {HTMLElement | undefined} target
   * @param {{delay?: number, fade?: boolean, turns?: boolean}} how
   */
  #fly(card, from, target, { delay = 0, fade = false, turns = false }) {
    const to = target?.getBoundingClientRect();
    if (!card || !from || !to || !to.width) return;
    const copy = copyOf(card);
    if (!this.#running.lift(copy, from)) return;
    const x = to.x + to.width / 2 - from.x - from.width / 2;
    const y = to.y + to.height / 2 - from.y - from.height / 2;
    const there = `translate(${x}px, ${y}px) scale(${fade ? 0.4 : to.width / from.width})`;
    const turned = `${there} rotateY(90deg)`;
    this.#running.run(
      copy,
      turns
        ? [
            { transform: "none", opacity: 1, easing: EASE },
            { transform: there, opacity: 1, offset: 0.6 },
            { transform: turned, opacity: 1, offset: 0.77 },
            { transform: turned, opacity: 0 },
          ]
        : [
            { transform: "none", opacity: 1 },
            { transform: there, opacity: fade ? 0.4 : 1 },
          ],
      { duration: MOVE, delay, easing: turns ? "linear" : EASE, fill: "both" },
      () => copy.remove(),
    );
  }

  /**
   * Has an amplification card lift and turn over, and then shows its damage.
   * @param {HTMLElement | null} card
   * @param {number} slot
   */
  #flip(card, slot) {
    if (!card) return;
    const back = this.root.querySelector(".card.back");
    const copy = back && copyOf(/** @type {HTMLElement} */ (back));
    if (copy && this.#running.lift(copy, card.getBoundingClientRect())) {
      this.#running.run(
        copy,
        [{ transform: "none" }, { transform: "translateY(-6px) rotateY(90deg)" }],
        { duration: FLIP / 2, easing: "ease-in", fill: "both" },
        () => copy.remove(),
      );
    }
    this.#running.run(
      card,
      [
        { transform: "translateY(-6px) rotateY(-90deg)", opacity: 0 },
        { transform: "translateY(-6px) rotateY(-90deg)", opacity: 1, offset: 0.01 },
        { transform: "none", opacity: 1 },
      ],
      { duration: FLIP / 2, delay: FLIP / 2, easing: "ease-out" },
    );
    const label = this.root.querySelector(`[data-amp="${slot}"] .amp-label`);
    if (label)
      this.#running.run(label, [{ opacity: 0.2 }, { opacity: 1 }], { duration: 160, delay: FLIP });
  }

  /**
   * Folds a surrendered hand to one back and fades it.
   * @param {number} seat
   * @param {boolean} own
   * @param {Map<string, HTMLElement>} places
   */
  #fold(seat, own, places) {
    const folded = [
      { opacity: 1, transform: "none" },
      { opacity: 0.6, transform: "none", offset: 0.6 },
    ];
    if (!own) {
      const back = places.get(`backs-${seat}`);
      if (back)
        this.#running.run(
          back,
          [
            { opacity: 1, transform: "scaleX(2)" },
            { opacity: 0, transform: "none", offset: 0.7 },
            { opacity: 1, transform: "none" },
          ],
          { duration: 300 },
        );
      return;
    }
    const hand = [...this.#before].filter(([name]) => name.startsWith("hand-"));
    const [, middle] = hand[Math.floor(hand.length / 2)] ?? [];
    for (const [name, from] of hand) {
      const copy = this.#copies.get(name)?.cloneNode(true);
      if (!(copy instanceof HTMLElement) || !middle || !this.#running.lift(copy, from)) continue;
      this.#running.run(
        copy,
        [...folded, { opacity: 0, transform: `translateX(${middle.x - from.x}px)` }],
        { duration: 300, fill: "both" },
        () => copy.remove(),
      );
    }
  }

  /**
   * Deals the cards from the pile one at a time; the reader's own cards turn over after landing.
   * @param {{dealer: number, living: number[]}} event
   * @param {number} near
   * @param {Model} model
   * @param {Map<string, HTMLElement>} places
   */
  #deal({ dealer, living }, near, model, places) {
    const pile = places.get("pile-pile");
    const from = pile?.getBoundingClientRect();
    const order = [
      ...living.filter((seat) => seat > dealer),
      ...living.filter((seat) => seat <= dealer),
    ];
    let turn = 0;
    for (let card = 0; card < 3; card += 1) {
      for (const seat of order) {
        const delay = APART * turn++;
        const own = seat === near && model.you !== null;
        const target = places.get(own ? `hand-${card}` : `backs-${seat}`);
        this.#fly(pile, from, target, { delay, fade: !own });
        if (own && target) this.#turnUp(target, delay + MOVE);
      }
    }
  }
}
