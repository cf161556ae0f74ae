/** The running animations: at most twelve, and any key or tap ends them at once. */

import { isStill } from "../settings/settings.js";

/** The duration of the fade that replaces motion for readers who want none, in ms. */
const FADE = 120;
export const EASE = "cubic-bezier(.2, .8, .2, 1)";
const MOST = 12;

export class Running {
  /** How fast animations play that begin now. */
  rate = 1;
  /** @type {Set<Animation>} */
  #running = new Set();
  /** Actions that are due at the latest when everything ends. @type {(() => void)[]} */
  #later = [];

  /** Adds the layer above the page in which copies of cards fly. */
  constructor() {
    this.sky = document.createElement("div");
    this.sky.className = "sky";
    this.sky.inert = true;
    document.body.append(this.sky);
    for (const kind of ["pointerdown", "keydown"])
      addEventListener(kind, () => this.finish(), true);
    document.addEventListener("visibilitychange", () => document.hidden && this.finish());
  }

  /** Ends all animations, so that the page is as it was drawn. */
  finish() {
    for (const animation of [...this.#running]) animation.finish();
    this.#running.clear();
    for (const action of this.#later.splice(0)) action();
    this.sky.replaceChildren();
  }

  /**
   * Moves an element of the page; it fades for readers who want no motion.
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @param {() => void} [done]
   */
  run(element, frames, options, done) {
    const still = isStill();
    const animation = still
      ? element.animate([{ opacity: 0 }, {}], {
          duration: FADE,
          pseudoElement: options.pseudoElement,
        })
      : element.animate(frames, { easing: EASE, fill: "backwards", ...options });
    this.#keep(animation, done);
  }

  /**
   * Calls a step for a while, to show a count or another change without motion.
   * @param {number} delay
   * @param {number} duration
   * @param {(share: number) => void} step gets a share from 0 to 1; 1 exactly once, at the end
   */
  count(delay, duration, step) {
    if (isStill()) return;
    const timer = new Animation(
      new KeyframeEffect(document.body, null, { delay, duration, fill: "backwards" }),
    );
    const draw = () => {
      if (timer.playState !== "running") return;
      step(timer.effect?.getComputedTiming().progress ?? 0);
      requestAnimationFrame(draw);
    };
    this.#keep(timer, () => step(1));
    timer.play();
    draw();
  }

  /**
   * Does something after a delay, or when everything ends if that is earlier.
   * @param {number} delay
   * @param {() => void} action
   */
  after(delay, action) {
    let done = false;
    const once = () => {
      if (!done) action();
      done = true;
    };
    this.#later.push(once);
    setTimeout(once, isStill() ? 0 : delay);
  }

  /**
   * Puts a copy over the page, unless too many are moving.
   * @param {HTMLElement} copy
   * @param {DOMRect} at
   * @returns {boolean}
   */
  lift(copy, at) {
    if (isStill() || this.sky.childElementCount >= MOST) return false;
    for (const [name, value] of Object.entries({ left: at.x, top: at.y, width: at.width }))
      copy.style.setProperty(name, `${value}px`);
    this.sky.append(copy);
    return true;
  }

  /** @param {Animation} animation @param {() => void} [done] */
  #keep(animation, done = () => {}) {
    animation.playbackRate = this.rate;
    this.#running.add(animation);
    animation.finished.then(done, done).finally(() => this.#running.delete(animation));
  }
}
