/** Has node find modules where browsers find them: those of all apps under one /static/. */

import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { projectFiles } from "./project_files.js";

// including the test game
const games = [
  ...new Set(
    projectFiles("games/*/static/*.js", "tests/*/static/*.js").flatMap(
      (path) => /^(\w+\/(\w+))\/static\/\2\//.exec(path)?.[1] ?? [],
    ),
  ),
];
const APPS = ["density", "games", ...games, "matchmaking", "accounts"];
const APP = new RegExp(`/(?:${APPS.toReversed().join("|")})/static/`);

registerHooks({
  resolve(specifier, context, next) {
    const wanted =
      specifier.startsWith(".") && context.parentURL
        ? new URL(specifier, context.parentURL).href
        : "";
    if (APP.test(wanted) && !existsSync(fileURLToPath(wanted))) {
      for (const app of APPS) {
        const there = wanted.replace(APP, `/${app}/static/`);
        if (existsSync(fileURLToPath(there))) return next(there, context);
      }
    }
    return next(specifier, context);
  },
});
