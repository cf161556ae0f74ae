/** When to ping, and when silence means that the connection is gone. Pure. */

const PING_EVERY = 3000;
/** How long a silence may last beyond the time between pings, in ms. */
const GRACE = 4000;
const ANSWER = 3000;

/**
 * Silence counts only while a ping waits for its answer: a page that the browser has put to
 * sleep sends no ping and keeps its connection.
 */
export class Pulse {
  #sent = -Infinity;
  #heard = -Infinity;
  #waiting = Infinity;
  #ref = 0;

  /** @param {number} [every] milliseconds between pings */
  constructor(every = PING_EVERY) {
    this.every = every;
  }

  /** Starts over for a connection that has just opened. @param {number} now */
  open(now) {
    this.#sent = -Infinity;
    this.#heard = now;
    this.#waiting = Infinity;
  }

  /** @param {number} now */
  isDue(now) {
    return now - this.#sent >= this.every;
  }

  /**
   * @param {number} now
   * @returns {string} the ref of this ping
   */
  ping(now) {
    this.#sent = now;
    this.#waiting = Math.min(this.#waiting, now);
    this.#ref += 1;
    return `p${this.#ref}`;
  }

  /** Notes that the server sent something. @param {number} now */
  hear(now) {
    this.#heard = now;
    this.#waiting = Infinity;
  }

  /**
   * How long the newest ping took, in ms; null for the answer to an older one.
   * @param {string | null | undefined} ref
   * @param {number} now
   */
  answered(ref, now) {
    return ref === `p${this.#ref}` ? Math.round(now - this.#sent) : null;
  }

  /** @param {number} now */
  isSilent(now) {
    return now - this.#heard >= this.every + GRACE && now - this.#waiting >= ANSWER;
  }
}
