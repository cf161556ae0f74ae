/** The connection to one table: back-off, pings, and what the pill in the bar says. */

import { readMessage } from "./protocol.js";

/**
 * @typedef {import("./protocol.js").Message} Message
 * @typedef {import("./protocol.js").Request} Request
 * @typedef {{state: "connecting" | "live" | "slow" | "reconnecting" | "offline" | "refused",
 *   ping: number | null, since: number}} Link
 */

const WAITS = [1000, 2000, 4000, 8000];
const PING_EVERY = 5000;
const SLOW = 400;
const SILENT = 12000;
const REFUSED = [4403, 4404];

export class TableSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #opened = false;
  #retry = 0;
  #pingSent = 0;
  #pingRef = 0;
  #heard = 0;
  /** @type {Link} */
  link = { state: "connecting", ping: null, since: performance.now() };

  /**
   * @param {string} path
   * @param {(message: Message) => void} onMessage
   * @param {(link: Link) => void} onLink
   */
  constructor(path, onMessage, onLink) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.onMessage = onMessage;
    this.onLink = onLink;
    setInterval(() => this.#ping(), PING_EVERY);
    addEventListener("online", () => this.retry());
    addEventListener("pagehide", () => this.#socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.retry());
  }

  /** Opens the connection; call once, it then keeps itself open. */
  open() {
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#opened = true;
      this.#heard = performance.now();
      this.#say("live");
      this.#ping();
    };
    socket.onmessage = (event) => this.#hear(event.data);
    socket.onclose = (event) => this.#socket === socket && this.#lose(event.code);
  }

  /** Tries again at once, for the button and for a network that came back. */
  retry() {
    if (this.#socket?.readyState === WebSocket.OPEN) return;
    this.#drop();
    this.#tries = 0;
    this.open();
  }

  /**
   * Sends if the connection is open.
   * @param {Request} request
   * @returns {boolean} whether it was sent
   */
  send(request) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  /** @param {unknown} frame */
  #hear(frame) {
    const message = readMessage(frame);
    this.#heard = performance.now();
    if (message === null) return;
    if (message.type === "pong") {
      const ping = Math.round(performance.now() - this.#pingSent);
      this.link = { ...this.link, ping };
      this.#say(ping > SLOW ? "slow" : "live");
      return;
    }
    this.onMessage(message);
  }

  #ping() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (performance.now() - this.#heard > SILENT) {
      this.#drop();
      this.#lose(0);
      return;
    }
    this.#pingSent = performance.now();
    this.#pingRef += 1;
    this.send({ type: "ping", ref: `p${this.#pingRef}` });
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
    }
  }

  /** @param {number} code */
  #lose(code) {
    if (REFUSED.includes(code)) return this.#say("refused");
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)];
    this.#tries += 1;
    this.#say(this.#tries > WAITS.length || !navigator.onLine ? "offline" : this.#opened ? "reconnecting" : "connecting");
    this.#retry = setTimeout(() => this.open(), wait * (0.8 + Math.random() * 0.4));
  }

  /** @param {Link["state"]} state */
  #say(state) {
    const since = state === this.link.state ? this.link.since : performance.now();
    this.link = { ...this.link, state, since };
    this.onLink(this.link);
  }
}
