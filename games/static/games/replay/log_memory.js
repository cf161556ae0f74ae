/** Keeps the entries of the public log that this browser has seen, and finds those that changed. */

import { bytesOf, encodeText, hashOf } from "./deal.js";

/**
 * @typedef {{sequence: number, game: string | null, commitment: string, previous: string, hash: string, at: string}} Entry
 * @typedef {{sequence: number, hash: string, seen: string}} Kept seen: when this browser saw it
 * @typedef {{what: "missing" | "other" | "broken" | "changed" | "gone", sequence: number, seen: string, shown: string}} Change
 *   missing: the log does not list the game; other: it has another commitment (shown); changed and gone: a kept entry
 */

const KEY = "density-log";
const MOST = 50;

/** The kept entries, newest first. @returns {Kept[]} */
export function recallEntries() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((entry) => Number.isInteger(entry?.sequence)) : [];
  } catch {
    return [];
  }
}

/** Keeps an entry; one that was seen before stays as it was. @param {Entry} entry @param {string} seen */
export function keepEntry({ sequence, hash }, seen) {
  const kept = recallEntries();
  if (kept.some((entry) => entry.sequence === sequence)) return;
  const all = [{ sequence, hash, seen }, ...kept].sort(
    (one, other) => other.sequence - one.sequence,
  );
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // without storage there is nothing to compare later
  }
}

/** @param {string} query @returns {Promise<Entry[]>} */
async function readEntries(query) {
  const answer = await fetch(`/api/deals/?${query}`, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`the log answers ${answer.status}`);
  return (await answer.json()).deals;
}

/**
 * Compares the log with the kept entries; a changed entry changes the hash of every later one. Rejects when the
 * log cannot be read.
 * @returns {Promise<Change[]>}
 */
export async function findChanges() {
  const kept = recallEntries();
  if (!kept.length) return [];
  const now = await readEntries(kept.map(({ sequence }) => `sequence=${sequence}`).join("&"));
  const hashes = new Map(now.map(({ sequence, hash }) => [sequence, hash]));
  return kept.flatMap(({ sequence, hash, seen }) => {
    if (hashes.get(sequence) === hash) return [];
    const what = hashes.has(sequence) ? "changed" : "gone";
    return [{ what, sequence, seen, shown: "" }];
  });
}

/**
 * Compares the log with the fingerprint that a table shows, and keeps the entry. Rejects when the log cannot be read.
 * @param {string} id of the game @param {string} commitment @param {string} seen today
 * @returns {Promise<Change | null>}
 */
export async function findWrongEntry(id, commitment, seen) {
  const [entry] = await readEntries(`game=${encodeURIComponent(id)}`);
  const change = { sequence: entry?.sequence ?? 0, seen: "", shown: entry?.commitment ?? "" };
  if (!entry) return { ...change, what: "missing" };
  const hashed = await hashOf(...[entry.previous, entry.commitment, entry.game ?? ""].map(bytesOf));
  const isNamed = entry.game === null || entry.game === (await hashOf(encodeText(id)));
  if (hashed !== entry.hash || !isNamed) return { ...change, what: "broken" };
  if (entry.commitment !== commitment) return { ...change, what: "other" };
  keepEntry(entry, seen);
  return null;
}
