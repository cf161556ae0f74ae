/** This browser's part in the deal: sixteen random bytes, pledged by their hash, then revealed. */

import { page } from "../state/later.js";
import { rememberDeal, rememberBytes } from "../state/deal_memory.js";

/** The ref of this browser's requests for the deal. */
const REF = "deal";

/**
 * Whether a message refuses bytes for the deal that came too late; the reader did not press anything.
 * @param {import("../state/protocol.js").Message} message
 */
export const isLateForDeal = (message) => message.type === "refused" && message.ref === REF;

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * The bytes of this browser for a game, made once and kept in the tab until they are revealed.
 * @param {string} game
 */
function ownBytes(game) {
  const key = `density-bytes-${game}`;
  const saved = sessionStorage.getItem(key);
  if (saved) return saved;
  const bytes = toHex(crypto.getRandomValues(new Uint8Array(16)));
  sessionStorage.setItem(key, bytes);
  return bytes;
}

/**
 * Forgets the bytes after the deal.
 * @param {string} game
 */
const forgetBytes = (game) => sessionStorage.removeItem(`density-bytes-${game}`);

/**
 * The request that this browser has to send next for the deal, or null. Without a secure context
 * there is no hash function, so it pledges nothing and the server's bytes are used.
 * @param {import("../state/state.js").Model} model
 * @returns {Promise<import("../state/protocol.js").Request | null>}
 */
async function nextRequest(model) {
  const { game, fair, you } = model;
  if (!game || !fair || you === null || game.status !== "sealing" || !crypto.subtle) return null;
  try {
    const bytes = ownBytes(game.id);
    const hash = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(bytes))));
    if (fair.stage === "pledge" && fair.pledges[you] === null) return { type: "pledge", hash };
    if (fair.stage === "reveal" && fair.pledges[you] === hash) {
      rememberBytes(game.id, you, bytes);
      return { type: "reveal", bytes };
    }
  } catch {
    return null;
  }
  return null;
}

export class Dues {
  /** The stage for which this connection has sent its request. @type {string | null} */
  #paid = null;

  /** Lets a new connection send its request again. */
  again() {
    this.#paid = null;
  }

  /**
   * Sends the pledge and later the bytes, once per connection; keeps what the check compares.
   * @param {import("./app.js").App} app
   */
  async pay({ live: model, socket }) {
    const { game } = model;
    rememberDeal(model);
    page.seal?.hear();
    if (game?.status === "playing" && this.#paid) {
      forgetBytes(game.id);
      this.#paid = null;
    }
    const stage = game?.status === "sealing" ? model.fair?.stage : null;
    if (!stage || stage === this.#paid) return;
    this.#paid = stage;
    const request = await nextRequest(model);
    if (!request || !socket.send({ ...request, ref: REF })) this.#paid = null;
  }
}
