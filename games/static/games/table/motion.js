/** Cards in flight: drawn over the finished page, so that any key or tap may end them at once. */

import { MINUS, plain } from "./cards.js";
import { nearSeatOf } from "./shown.js";

/**
 * @typedef {import("./app.js").App} App
 * @typedef {import("./state.js").Model} Model
 * @typedef {import("./protocol.js").Told} Told
 */

const COUNT_AFTER = 2700;
const COUNT = 600;
const EASE = "cubic-bezier(.2, .8, .2, 1)";
const MOST = 12;

/** @param {HTMLElement} card a bare copy: no marks, no count, no second card beneath */
function copyOf(card) {
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  for (const name of ["data-mark", "data-stack", "data-code", "data-size"]) copy.removeAttribute(name);
  copy.querySelector(".pile-count")?.remove();
  return copy;
}

export class Motion {
  /** @type {Map<string, DOMRect>} */
  #before = new Map();
  /** @type {Map<string, HTMLElement>} */
  #faces = new Map();
  /** @type {Map<string, HTMLElement>} what lay on each pile, as copies */
  #copies = new Map();
  /** @type {Animation[]} */
  #running = [];
  #still = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.sky = document.createElement("div");
    this.sky.className = "sky";
    this.sky.setAttribute("aria-hidden", "true");
    document.body.append(this.sky);
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.finish(), true);
  }

  /** Ends everything that moves. */
  finish() {
    for (const animation of this.#running.splice(0)) animation.finish();
    this.sky.replaceChildren();
    const showdown = this.root.querySelector(".sd");
    for (const animation of showdown?.getAnimations({ subtree: true }) ?? []) animation.finish();
  }

  /** Final scores count up as their line appears; the numbers on the page are the real ones. */
  #count() {
    for (const number of this.root.querySelectorAll(".sd .score-final .num")) {
      const text = [...number.childNodes].find((node) => node instanceof Text && node.data.trim());
      if (!(text instanceof Text)) continue;
      const final = text.data;
      const total = Number(final.replace(MINUS, "-"));
      const timer = new Animation(new KeyframeEffect(number, null, { delay: COUNT_AFTER, duration: COUNT }));
      const step = () => {
        const done = timer.effect?.getComputedTiming().progress ?? (timer.playState === "finished" ? 1 : 0);
        text.data = timer.playState === "finished" ? final : plain(Math.round(total * done));
        if (timer.playState === "running") requestAnimationFrame(step);
      };
      timer.finished.then(step, step);
      timer.play();
      step();
      this.#running.push(timer);
    }
  }

  /** Remembers where things are, before the page changes. */
  look() {
    this.finish();
    this.#before.clear();
    this.#faces.clear();
    for (const [name, element] of this.#places()) {
      this.#before.set(name, element.getBoundingClientRect());
      this.#faces.set(name, element);
      if (name.startsWith("pile-")) this.#copies.set(name, copyOf(element));
    }
  }

  /** @returns {[string, HTMLElement][]} the places cards fly between, by name */
  #places() {
    /** @type {[string, HTMLElement][]} */
    const found = [];
    for (const pile of this.root.querySelectorAll("[data-pile] > .card")) {
      const name = /** @type {HTMLElement} */ (pile.parentElement).dataset.pile;
      found.push([`pile-${name}`, /** @type {HTMLElement} */ (pile)]);
    }
    for (const backs of this.root.querySelectorAll("[data-backs]")) {
      found.push([`backs-${/** @type {HTMLElement} */ (backs).dataset.backs}`, /** @type {HTMLElement} */ (backs)]);
    }
    for (const card of this.root.querySelectorAll("[data-hand] [data-index]")) {
      found.push([`hand-${/** @type {HTMLElement} */ (card).dataset.index}`, /** @type {HTMLElement} */ (card)]);
    }
    return found;
  }

  /**
   * Plays what a message brought; nothing in a hidden tab or after a snapshot.
   * @param {App} app
   * @param {Model} before
   */
  play({ model }, before) {
    if (model.showdown && !before.showdown && !document.hidden && !this.#still.matches) this.#count();
    const dealt = before.showdown !== null && model.showdown === null;
    if (document.hidden || this.#still.matches || model.showdown) return;
    if (model.pending !== before.pending && model.pending?.action.do === "discard") {
      this.#discardOwn(model.pending.index ?? 0, nearSeatOf(model));
    }
    if (model.fresh === before.fresh && !dealt) return;
    const places = new Map(this.#places());
    const sent = before.pending?.action.do === "discard";
    const start = dealt ? model.fresh.findLastIndex(({ e }) => e === "dealt") : 0;
    for (const told of model.fresh.slice(Math.max(start, 0))) {
      this.#one(told, places, nearSeatOf(model), sent, model.you !== null);
    }
  }

  /**
   * @param {Told} told
   * @param {Map<string, HTMLElement>} places
   * @param {number} own
   * @param {boolean} sent whether the own discard has already moved
   * @param {boolean} seated
   */
  #one(told, places, own, sent, seated) {
    if (told.e === "drew") {
      const from = this.#before.get(`pile-${told.from}`);
      if (told.seat === own && seated) {
        const card = /** @type {HTMLElement | undefined} */ ([...this.root.querySelectorAll("[data-hand] [data-index]")].at(-1));
        if (told.from === "pile") this.#drawOwn(card, from);
        else this.#arrive(card, from, 260);
        this.#makeRoom();
      } else {
        this.#fly(this.#copies.get(`pile-${told.from}`), from, places.get(`backs-${told.seat}`));
      }
    } else if (told.e === "discarded" && !(told.seat === own && sent)) {
      const hand = told.seat === own && seated ? this.#before.get("hand-0") : this.#before.get(`backs-${told.seat}`);
      this.#arrive(places.get(`pile-${told.seat}`), hand, 320, 4);
    } else if (told.e === "flipped") {
      this.#flip(this.root.querySelector(`[data-amp="${told.slot}"] > .card`));
    } else if (told.e === "dealt") {
      this.#deal(places);
    }
  }

  /**
   * The own discard moves as soon as it is sent.
   * @param {number} index
   * @param {number} seat
   */
  #discardOwn(index, seat) {
    const target = this.root.querySelector(`[data-pile="${seat}"] > .card`);
    this.#arrive(/** @type {HTMLElement | null} */ (target), this.#before.get(`hand-${index}`), 320, 4);
    this.#makeRoom();
  }

  /** Cards that stay in the hand slide to their new places. */
  #makeRoom() {
    for (const card of this.root.querySelectorAll("[data-hand] [data-index]")) {
      const element = /** @type {HTMLElement} */ (card);
      const was = this.#faces.get(`hand-${element.dataset.index}`) === element && this.#before.get(`hand-${element.dataset.index}`);
      if (was) this.#arrive(element, was, 180);
    }
  }

  /**
   * An element comes from an earlier place to where it now stands.
   * @param {HTMLElement | null | undefined} element
   * @param {DOMRect | undefined} from
   * @param {number} duration
   * @param {number} [turn]
   */
  #arrive(element, from, duration, turn = 0) {
    const to = element?.getBoundingClientRect();
    if (!element || !from || !to || !to.width || !from.width) return;
    const x = from.x + from.width / 2 - to.x - to.width / 2;
    const y = from.y + from.height / 2 - to.y - to.height / 2;
    if (Math.hypot(x, y) < 1) return;
    const scale = Math.min(from.width, from.height) / Math.min(to.width, to.height);
    this.#run(element, [
      { transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`, zIndex: 20 },
      { transform: "none", zIndex: 20 },
    ], { duration, easing: EASE });
  }

  /**
   * A back comes to the hand and turns over at the end of its way.
   * @param {HTMLElement | undefined} card
   * @param {DOMRect | undefined} from
   */
  #drawOwn(card, from) {
    if (!card || !from) return;
    this.#fly(this.#copies.get("pile-pile"), from, card, 0, false);
    this.#run(card, [
      { opacity: 0, transform: "rotateY(90deg)" },
      { opacity: 0, transform: "rotateY(90deg)", offset: 0.68 },
      { opacity: 1, transform: "rotateY(90deg)", offset: 0.681 },
      { opacity: 1, transform: "none" },
    ], { duration: 380, easing: "linear" });
  }

  /**
   * A copy of a card flies to a place and is gone.
   * @param {HTMLElement | undefined} card
   * @param {DOMRect | undefined} from
   * @param {HTMLElement | undefined} target
   * @param {number} [delay]
   * @param {boolean} [fade] whether it sinks into a seat rather than landing whole
   */
  #fly(card, from, target, delay = 0, fade = true) {
    const to = target?.getBoundingClientRect();
    if (!card || !from || !to || !to.width || this.sky.childElementCount >= MOST) return;
    const copy = copyOf(card);
    for (const [name, value] of Object.entries({ left: from.x, top: from.y, width: from.width })) {
      copy.style.setProperty(name, `${value}px`);
    }
    this.sky.append(copy);
    const x = to.x + to.width / 2 - from.x - from.width / 2;
    const y = to.y + to.height / 2 - from.y - from.height / 2;
    this.#run(copy, [
      { transform: "none", opacity: 1 },
      { transform: `translate(${x}px, ${y}px) scale(${fade ? 0.4 : to.width / from.width})`, opacity: fade ? 0.4 : 1 },
    ], { duration: 260, delay, easing: EASE, fill: "backwards" }, () => copy.remove());
  }

  /** @param {Element | null} card */
  #flip(card) {
    if (!card) return;
    this.#run(card, [
      { transform: "translateY(-6px) rotateY(90deg)" },
      { transform: "translateY(-6px) rotateY(0)", offset: 0.6 },
      { transform: "none" },
    ], { duration: 380, easing: EASE });
  }

  /** @param {Map<string, HTMLElement>} places cards leave the pile one after the other */
  #deal(places) {
    const pile = places.get("pile-pile");
    const from = pile?.getBoundingClientRect();
    let turn = 0;
    for (const [name, target] of places) {
      if (name.startsWith("backs-")) this.#fly(pile, from, target, 60 * turn++);
    }
    for (const [name, target] of places) {
      if (!name.startsWith("hand-") || !from) continue;
      const to = target.getBoundingClientRect();
      this.#run(target, [
        { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(.8)`, opacity: 0 },
        { transform: "none", opacity: 1 },
      ], { duration: 260, delay: 60 * turn++, easing: EASE, fill: "backwards" });
    }
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @param {() => void} [done]
   */
  #run(element, frames, options, done) {
    const animation = element.animate(frames, options);
    this.#running.push(animation);
    animation.finished.then(done, done).finally(() => {
      this.#running = this.#running.filter((each) => each !== animation);
    });
  }
}
