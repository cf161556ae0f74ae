/** Checks the types of every browser module: tsconfig.json, extended by all games. */

import { fileURLToPath } from "node:url";
import ts from "typescript";
import { newerThanTheFloor } from "./floor.js";
import { projectFiles } from "./project_files.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const STATIC = /^((?:games|tests)\/(\w+)\/static)\/\2\//;

/** The folders with the static files of each game, including the test game. */
const games = [
  ...new Set(
    projectFiles("games/*/static/*.js", "tests/*/static/*.js")
      .map((path) => STATIC.exec(path))
      .flatMap((found) => (found ? [`../../${found[1]}`] : [])),
  ),
];

const { config, error } = ts.readConfigFile(`${HERE}tsconfig.json`, ts.sys.readFile);
if (error) throw new Error(String(error.messageText));
config.compilerOptions.rootDirs.push(...games);
config.include.push(...games.map((place) => `${place}/**/*.js`));
const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, HERE);
const program = ts.createProgram(fileNames, options);
const diagnostics = [...errors, ...ts.getPreEmitDiagnostics(program)];
const names = {
  getCanonicalFileName: (/** @type {string} */ name) => name,
  getCurrentDirectory: () => HERE,
  getNewLine: () => "\n",
};
process.stdout.write(ts.formatDiagnostics(diagnostics, names));
const newer = newerThanTheFloor(program);
for (const line of newer) console.log(`docs/BROWSERS.md: ${line}`);
process.exitCode = diagnostics.length + newer.length ? 1 : 0;
