/** Animates the new rating: it counts from the old one, and the badge gains its new strata. */

import { numberWords } from "../../density/words.js";

const COUNT = 700;
const GROW = 450;

/** Reads the digits of a text. @param {string | null | undefined} words */
const readDigits = (words) => Number((words ?? "").replace(/\D/g, ""));

/**
 * Counts up to the rating.
 * @returns {Animation[]} the running animations; at their end the page's own number is back
 */
export function countRating() {
  const move = document.querySelector(".rating-move");
  const before = move?.querySelector(".before");
  const after = move?.querySelector(".after") ?? null;
  const text =
    after &&
    [...after.childNodes].findLast((node) => node instanceof Text && node.data.trim() !== "");
  if (!(text instanceof Text) || !before) return [];
  const final = text.data;
  const from = readDigits(before.textContent);
  const to = readDigits(final);
  const timer = new Animation(new KeyframeEffect(after, null, { duration: COUNT }));
  const step = () => {
    const running = timer.playState === "running";
    const share = timer.effect?.getComputedTiming().progress ?? 1;
    text.data = running ? numberWords(Math.round(from + (to - from) * share)) : final;
    if (running) requestAnimationFrame(step);
  };
  timer.finished.then(step);
  timer.play();
  step();
  return [timer, before.animate([{ opacity: 1 }, { opacity: 0 }, { opacity: 1 }], COUNT)];
}

/** Shows the badge's new strata one after the other, once the rating has been counted. */
export function growBadge() {
  const tier = document.querySelector("[data-grown]");
  const grown = Number(tier?.getAttribute("data-grown") ?? 0);
  const strata = [...(tier?.querySelectorAll(".stratum") ?? [])].slice(0, grown).reverse();
  return strata.map((stratum, index) =>
    stratum.animate(
      [
        { opacity: 0, transform: "translateY(-12px)" },
        { opacity: 1, transform: "none" },
      ],
      {
        duration: GROW,
        delay: COUNT + index * GROW,
        easing: "cubic-bezier(.2, .8, .2, 1)",
        fill: "backwards",
      },
    ),
  );
}
