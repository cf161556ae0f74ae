/** The animation of a match's end at the table, beat by beat, and of its columns. */

import { MINUS, plainNumber } from "../../games/table/text/numbers.js";

/**
 * @typedef {import("../../games/table/parts/running.js").Running} Running
 * @typedef {import("./protocol.js").Model} Model
 */

/** Durations in ms at full length: the banner, turning a card, between cards, before a counter, a counter. */
const RAISE = 160;
const TURN = 200;
const CARDS_APART = 40;
const COUNT_AFTER = 80;
const COUNT = 210;
/** Durations in ms at full length: a blow, a breaking pip, between pips. */
const BLOW = 240;
const PIP = 320;
const PIPS_APART = 70;
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
  running.rate = 1 / fight.share;
  try {
    const words = root.querySelector(".fight-banner > span");
    if (words && (!fightBefore || words.textContent !== shownBanner))
      raiseBanner(running, words, fight.beat);
    shownBanner = words?.textContent ?? "";
    // the reader knows their own score, so it stands at once
    const known = fight.beat === "call" ? fight.turned : (fightBefore?.turned ?? []);
    for (const seat of fight.turned) if (!known.includes(seat)) turnUp(running, root, seat);
    if (fight.beat === "verdict")
      for (const won of root.querySelectorAll(".stand[data-won]"))
        running.run(
          won,
          [{ transform: "none" }, { transform: "scale(1.08)" }, { transform: "none" }],
          {
            duration: 320,
          },
        );
    if (fight.beat === "damage") strikeLosers(running, root, model);
    if (fight.beat === "end") crownWinner(running, root);
  } finally {
    running.rate = 1;
  }
}

/** The words of the banner that the page shows. */
let shownBanner = "";

/**
 * Lets the banner settle; it can be read from its first frame.
 * @param {Running} running @param {Element} words @param {string} beat
 */
function raiseBanner(running, words, beat) {
  const start = beat === "verdict" ? "scale(1.12)" : "translateY(8px)";
  running.run(words, [{ transform: start }, { transform: "none" }], { duration: RAISE });
}

/**
 * Turns up the cards of a hand one after the other and counts its score.
 * @param {Running} running @param {HTMLElement} root @param {number} seat
 */
function turnUp(running, root, seat) {
  const stand = root.querySelector(`[data-stand="${seat}"]`);
  const near = !!stand?.hasAttribute("data-near");
  const cards = near
    ? root.querySelectorAll("[data-hand] > span.card")
    : (stand?.querySelectorAll(".stand-hand .card") ?? []);
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
  const chips = stand?.querySelector(".stand-chips");
  if (chips)
    running.run(chips, [{ opacity: 0 }, { opacity: 1 }], { duration: COUNT, delay: COUNT_AFTER });
  const number = stand?.querySelector(".stand-total");
  if (number) countUp(running, number, COUNT_AFTER, COUNT);
}

/** Counts a number of the page up from 0. @param {Running} running @param {Element} number @param {number} delay @param {number} duration */
function countUp(running, number, delay, duration) {
  const text = [...number.childNodes].find((node) => node instanceof Text && node.data.trim());
  if (!(text instanceof Text)) return;
  const final = text.data;
  const to = Number(final.replace(MINUS, "-"));
  running.count(delay, duration, (share) => {
    text.data = share === 1 ? final : plainNumber(Math.round(to * share));
  });
}

/**
 * Has the winner's score strike each loser: the plate recoils, and the lost lives burst one by one.
 * @param {Running} running
 * @param {HTMLElement} root
 * @param {Model} model
 */
function strikeLosers(running, root, model) {
  const { over } = model.own.fight ?? {};
  const from = root.querySelector(".stand[data-won] .stand-total")?.getBoundingClientRect();
  for (const { seat, lives } of over?.seats ?? []) {
    const plate = root.querySelector(`:is(.plate, .near)[data-seat="${seat}"]`);
    if (!plate || lives >= (model.view?.seats[seat].lives ?? 0)) continue;
    const to = plate.querySelector(".avatar")?.getBoundingClientRect();
    const delay = from && to ? BLOW : 0;
    if (from && to) throwBlow(running, from, to);
    [...plate.querySelectorAll("[data-pip='lost']")].reverse().forEach((pip, index) =>
      running.run(
        pip,
        [
          { transform: "none", opacity: 1 },
          { transform: "scale(2.6) rotate(24deg)", opacity: 0, offset: 0.7 },
          { transform: "none", opacity: 1 },
        ],
        { duration: PIP, delay: delay + PIPS_APART * index },
      ),
    );
    for (const loss of plate.querySelectorAll(".loss"))
      running.run(
        loss,
        [
          { transform: "scale(0)", opacity: 0 },
          { transform: "scale(1.7)", opacity: 1, offset: 0.4 },
          { transform: "none", opacity: 1 },
        ],
        { duration: PIP, delay },
      );
    for (const part of shakenParts(plate))
      running.run(
        part,
        [0, -10, 9, -6, 4, 0].map((x) => ({ transform: `translateX(${x}px)` })),
        { duration: 300, delay, easing: "linear" },
      );
  }
}

/** Flies a blow from one box to another. @param {Running} running @param {DOMRect} from @param {DOMRect} to */
function throwBlow(running, from, to) {
  const blow = document.createElement("i");
  blow.className = "blow";
  const at = new DOMRect(from.x + from.width / 2 - 40, from.y + from.height / 2 - 5, 80);
  if (!running.lift(blow, at)) return;
  const x = to.x + to.width / 2 - at.x - 40;
  const y = to.y + to.height / 2 - at.y - 5;
  const turn = `rotate(${Math.atan2(y, x)}rad)`;
  running.run(
    blow,
    [
      { transform: `${turn} scaleX(0.2)`, opacity: 0 },
      { transform: `translate(${x / 4}px, ${y / 4}px) ${turn}`, opacity: 1, offset: 0.3 },
      { transform: `translate(${x}px, ${y}px) ${turn}`, opacity: 1 },
    ],
    { duration: BLOW, easing: "ease-in", fill: "both" },
    () => blow.remove(),
  );
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
  for (const number of winner.querySelectorAll("[data-lives]")) countUp(running, number, 300, 700);
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
