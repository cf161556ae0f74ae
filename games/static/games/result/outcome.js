/** The wait for the result of a game that still runs: the page goes to it as soon as it is there. */

import { Connection } from "../connection/connection.js";

const page = /** @type {HTMLElement} */ (document.getElementById("outcome"));
const { socket = "", result = "" } = page.dataset;

/** @param {{type: string, game?: {status: string}, view?: {phase: string} | null}} frame of the game's socket */
const over = ({ type, game, view }) => {
  if (type === "snapshot") return game?.status === "finished";
  return type === "events" && view?.phase === "over";
};

const connection = new Connection(`${socket}?watch=1`, (frame) => {
  if (!over(frame)) return;
  connection.close();
  // the way back does not lead to a page that waits for nothing
  location.replace(result);
});
connection.open();
