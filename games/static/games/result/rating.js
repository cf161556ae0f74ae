/** The new rating on the result page counts from the old one, the first time it is seen. */

import { number } from "../../density/words.js";
import { isStill } from "../table/settings/settings.js";

const COUNT = 700;
const SEEN = `density-seen-${location.pathname}`;

const move = document.querySelector(".rating-move");
const before = move?.querySelector(".before");
const after = move?.querySelector(".after") ?? null;
const text =
  after &&
  [...after.childNodes].findLast((node) => node instanceof Text && node.data.trim() !== "");
const final = text instanceof Text ? text.data : "";

/** The digits of what is written there. @param {string | null | undefined} words */
const read = (words) => Number((words ?? "").replace(/\D/g, ""));

/** Counts up to the rating; any key or tap ends it. */
function count() {
  if (!(text instanceof Text) || !before) return;
  const from = read(before.textContent);
  const to = read(final);
  const timer = new Animation(new KeyframeEffect(after, null, { duration: COUNT }));
  const step = () => {
    const running = timer.playState === "running";
    const share = timer.effect?.getComputedTiming().progress ?? 1;
    text.data = running ? number(Math.round(from + (to - from) * share)) : final;
    if (running) requestAnimationFrame(step);
  };
  timer.finished.then(step);
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, () => timer.finish(), { once: true });
  before.animate([{ opacity: 1 }, { opacity: 0 }, { opacity: 1 }], COUNT);
  timer.play();
  step();
}

if (!document.hidden && !isStill() && !sessionStorage.getItem(SEEN)) count();
sessionStorage.setItem(SEEN, "yes");
