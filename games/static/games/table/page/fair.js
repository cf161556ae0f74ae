/** This browser's part in the deal: sixteen random bytes, pledged by their hash, then revealed. */

import { remember, rememberBytes } from "../state/deal_memory.js";

/** The ref of what this browser owes the deal. */
const REF = "deal";

/**
 * Whether a message refuses a part in the deal, which came too late: its reader pressed nothing.
 * @param {import("../state/protocol.js").Message} message
 */
export const isLateForDeal = (message) => message.type === "refused" && message.ref === REF;

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * The bytes of this browser for a game, made once and kept for the tab until they are revealed.
 * @param {string} game
 */
function ownBytes(game) {
  const key = `density-bytes-${game}`;
  const kept = sessionStorage.getItem(key);
  if (kept) return kept;
  const made = hex(crypto.getRandomValues(new Uint8Array(16)));
  sessionStorage.setItem(key, made);
  return made;
}

/**
 * Forgets the bytes once the deal stands.
 * @param {string} game
 */
const forget = (game) => sessionStorage.removeItem(`density-bytes-${game}`);

/**
 * This browser's next step in the deal. Without a secure context there is no hash function, so
 * nothing is pledged and the server's bytes stand in.
 * @param {import("../state/state.js").Model} model
 * @returns {Promise<import("../state/protocol.js").Request | null>}
 */
async function owed(model) {
  const { game, fair, you } = model;
  if (!game || !fair || you === null || game.status !== "sealing" || !crypto.subtle) return null;
  try {
    const bytes = ownBytes(game.id);
    const hash = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(bytes))));
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
  /** @type {string | null} the stage for which this connection has sent all that it owes */
  #paid = null;

  /** A new connection may have to pay once more. */
  again() {
    this.#paid = null;
  }

  /**
   * Pledges, and later reveals, once each for every connection; keeps what the check compares.
   * @param {import("./app.js").App} app
   */
  async pay({ live: model, socket }) {
    const { game } = model;
    remember(model);
    if (game?.status === "playing" && this.#paid) {
      forget(game.id);
      this.#paid = null;
    }
    const stage = game?.status === "sealing" ? model.fair?.stage : null;
    if (!stage || stage === this.#paid) return;
    this.#paid = stage;
    const request = await owed(model);
    if (!request || !socket.send({ ...request, ref: REF })) this.#paid = null;
  }
}
