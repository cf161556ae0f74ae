/** Lets node find the modules of the apps where the browser finds them: all under one /static/. */

import { existsSync, readdirSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const GAMES = new URL("../../games/", import.meta.url);
const games = readdirSync(GAMES).filter((name) => existsSync(new URL(`${name}/static/${name}/`, GAMES)));
const APPS = ["density", "games", ...games.map((name) => `games/${name}`), "matchmaking", "accounts"];
const APP = new RegExp(`/(?:${APPS.toReversed().join("|")})/static/`);

registerHooks({
  resolve(specifier, context, next) {
    const wanted = specifier.startsWith(".") && context.parentURL ? new URL(specifier, context.parentURL).href : "";
    if (APP.test(wanted) && !existsSync(fileURLToPath(wanted))) {
      for (const app of APPS) {
        const there = wanted.replace(APP, `/${app}/static/`);
        if (existsSync(fileURLToPath(there))) return next(there, context);
      }
    }
    return next(specifier, context);
  },
});
