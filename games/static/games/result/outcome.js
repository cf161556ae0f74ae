/** The wait for the result of a game that still runs: the page goes to it as soon as it is there. */

import { listen } from "../lobby/line.js";

const page = /** @type {HTMLElement} */ (document.getElementById("outcome"));
const { socket = "", result = "" } = page.dataset;

/** @param {unknown} text a frame of the game's socket */
const over = (text) => {
  const { type, game, view } = JSON.parse(String(text));
  if (type === "snapshot") return game.status === "finished";
  return type === "events" && view?.phase === "over";
};

const stop = listen(`${socket}?watch=1`, (text) => {
  if (!over(text)) return;
  stop();
  // the way back does not lead to a page that waits for nothing
  location.replace(result);
});
