/** A page's connection: reconnects after a loss, detects silence, and reports unanswered requests. */

import { hearNews, showLoss, tellReturn } from "./page.js";
import { Pulse } from "./pulse.js";
import { SIGNED_OUT, reloadOnce } from "./reload.js";
import { isRestart, triesUntilDown, tryAgainIn } from "./waits.js";

/**
 * @typedef {{type: string, ref?: string | null}} Frame
 * @typedef {{type: string, ref?: string, [field: string]: unknown}} Request
 * @typedef {{state: "connecting" | "live" | "slow" | "reconnecting" | "offline" | "refused" | "signed-out",
 *   ping: number | null, since: number, restart: boolean}} Link
 * @typedef {{query?: () => Record<string, string>, pingEvery?: number, onLink?: (link: Link) => void,
 *   onUnsent?: (requests: Request[]) => void}} Options query: parameters of the socket's address,
 *   read at every connect; pingEvery: in ms; onUnsent: gets the unanswered requests when the connection is lost
 */

const BEAT = 1000;
const OPENING = 6000;
const SLOW = 400;
/** A connection that returns within this time counts as never lost, in ms. */
export const BLINK = 1000;
/** Milliseconds between pings on pages without a game. */
export const CALM = 10_000;
const TRY_LATER = 4503;

/** Whether an open connection was lost and may come back. @param {Link} link */
export const isLost = ({ state }) => state === "reconnecting" || state === "offline";

/** @template {Frame} [F=Frame] the frames that the server sends */
export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #opened = false;
  #opening = 0;
  #retry = 0;
  #refs = 0;
  /** Requests that the server has not answered, by their ref. @type {Map<string, Request>} */
  #unanswered = new Map();
  #listening = new AbortController();
  /** @type {Link} */
  link = { state: "connecting", ping: null, since: performance.now(), restart: false };

  /**
   * @param {string} path
   * @param {(frame: F) => void} onFrame
   * @param {Options} [options]
   */
  constructor(path, onFrame, options = {}) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.onFrame = onFrame;
    this.options = options;
    this.pulse = new Pulse(options.pingEvery);
    const { signal } = this.#listening;
    const beats = setInterval(() => this.#beat(), BEAT);
    signal.addEventListener("abort", () => clearInterval(beats));
    addEventListener("online", () => this.#look(), { signal });
    addEventListener("offline", () => this.#break(), { signal });
    addEventListener("pagehide", () => this.#socket?.close(), { signal });
    // a page from the browser's back/forward cache has lost its socket
    addEventListener("pageshow", (event) => event.persisted && this.retry(), { signal });
    document.addEventListener("visibilitychange", () => !document.hidden && this.#look(), {
      signal,
    });
  }

  /** Opens the connection. Call it once: it reconnects automatically. */
  open() {
    clearTimeout(this.#retry);
    const { query } = this.options;
    const socket = new WebSocket(query ? `${this.url}?${new URLSearchParams(query())}` : this.url);
    this.#socket = socket;
    this.#opening = performance.now();
    socket.onopen = () => {
      this.#opened = true;
      this.pulse.open(performance.now());
      this.link = { ...this.link, restart: false };
      this.#say("live");
      this.#ping();
    };
    socket.onmessage = (event) => this.#hear(event.data);
    socket.onclose = (event) => this.#socket === socket && this.#lose(event.code);
  }

  /** Reconnects at once: for the button, and when the network is back. */
  retry() {
    if (this.#socket?.readyState === WebSocket.OPEN || this.#ended) return;
    this.#tries = 0;
    // the browser closed the socket silently while the page was cached
    if (this.#socket && this.#opened && !isLost(this.link)) this.#break();
    this.#drop();
    this.open();
  }

  /** Closes the connection for good. */
  close() {
    this.#listening.abort();
    clearTimeout(this.#retry);
    this.#drop();
    showLoss(this, false);
  }

  /**
   * Sends a request that the server does not acknowledge.
   * @param {Request} request
   * @returns {boolean} whether it was sent
   */
  send(request) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  /**
   * Sends a request that the server acknowledges or refuses. If the connection is lost before that,
   * onUnsent gets the request.
   * @param {Request} request
   * @returns {boolean} whether it was sent
   */
  ask(request) {
    this.#refs += 1;
    const withRef = { ref: `r${this.#refs}`, ...request };
    if (!this.send(withRef)) return false;
    this.#unanswered.set(withRef.ref, withRef);
    return true;
  }

  /** Whether the connection was ever open. Where sockets are blocked, a page uses its forms. */
  get hasOpened() {
    return this.#opened;
  }

  get #ended() {
    return this.link.state === "refused" || this.link.state === "signed-out";
  }

  /** @param {unknown} text */
  #hear(text) {
    const now = performance.now();
    this.pulse.hear(now);
    this.#tries = 0;
    const frame = readFrame(text);
    if (!frame) return;
    if (frame.type === "pong") {
      const ping = this.pulse.answered(frame.ref, now) ?? this.link.ping;
      this.link = { ...this.link, ping };
      this.#say((ping ?? 0) > SLOW ? "slow" : "live");
    }
    if (frame.type === "ack" || frame.type === "refused") this.#unanswered.delete(frame.ref ?? "");
    this.onFrame(/** @type {F} */ (frame));
    hearNews(frame);
  }

  /** Runs every second: pings when due, and breaks a silent or stuck connection. */
  #beat() {
    const now = performance.now();
    const state = this.#socket?.readyState;
    if (state === WebSocket.OPEN) {
      if (this.pulse.isSilent(now)) this.#break();
      else if (this.pulse.isDue(now)) this.#ping();
    } else if (state === WebSocket.CONNECTING && now - this.#opening > OPENING) {
      this.#break();
    }
    this.#sign();
  }

  /** Checks the connection when the reader or the network is back. */
  #look() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else if (this.#socket?.readyState !== WebSocket.CONNECTING) this.retry();
  }

  #ping() {
    const { ping } = this.link;
    this.send({
      type: "ping",
      ref: this.pulse.ping(performance.now()),
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
    const unsent = [...this.#unanswered.values()];
    this.#unanswered.clear();
    this.#wait(code);
    if (unsent.length) this.options.onUnsent?.(unsent);
  }

  /** Schedules the next try, unless the server closed for good. @param {number} code */
  #wait(code) {
    if (code === SIGNED_OUT) {
      this.link = { ...this.link, state: "signed-out" };
      if (!reloadOnce()) this.#say("signed-out");
      return;
    }
    if (code >= 4400 && code !== TRY_LATER) return this.#say("refused");
    if (isRestart(code)) this.link = { ...this.link, restart: true };
    const { restart } = this.link;
    const wait = tryAgainIn(this.#tries, restart, Math.random());
    this.#tries += 1;
    const long = this.#tries > triesUntilDown(restart);
    this.#say(long || !navigator.onLine ? "offline" : this.#opened ? "reconnecting" : "connecting");
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.open(), wait);
  }

  /** @param {Link["state"]} state */
  #say(state) {
    const before = this.link;
    const next = { ...before, state };
    const isSame = state === before.state || (isLost(before) && isLost(next));
    this.link = isSame ? next : { ...next, since: performance.now() };
    this.options.onLink?.(this.link);
    this.#sign();
    if (isLost(before) && state === "live") tellReturn();
  }

  #sign() {
    showLoss(this, isLost(this.link) && performance.now() - this.link.since > BLINK);
  }
}

/** @param {unknown} text @returns {Frame | null} */
function readFrame(text) {
  try {
    const frame = JSON.parse(String(text));
    return typeof frame?.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
