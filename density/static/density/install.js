/** Runs on every page: registers the service worker, which keeps the offline page. */

import "./menus.js";
import "./presses.js";
import "./zone.js";

import { answerWorker } from "./idle.js";

if ("serviceWorker" in navigator) {
  answerWorker();
  addEventListener("load", () => {
    // browsers that forbid workers show their own offline page
    navigator.serviceWorker.register("/worker.js").catch(() => {});
  });
}
