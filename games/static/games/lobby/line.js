/** A socket that comes back by itself and only listens. */

import { SIGNED_OUT, reloadOnce } from "../table/reload.js";

const WAITS = [1000, 2000, 4000, 8000];
const TRY_LATER = 4503;

/**
 * Keeps a connection open until it is told to stop, or the server says that there is no use.
 * @param {string} path
 * @param {(text: unknown) => void} onFrame
 * @returns {() => void} stops listening
 */
export function listen(path, onFrame) {
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
  let tries = 0;
  let wanted = true;
  /** @type {WebSocket | undefined} */
  let socket;
  let retry = 0;

  const open = () => {
    clearTimeout(retry);
    if (!wanted) return;
    const opened = new WebSocket(address);
    socket = opened;
    opened.onmessage = (event) => {
      tries = 0;
      onFrame(event.data);
    };
    opened.onclose = (event) => {
      if (socket !== opened || !wanted) return;
      if (event.code === SIGNED_OUT) reloadOnce();
      if (event.code >= 4400 && event.code !== TRY_LATER) return;
      const wait = WAITS[Math.min(tries, WAITS.length - 1)];
      tries += 1;
      retry = setTimeout(open, wait * (0.8 + Math.random() * 0.4));
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
