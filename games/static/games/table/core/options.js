/** The options of a table in words, and how many people it still waits for. Pure. */

import { t, tn } from "../../../density/words.js";

/** @typedef {import("./protocol.js").Game} Game */

/** How many cards a player of Rock Paper Scissors Extreme usually keeps; not worth a word. */
const USUAL = 3;

/** @type {Record<string, string>} */
const EDITIONS = { current: t("Current edition"), classic: t("Classic edition"), "to the letter": t("To the letter") };

/** @type {Record<string, string>} */
const LEVELS = { easy: t("Easy"), medium: t("Medium") };

/** @param {string} level of AI players */
export const levelName = (level) => LEVELS[level] ?? level;

/** @type {Record<string, string>} */
const TIERS = {
  Pumice: t("Pumice"),
  Chalk: t("Chalk"),
  Granite: t("Granite"),
  Basalt: t("Basalt"),
  Hematite: t("Hematite"),
  Galena: t("Galena"),
  Osmium: t("Osmium"),
};

/** @param {string} tier with its step, as frames name it: Basalt II */
export function tierName(tier) {
  const [name, ...step] = tier.split(" ");
  return [TIERS[name] ?? name, ...step].join(" ");
}

/** @type {Record<string, string>} */
const ACCESS = { public: t("Public table"), link: t("By link"), password: t("Password") };

/** @type {Record<string, string>} */
const ABSENCE = {
  ai: t("The AI plays for absent people"),
  substitute: t("Watchers may take absent people’s seats"),
  wait: t("Waits for absent people"),
};

/**
 * What was chosen for a table, one choice each.
 * @param {Game} game
 * @returns {string[]}
 */
export function optionWords({ edition, ruleset, clock, access, watchable, chat, absence }) {
  return [
    EDITIONS[edition] ?? edition,
    ruleset.target === undefined ? livesWords(Number(ruleset.lives ?? 10)) : t("To {target} points", { target: Number(ruleset.target) }),
    (ruleset.hand_limit ?? USUAL) === USUAL ? "" : t("{count} cards to keep", { count: Number(ruleset.hand_limit) }),
    clockOption(clock, ruleset.target !== undefined),
    ACCESS[access ?? ""] ?? "",
    watchable === undefined ? "" : watchable ? t("Watchers welcome") : t("No watchers"),
    chat === undefined ? "" : chat ? t("Chat") : t("Phrases only"),
    ABSENCE[absence ?? ""] ?? "",
  ].filter(Boolean);
}

/** @param {number} lives */
const livesWords = (lives) => tn("{count} life", "{count} lives", lives);

/** @param {Game["clock"]} clock @param {boolean} throws whether time is given for throws */
function clockOption(clock, throws) {
  if (!clock?.free) return t("No clock");
  if (throws) return t("{seconds} s a throw, {bank} s bank", { seconds: clock.free, bank: clock.bank ?? 0 });
  return clock.bank
    ? t("{seconds} s a turn, {bank} s bank", { seconds: clock.free, bank: clock.bank })
    : t("{seconds} s a turn", { seconds: clock.free });
}

/** @param {number} free seats that are not taken */
export const waitingWords = (free) => tn("Waiting for {count} more", "Waiting for {count} more", free);
