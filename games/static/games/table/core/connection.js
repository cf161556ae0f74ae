/** The connection to one table: back-off, pings, and what the pill in the bar says. */

import { passOn } from "../../lobby/line.js";
import { readMessage } from "./protocol.js";
import { Pulse } from "./heartbeat.js";
import { isRestart, patience, tryAgainIn } from "./waits.js";

/**
 * @typedef {import("./protocol.js").Message} Message
 * @typedef {import("./protocol.js").Request} Request
 * @typedef {{state: "connecting" | "live" | "slow" | "reconnecting" | "offline" | "refused" | "signed-out",
 *   ping: number | null, since: number, restart: boolean}} Link
 */

const BEAT = 1000;
const OPENING = 6000;
const SLOW = 400;
/** @type {Record<number, Link["state"]>} closed for good */
const ENDED = { 4401: "signed-out", 4403: "refused", 4404: "refused" };

/** A name for this page among the pages of the same reader. */
export const nameTab = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

export class TableSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #opened = false;
  #opening = 0;
  #retry = 0;
  #pulse = new Pulse();
  /** @type {Link} */
  link = { state: "connecting", ping: null, since: performance.now(), restart: false };

  /**
   * @param {string} path
   * @param {() => Record<string, string>} query what the address says of this page, asked at every connect
   * @param {(message: Message) => void} onMessage
   * @param {(link: Link) => void} onLink
   */
  constructor(path, query, onMessage, onLink) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.query = query;
    this.onMessage = onMessage;
    this.onLink = onLink;
    setInterval(() => this.#beat(), BEAT);
    addEventListener("online", () => this.retry());
    addEventListener("offline", () => this.#break());
    addEventListener("pagehide", () => this.#socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.retry());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#look());
  }

  /** Opens the connection; call once, it then keeps itself open. */
  open() {
    clearTimeout(this.#retry);
    const socket = new WebSocket(`${this.url}?${new URLSearchParams(this.query())}`);
    this.#socket = socket;
    this.#opening = performance.now();
    socket.onopen = () => {
      this.#tries = 0;
      this.#opened = true;
      this.#pulse.open(performance.now());
      this.link = { ...this.link, restart: false };
      this.#say("live");
      this.#ping();
    };
    socket.onmessage = (event) => this.#hear(event.data);
    socket.onclose = (event) => this.#socket === socket && this.#lose(event.code);
  }

  /** Tries again at once, for the button and for a network that came back. */
  retry() {
    if (this.#socket?.readyState === WebSocket.OPEN || this.#ended) return;
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

  get #ended() {
    return this.link.state === "refused" || this.link.state === "signed-out";
  }

  /** @param {unknown} frame */
  #hear(frame) {
    const now = performance.now();
    passOn(frame);
    const message = readMessage(frame);
    this.#pulse.hear(now);
    if (message === null) return;
    if (message.type === "pong") {
      const ping = this.#pulse.answered(message.ref, now) ?? this.link.ping;
      this.link = { ...this.link, ping };
      this.#say((ping ?? 0) > SLOW ? "slow" : "live");
    }
    this.onMessage(message);
  }

  /** Once a second: a ping when it is time, and the end of what has been silent or stuck too long. */
  #beat() {
    const now = performance.now();
    const state = this.#socket?.readyState;
    if (state === WebSocket.OPEN) {
      if (this.#pulse.isSilent(now)) this.#break();
      else if (this.#pulse.isDue(now)) this.#ping();
    } else if (state === WebSocket.CONNECTING && now - this.#opening > OPENING) {
      this.#break();
    }
  }

  /** A reader who comes back to the page does not wait for the next try. */
  #look() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else if (this.#socket?.readyState !== WebSocket.CONNECTING) this.retry();
  }

  #ping() {
    const { ping } = this.link;
    this.send({
      type: "ping",
      ref: this.#pulse.ping(performance.now()),
      ...(ping === null ? {} : { lag: ping }),
    });
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onclose = null;
      socket.onmessage = null;
      socket.onopen = null;
      socket.close();
    }
  }

  #break() {
    if (!this.#socket) return;
    this.#drop();
    this.#lose(0);
  }

  /** @param {number} code */
  #lose(code) {
    this.#socket = null;
    if (ENDED[code]) return this.#say(ENDED[code]);
    if (isRestart(code)) this.link = { ...this.link, restart: true };
    const { restart } = this.link;
    const wait = tryAgainIn(this.#tries, restart, Math.random());
    this.#tries += 1;
    const long = this.#tries > patience(restart);
    this.#say(long || !navigator.onLine ? "offline" : this.#opened ? "reconnecting" : "connecting");
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.open(), wait);
  }

  /** @param {Link["state"]} state */
  #say(state) {
    const since = state === this.link.state ? this.link.since : performance.now();
    this.link = { ...this.link, state, since };
    this.onLink(this.link);
  }
}
