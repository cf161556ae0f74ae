/** Shared modules know no game: they import none, name none, and use no game's words. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { projectFiles } from "./project_files.js";

const ROOT = new URL("../../", import.meta.url);
const GAMES = projectFiles("games/*/game_type.py").map((path) => path.split("/")[1]);

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, ROOT), "utf8");

/** Words of one game's rules. Class names and ids of drawings that all games share do not count. */
const WORDS =
  /\b(fight|surrender\w*|showdown|amplification|suit|lives|throws?|thrown|potion|challenges?|dealer|rps|rock paper)\b/i;

/** Exceptions, with their reasons. @type {[file: string, text: RegExp, why: string][]} */
const ALLOWED = [
  ["", /throw new Error/, "the language's own word"],
  ["friends/main.js", /challenge/i, "one user challenges another one, to whatever game"],
  ["connection/page.js", /challenge/, "the same"],
];

const modules = projectFiles("games/static/games/*.js", "matchmaking/static/matchmaking/*.js").map(
  (name) => ({ name, text: read(name) }),
);

test("there are games and shared modules to look at", () => {
  assert.ok(GAMES.length >= 2);
  assert.ok(modules.length > 60);
});

test("no shared module names a game or imports from its folder", () => {
  for (const { name, text } of modules) {
    for (const game of GAMES) {
      const slug = game.replaceAll("_", "-");
      // the scheme of the deal is named after the site, in all records
      const bare = text.replaceAll(/density-deck-fair\/\d/g, "");
      assert.ok(!bare.includes(`${game}/`) && !bare.includes(`"${slug}"`), `${name}: ${game}`);
    }
  }
});

test("no module takes the types of a game away", () => {
  const own = projectFiles("games/*static/*.js");
  assert.ok(own.length > 100);
  const findings = own.flatMap((name) =>
    read(name)
      .split("\n")
      .filter(
        (line) =>
          /@(param|type|typedef|property|returns|template)\b.*[{<(:|=,] ?any ?[}>)|,\]]/.test(
            line,
          ) || /\*\/ \(\/\*\* @type \{unknown\}/.test(line),
      )
      .map((line) => `${name}: ${line.trim()}`),
  );
  assert.deepEqual(findings, []);
});

test("no shared module uses a word of one game", () => {
  const findings = modules.flatMap(({ name, text }) =>
    text
      .split("\n")
      .filter(
        (line) =>
          WORDS.test(line) &&
          !ALLOWED.some(([file, allowed]) => name.endsWith(file) && allowed.test(line)),
      )
      .map((line) => `${name}: ${line.trim()}`),
  );
  assert.deepEqual(findings, []);
});
