/** Runs on every page: keeps a page for the moment without a connection, where it can. */

import "./menus.js";
import "./presses.js";
import "./zone.js";

import { answerWorker } from "./idle.js";

if ("serviceWorker" in navigator) {
  answerWorker();
  addEventListener("load", () => {
    // browsers that forbid workers show a page of their own instead
    navigator.serviceWorker.register("/worker.js").catch(() => {});
  });
}
