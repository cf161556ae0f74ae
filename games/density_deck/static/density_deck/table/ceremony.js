/** The animation of a match's end at the table, beat by beat, and of its columns. */

import { MINUS, plainNumber } from "../../games/table/text/numbers.js";

/**
 * @typedef {import("../../games/table/parts/running.js").Running} Running
 * @typedef {import("./protocol.js").Model} Model
 */

/** Durations in ms: turning a card, between cards, a counter's step, a breaking pip, between pips. */
const TURN = 260;
const CARDS_APART = 90;
const COUNT = 360;
const PIP = 220;
const PIPS_APART = 80;
const SLIDE = 320;
const FALL = 1800;
/** Where each shape falls, in percent of the width. */
const LANES = [50, 12, 84, 30, 68, 4, 94, 42, 20, 76, 58];

/**
 * Plays the beat that has just begun.
 * @param {Running} running
 * @param {HTMLElement} root
 * @param {Model} model
 * @param {Model} before
 */
export function playBeat(running, root, model, before) {
  const { fight } = model.own;
  if (!fight) return;
  const fightBefore = before.own.fight;
  if (!fightBefore || bannerKind(fightBefore.beat) !== bannerKind(fight.beat))
    showBanner(running, root);
  for (const seat of fight.turned)
    if (!fightBefore?.turned.includes(seat)) turnUp(running, root, seat);
  if (fight.step > (fightBefore?.step ?? 0)) runCounters(running, root);
  if (fight.beat === "verdict")
    for (const won of root.querySelectorAll(".stand[data-won]"))
      running.run(
        won,
        [{ transform: "none" }, { transform: "scale(1.06)" }, { transform: "none" }],
        {
          duration: 320,
        },
      );
  if (fight.beat === "damage") breakPips(running, root, model);
  if (fight.beat === "end") crownWinner(running, root);
}

/** Which words the banner has at a beat. @param {string} beat */
const bannerKind = (beat) => (["call", "hands", "race"].includes(beat) ? "call" : "verdict");

/** @param {Running} running @param {HTMLElement} root */
function showBanner(running, root) {
  const words = root.querySelector(".fight-banner > span");
  if (words)
    running.run(
      words,
      [
        { opacity: 0, transform: "translateY(8px)" },
        { opacity: 1, transform: "none" },
      ],
      { duration: 260 },
    );
}

/**
 * Turns up the cards of a hand one after the other; open cards lift for a moment.
 * @param {Running} running @param {HTMLElement} root @param {number} seat
 */
function turnUp(running, root, seat) {
  const stand = root.querySelector(`[data-stand="${seat}"]`);
  const near = !!stand?.hasAttribute("data-near");
  const cards = near
    ? root.querySelectorAll("[data-hand] > span.card")
    : (stand?.querySelectorAll(".stand-hand .card") ?? []);
  const own = near ? root.querySelectorAll("[data-hand] > button.card") : [];
  cards.forEach((card, index) =>
    running.run(
      card,
      [
        { transform: "rotateY(90deg)", opacity: 0 },
        { transform: "rotateY(90deg)", opacity: 1, offset: 0.01 },
        { transform: "none", opacity: 1 },
      ],
      { duration: TURN, delay: CARDS_APART * index },
    ),
  );
  own.forEach((card, index) =>
    running.run(
      card,
      [{ transform: "none" }, { transform: "translateY(-14px)" }, { transform: "none" }],
      { duration: TURN, delay: CARDS_APART * index },
    ),
  );
}

/** Runs each counter on from its last value. @param {Running} running @param {HTMLElement} root */
function runCounters(running, root) {
  for (const number of root.querySelectorAll(".stand-total")) {
    const text = [...number.childNodes].find((node) => node instanceof Text && node.data.trim());
    if (!(text instanceof Text)) continue;
    const final = text.data;
    const to = Number(final.replace(MINUS, "-"));
    const from = Number(number.getAttribute("data-from") ?? 0);
    number.setAttribute("data-from", String(to));
    running.count(0, COUNT, (share) => {
      text.data = share === 1 ? final : plainNumber(Math.round(from + (to - from) * share));
    });
  }
  for (const group of root.querySelectorAll(".stand-group[data-now]"))
    running.run(group, [{ opacity: 0.3 }, { opacity: 1 }], { duration: COUNT });
}

