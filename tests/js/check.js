/** Checks the types of every browser module: tsconfig.json, with the games that there are. */

import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const FOLDERS = ["../../games", "../"];

/** Where the static files of each game are, those of the tests included. */
const games = FOLDERS.flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url))
    .map((name) => ({ name, place: `${folder}/${name}/static` }))
    .filter(({ name, place }) => existsSync(new URL(`${place}/${name}/`, import.meta.url)))
    .map(({ place }) => place),
);

const { config, error } = ts.readConfigFile(`${HERE}tsconfig.json`, ts.sys.readFile);
if (error) throw new Error(String(error.messageText));
config.compilerOptions.rootDirs.push(...games);
config.include.push(...games.map((place) => `${place}/**/*.js`));
const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, HERE);
const program = ts.createProgram(fileNames, options);
const found = [...errors, ...ts.getPreEmitDiagnostics(program)];
const names = {
  getCanonicalFileName: (/** @type {string} */ name) => name,
  getCurrentDirectory: () => HERE,
  getNewLine: () => "\n",
};
process.stdout.write(ts.formatDiagnostics(found, names));
process.exitCode = found.length ? 1 : 0;
