/** The options of a table in words, and how many people it still waits for. Pure. */

/** @typedef {import("./protocol.js").Game} Game */

/** @type {Record<string, string>} */
const EDITIONS = { current: "Current edition", classic: "Classic edition", "to the letter": "To the letter" };

/** @type {Record<string, string>} */
const ACCESS = { public: "Public table", link: "By link", password: "Password" };

/** @type {Record<string, string>} */
const ABSENCE = {
  ai: "The AI plays for absent people",
  substitute: "Watchers may take absent people’s seats",
  wait: "Waits for absent people",
};

/**
 * What was chosen for a table, one choice each.
 * @param {Game} game
 * @returns {string[]}
 */
export function optionWords({ edition, ruleset, clock, access, watchable, chat, absence }) {
  return [
    EDITIONS[edition] ?? edition,
    livesWords(Number(ruleset.lives ?? 10)),
    clockOption(clock),
    ACCESS[access ?? ""] ?? "",
    watchable === undefined ? "" : watchable ? "Watchers welcome" : "No watchers",
    chat === undefined ? "" : chat ? "Chat" : "Phrases only",
    ABSENCE[absence ?? ""] ?? "",
  ].filter(Boolean);
}

/** @param {number} lives */
const livesWords = (lives) => (lives === 1 ? "1 life" : `${lives} lives`);

/** @param {Game["clock"]} clock */
function clockOption(clock) {
  if (!clock?.free) return "No clock";
  return clock.bank ? `${clock.free} s a turn, ${clock.bank} s bank` : `${clock.free} s a turn`;
}

/** @param {number} free seats that are not taken */
export const waitingWords = (free) => `Waiting for ${free === 1 ? "1 more" : `${free} more`}`;
