/** Folders of browser modules have no import cycles, and shared ones import no game's. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { projectFiles } from "./project_files.js";

const IMPORTED = /^(?:import|export)\b[^;"']*["']([^"']+\.js)["']/gm;
const GAMES = ["density_deck", "rps_extreme"];

/** @param {string} url */
const roomOf = (url) => posix.dirname(url);

/** The folders that each folder imports. @type {Map<string, Set<string>>} */
const rooms = new Map();
for (const path of projectFiles("*/static/*.js")) {
  const [, url] = path.split("/static/");
  if (path.startsWith("tests/") || url.includes("/vendor/")) continue;
  for (const [, named] of readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").matchAll(
    IMPORTED,
  )) {
    const to = roomOf(posix.join(posix.dirname(url), named));
    if (to !== roomOf(url)) rooms.set(roomOf(url), (rooms.get(roomOf(url)) ?? new Set()).add(to));
  }
}

/**
 * @param {string} room
 * @param {string[]} way
 * @returns {string[] | null} the path from a folder back to itself
 */
function circle(room, way = [room]) {
  for (const next of rooms.get(room) ?? []) {
    if (next === way[0]) return [...way, next];
    if (way.includes(next)) continue;
    const loop = circle(next, [...way, next]);
    if (loop) return loop;
  }
  return null;
}

test("no room of modules imports itself by way of others", () => {
  assert.ok(rooms.size > 10);
  for (const room of rooms.keys()) assert.deepEqual(circle(room), null);
});

test("what games share imports no game", () => {
  for (const [room, others] of rooms)
    if (!GAMES.some((game) => room.startsWith(game)))
      for (const other of others) assert.ok(!GAMES.some((game) => other.startsWith(game)), room);
});
