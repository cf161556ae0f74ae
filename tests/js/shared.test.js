/** Shared modules know no game: they import none, name none and use no word of one. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const ROOTS = ["../../games/static/games/", "../../matchmaking/static/matchmaking/"].map(
  (path) => new URL(path, import.meta.url),
);
const GAMES = readdirSync(new URL("../../games/", import.meta.url), { withFileTypes: true })
  .filter(
    (each) =>
      each.isDirectory() &&
      readdirSync(new URL(`../../games/${each.name}/`, import.meta.url)).includes("game_type.py"),
  )
  .map(({ name }) => name);

/** Words of the rules of one game; class names and ids of drawings that all games share are none. */
const WORDS =
  /\b(fight|surrender\w*|showdown|amplification|suit|lives|throws?|thrown|potion|challenges?|dealer|rps|rock paper)\b/i;

/** What a shared module may say all the same, and why. @type {[file: string, text: RegExp, why: string][]} */
const ALLOWED = [
  ["", /throw new Error/, "the language's own word"],
  ["friends/main.js", /challenge/i, "one user challenges another one, to whatever game"],
  ["lobby/line.js", /challenge/, "the same"],
];

const modules = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true })
    .filter((name) => String(name).endsWith(".js"))
    .map((name) => ({
      name: String(name),
      text: readFileSync(new URL(String(name), root), "utf8"),
    })),
);

test("there are games and shared modules to look at", () => {
  assert.ok(GAMES.length >= 2);
  assert.ok(modules.length > 60);
});

test("no shared module names a game or imports from its folder", () => {
  for (const { name, text } of modules) {
    for (const game of GAMES) {
      const slug = game.replaceAll("_", "-");
      // the scheme of the deal is named after the site, in every record for ever
      const bare = text.replaceAll(/density-deck-fair\/\d/g, "");
      assert.ok(!bare.includes(`${game}/`) && !bare.includes(`"${slug}"`), `${name}: ${game}`);
    }
  }
});

test("no module takes the types of a game away", () => {
  const own = readdirSync(new URL("../../games/", import.meta.url), { recursive: true })
    .map(String)
    .filter((name) => /^(\w+\/)?static\/.*\.js$/.test(name));
  assert.ok(own.length > 100);
  const found = own.flatMap((name) =>
    readFileSync(new URL(`../../games/${name}`, import.meta.url), "utf8")
      .split("\n")
      .filter(
        (line) =>
          /@(param|type|typedef|property|returns|template)\b.*[{<(:|=,] ?any ?[}>)|,\]]/.test(
            line,
          ) || /\*\/ \(\/\*\* @type \{unknown\}/.test(line),
      )
      .map((line) => `${name}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});

test("no shared module uses a word of one game", () => {
  const found = modules.flatMap(({ name, text }) =>
    text
      .split("\n")
      .filter(
        (line) =>
          WORDS.test(line) &&
          !ALLOWED.some(([file, allowed]) => name.endsWith(file) && allowed.test(line)),
      )
      .map((line) => `${name}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});
