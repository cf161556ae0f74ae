/** Lets node find the modules of the apps where the browser finds them: all under one /static/. */

import { existsSync, readdirSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);
// those of the tests, too
const games = ["games", "tests"].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, ROOT))
    .filter((name) => existsSync(new URL(`${folder}/${name}/static/${name}/`, ROOT)))
    .map((name) => `${folder}/${name}`),
);
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
