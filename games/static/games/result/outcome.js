/** The wait for the end of a running game: the page opens the result as soon as it exists. */

import { Connection } from "../connection/connection.js";

const page = /** @type {HTMLElement} */ (document.getElementById("outcome"));
const { socket = "", result = "" } = page.dataset;

/** @param {{type: string, game?: {status: string}, view?: {phase: string} | null}} frame of the game's socket */
const isOver = ({ type, game, view }) => {
  if (type === "snapshot") return game?.status === "finished";
  return type === "events" && view?.phase === "over";
};

const connection = new Connection(`${socket}?watch=1`, (frame) => {
  if (!isOver(frame)) return;
  connection.close();
  // replaced, so that going back does not lead to this page
  location.replace(result);
});
connection.open();
