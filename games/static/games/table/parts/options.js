/** The options of a table in words, and how many players it still waits for. Pure. */

import { t, tn } from "../../../density/words.js";

/** @typedef {import("../state/protocol.js").Game} Game */

/** The server's names of levels, tiers, editions, access, absence and phrases: by kind, then by value. @type {Record<string, Record<string, string>>} */
let labels = {};

/** @param {string} text the labels as JSON; none on a page without them */
export function useLabels(text) {
  labels = JSON.parse(text || "{}");
}

/** The words of the preset phrases, by the value that frames carry. */
export const phraseWords = () => labels.phrases ?? {};

/** @param {string} level of AI players */
export const levelName = (level) => labels.levels?.[level] ?? level;

/** @param {string} tier with its step, as in frames: Basalt II */
export function tierName(tier) {
  const [name, ...step] = tier.split(" ");
  return [labels.tiers?.[name] ?? name, ...step].join(" ");
}

/**
 * The options of a table, one text for each.
 * @param {Game} table
 * @param {import("../state/game.js").Game} game
 * @returns {string[]}
 */
export function optionWords({ edition, ruleset, clock, access, watchable, chat, absence }, game) {
  const own = game.options(ruleset, clock);
  return [
    labels.editions?.[edition] ?? edition,
    ...own.rules,
    clock?.free ? own.clock : t("No clock"),
    labels.access?.[access] ?? "",
    watchable ? t("Spectators welcome") : t("No spectators"),
    chat ? t("Chat") : t("Ready-made phrases only"),
    labels.absence?.[absence] ?? "",
  ].filter(Boolean);
}

/** @param {number} free the number of free seats */
export const waitingWords = (free) =>
  tn("Waiting for {count} more player.", "Waiting for {count} more players.", free);
