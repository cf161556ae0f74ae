/** A socket that comes back by itself. */

import { SIGNED_OUT, reloadOnce } from "../table/core/reload.js";
import { isRestart, tryAgainIn } from "../table/core/waits.js";

const TRY_LATER = 4503;
/** The event of a document by which a page learns of a challenge; its detail is the frame. */
export const NEWS = "density-challenge";

/** Passes on what concerns the reader on every page. @param {unknown} text */
export function passOn(text) {
  if (typeof text !== "string" || !text.startsWith('{"type":"challenge"')) return;
  document.dispatchEvent(new CustomEvent(NEWS, { detail: JSON.parse(text) }));
}

/** Shows the page's notice while no new games begin. @param {unknown} text */
function showDraining(text) {
  if (typeof text !== "string" || !text.startsWith('{"type":"draining"')) return;
  const notice = document.querySelector("[data-draining]");
  notice?.toggleAttribute("hidden", !JSON.parse(text).on);
}

/**
 * Keeps a connection open until it is told to stop, or the server says that there is no use.
 * @param {string} path
 * @param {(text: unknown) => void} onFrame
 * @param {(send: ((message: object) => void) | null) => void} [onLine] told how to send at every
 *   connect, and null whenever the connection is lost
 * @returns {() => void} stops listening
 */
export function listen(path, onFrame, onLine = () => {}) {
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
  let tries = 0;
  let restart = false;
  let wanted = true;
  /** @type {WebSocket | undefined} */
  let socket;
  let retry = 0;

  const open = () => {
    clearTimeout(retry);
    if (!wanted) return;
    const opened = new WebSocket(address);
    socket = opened;
    opened.onopen = () =>
      onLine(
        (message) => opened.readyState === WebSocket.OPEN && opened.send(JSON.stringify(message)),
      );
    opened.onmessage = (event) => {
      tries = 0;
      restart = false;
      onFrame(event.data);
      showDraining(event.data);
      passOn(event.data);
    };
    opened.onclose = (event) => {
      if (socket !== opened || !wanted) return;
      onLine(null);
      if (event.code === SIGNED_OUT) reloadOnce();
      if (event.code >= 4400 && event.code !== TRY_LATER) return;
      restart ||= isRestart(event.code);
      const wait = tryAgainIn(tries, restart, Math.random());
      tries += 1;
      retry = setTimeout(open, wait);
    };
  };

  open();
  // a page that comes back from the browser's memory has lost its socket
  addEventListener("pageshow", (event) => event.persisted && open());
  return () => {
    wanted = false;
    clearTimeout(retry);
    socket?.close();
  };
}
