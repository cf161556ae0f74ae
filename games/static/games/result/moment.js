/** The animation when a player first sees the result: it plays once, and any key or tap ends it. */

import { isStill } from "../table/settings/settings.js";
import { countRating, growBadge } from "./rating.js";
import { firstTime } from "./seen.js";

const EASE = "cubic-bezier(.2, .8, .2, 1)";
/** Shapes that fall while three cards come up: at most twelve elements move at a time. */
const SHAPES = 9;
const CARDS = 3;
const FALL = 2600;
const APART = 130;
/** After this time on the page, Enter is not a late press of the table, in ms. */
const GUARD = 1000;

const header = document.getElementById("moment");

/** Lets the shapes of the suits fall over the page once. */
function dropShapes() {
  const drawn = /** @type {HTMLTemplateElement | null} */ (document.getElementById("shapes"));
  const shapes = [...(drawn?.content.querySelectorAll("svg") ?? [])].slice(0, SHAPES);
  if (!shapes.length) return [];
  const sky = document.createElement("div");
  sky.className = "falling";
  sky.ariaHidden = "true";
  document.body.append(sky);
  const moving = shapes.map((shape, index) => {
    const copy = /** @type {SVGSVGElement} */ (shape.cloneNode(true));
    // spread over the width, neighbors never at the same time or of the same size
    copy.style.insetInlineStart = `${((index + 0.5) / shapes.length) * 100}%`;
    copy.style.width = copy.style.height = `${28 + ((index * 5) % 3) * 12}px`;
    sky.append(copy);
    const turn = (index % 2 ? 1 : -1) * (90 + 40 * (index % 4));
    return copy.animate(
      [
        { transform: "translateY(-64px)", opacity: 1 },
        { opacity: 1, offset: 0.75 },
        { transform: `translateY(100vh) rotate(${turn}deg)`, opacity: 0 },
      ],
      {
        duration: FALL + 180 * (index % 3),
        delay: APART * ((index * 4) % shapes.length),
        easing: "cubic-bezier(.4, 0, .9, .8)",
        fill: "both",
      },
    );
  });
  void Promise.allSettled(moving.map(({ finished }) => finished)).then(() => sky.remove());
  return moving;
}

/** Raises the cards of the best hand one after the other. */
const raiseCards = () =>
  [...document.querySelectorAll(".best-hand .card")].slice(0, CARDS).map((card, index) =>
    card.animate(
      [
        { opacity: 0, transform: "translateY(24px)" },
        { opacity: 1, transform: "none" },
      ],
      { duration: 380, delay: 200 + APART * index, easing: EASE, fill: "backwards" },
    ),
  );

/** Shows the reader's own place enlarged for a moment. */
const landPlace = () =>
  [...document.querySelectorAll(".own-place")].map((place) =>
    place.animate(
      [
        { opacity: 0, transform: "scale(1.6)" },
        { opacity: 1, transform: "none" },
      ],
      { duration: 420, easing: EASE },
    ),
  );

/** @param {HTMLElement} shown its data says how the game ended */
function playMoment({ dataset }) {
  const moving = countRating();
  if (dataset.end === "won")
    moving.push(...growBadge(), ...landPlace(), ...raiseCards(), ...dropShapes());
  const end = () => moving.splice(0).forEach((animation) => animation.finish());
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, end, { once: true });
  document.addEventListener("visibilitychange", end, { once: true });
}

/**
 * Has Enter start the next game where nothing has the focus, unless the press was meant for the table.
 * @param {KeyboardEvent} event
 */
function playAgain({ key, repeat, target }) {
  if (key !== "Enter" || repeat || target !== document.body || performance.now() < GUARD) return;
  const again = document.querySelector(".play-ai > .button.go");
  if (again instanceof HTMLElement) again.click();
}

if (header?.dataset.fresh !== undefined) addEventListener("keydown", playAgain);
if (header && header.dataset.fresh !== undefined && firstTime(header.dataset.game ?? ""))
  if (!document.hidden && !isStill()) playMoment(header);