/**
 * Breaks the lost pips one by one, and shakes the plate once.
 * @param {Running} running
 * @param {HTMLElement} root
 * @param {Model} model
 */
function breakPips(running, root, model) {
  for (const { seat, lives } of model.own.fight?.over.seats ?? []) {
    if (lives >= (model.view?.seats[seat].lives ?? 0)) continue;
    const plate = root.querySelector(`:is(.plate, .near)[data-seat="${seat}"]`);
    if (!plate) continue;
    const lost = [...plate.querySelectorAll("[data-pip='lost']")].reverse();
    lost.forEach((pip, index) =>
      running.run(
        pip,
        [
          { transform: "none", opacity: 1 },
          { transform: "scale(1.7) rotate(18deg)", opacity: 0.2, offset: 0.7 },
          { transform: "none", opacity: 1 },
        ],
        { duration: PIP, delay: PIPS_APART * index },
      ),
    );
    for (const part of shakenParts(plate))
      running.run(
        part,
        [0, -4, 4, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
        { duration: 240, easing: "linear" },
      );
  }
}

/**
 * The parts of a plate that shake: the plate, or on phones, where it has no box, the face.
 * @param {Element} plate
 */
const shakenParts = (plate) =>
  plate.getBoundingClientRect().width ? [plate] : [...plate.querySelectorAll(".seat-face")];

/**
 * Lets the winner of the game grow, and the shapes of the suits fall once.
 * @param {Running} running
 * @param {HTMLElement} root
 */
function crownWinner(running, root) {
  const winner = root.querySelector(".fight-winner");
  if (!winner) return;
  running.run(
    winner,
    [
      { opacity: 0, transform: "scale(.6)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: 420 },
  );
  for (const number of winner.querySelectorAll("[data-lives]")) {
    const text = [...number.childNodes].find((node) => node instanceof Text && node.data.trim());
    if (!(text instanceof Text)) continue;
    const lives = Number(text.data);
    running.count(300, 700, (share) => {
      text.data = String(Math.round(lives * share));
    });
  }
  const height = root.getBoundingClientRect().height;
  [...winner.querySelectorAll(".fight-shapes > *")].forEach((shape, index) =>
    running.run(
      shape,
      [
        { transform: `translate(${LANES[index] - 50}vw, ${-height / 2}px) rotate(0)`, opacity: 1 },
        {
          transform: `translate(${LANES[index] - 50}vw, ${height / 2}px) rotate(${index % 2 ? 200 : -200}deg)`,
          opacity: 1,
          offset: 0.9,
        },
        { transform: `translate(${LANES[index] - 50}vw, ${height / 2}px)`, opacity: 0 },
      ],
      { duration: FALL - 60 * index, delay: 60 * index, easing: "ease-in", fill: "both" },
    ),
  );
}

/**
 * Moves the columns in from the seats.
 * @param {Running} running
 * @param {HTMLElement} root
 * @param {Map<string, DOMRect>} from
 */
export function slideColumns(running, root, from) {
  for (const column of root.querySelectorAll(".sd-column")) {
    const start = from.get(`seat-${column.getAttribute("data-seat")}`);
    const to = column.querySelector(".sd-column-head")?.getBoundingClientRect();
    if (!start || !to) continue;
    running.run(
      column,
      [
        {
          opacity: 0,
          transform: `translate(${(start.x - to.x) / 2}px, ${(start.y - to.y) / 2}px) scale(.8)`,
        },
        { opacity: 1, transform: "none" },
      ],
      { duration: SLIDE },
    );
  }
}
