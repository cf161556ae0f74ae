/** The seal of the table: checks each card against the fingerprint of its deck as soon as it is seen. */

import { page } from "../state/later.js";
import { findChanges, findWrongEntry } from "../../replay/log_memory.js";
import { checkProof, findDifference, findForeignCard, isProved } from "./proof.js";
import { iconOf, sealView, wordsOf } from "./view.js";

/** @import {Does} from "../state/protocol.js" */

/**
 * @typedef {import("./proof.js").Seen} Seen
 * @typedef {import("./proof.js").Difference} Difference
 * @typedef {Does<[log: import("../state/protocol.js").GameEvent[], you: number | null], import("./proof.js").Hand[]>} HandsAtEnd the hands
 *   that others show at the end of a match, from all its events
 * @typedef {{match: number, root: string, leaves: string[], hands: import("./proof.js").Hand[], proved: Map<number, string> | null}} Opened
 *   the hands that the end of the last match showed, with the deck that they came from
 * @typedef {"sealed" | "checking" | "checked" | "unproved" | "differs" | "later" | "unable"} State sealed: no card yet; unproved: the site
 *   refused a proof, or sent none for a card; later: this match is checked after the game; unable: the browser has no hash function
 */

const IDLE_MS = 2000;

/** @param {() => void} work when the page has nothing else to do */
const whenIdle = (work) =>
  "requestIdleCallback" in window
    ? requestIdleCallback(work, { timeout: IDLE_MS })
    : setTimeout(work, 200);

/**
 * The leaves of a deck and its proved cards, or the first difference; null if the site sends no proof of this match.
 * @param {string} url
 * @param {{match: number, root: string, leaves: string[]}} deck with its leaves, if they were read before
 */
async function readProof(url, { match, root, leaves }) {
  const query = `?match=${match}${leaves.length ? "" : "&leaves=1"}`;
  const answer = await fetch(url + query, { credentials: "same-origin" });
  if (!answer.ok) return null;
  /** @type {import("./proof.js").Proof} */
  const proof = await answer.json();
  if (proof.match !== match) return null;
  const read = proof.leaves.length ? proof.leaves : leaves;
  return { leaves: read, proved: await checkProof({ ...proof, leaves: read }, root) };
}

export class Seal {
  /** How many cards of this match are proved. */
  count = 0;
  /** @type {Difference | null} */
  difference = null;
  /** The first change of the public log. @type {import("../../replay/log_memory.js").Change | null} */
  change = null;
  /** Whether the last check succeeded: while the next card is checked, the button keeps its words. */
  succeeded = false;
  /** @type {Opened | null} */
  opened = null;
  /** All events of this match. @type {import("../state/protocol.js").GameEvent[]} */
  #log = [];
  #version = -1;
  #deal = "";
  /** @type {string[]} */
  #leaves = [];
  /** @type {Map<number, string>} */
  #proved = new Map();
  /** The hidden places of the current shuffle. @type {{id: number, places: number[]} | null} */
  #hidden = null;
  #isAsking = false;
  #askedAt = -1;
  #hasReadLog = false;

  /**
   * @param {import("../page/app.js").App} app
   * @param {Does<[model: import("../state/model.js").Model], Seen> | null} seen null: all is checked after the game
   * @param {string} url the address of the proof
   * @param {HandsAtEnd | null} handsAtEnd null: the end of a match shows no hidden cards
   */
  constructor(app, seen, url, handsAtEnd) {
    this.app = app;
    this.seen = seen;
    this.url = url;
    this.handsAtEnd = handsAtEnd;
    /** @type {State} */
    this.state = "sealed";
  }

  /** Starts over with a new deck, and checks the cards that the table shows now. */
  hear() {
    const { game, view, fair } = this.app.live;
    if (!game || !view || !fair?.commitment) return;
    this.#readLog(game.id, fair.commitment);
    this.#hearEnd();
    const deal = `${view.match} ${fair.root}`;
    if (deal !== this.#deal) {
      this.#deal = deal;
      this.#leaves = [];
      this.#proved = new Map();
      this.#askedAt = -1;
    }
    if (this.difference || this.change) return;
    if (!crypto.subtle) this.#set("unable");
    else if (!fair.root || !this.seen) this.#set("later");
    else this.#compare(this.seen(this.app.live));
  }

  /** Keeps the hands that the end of a match shows, before its deck and its events are forgotten. */
  #hearEnd() {
    const { log, fresh, sealed, version, you } = this.app.live;
    const end = fresh.findIndex(({ e }) => e === "match_over");
    const over = fresh[end];
    if (over?.match && version !== this.#version && this.handsAtEnd) {
      const hands = this.handsAtEnd([...this.#log, ...fresh.slice(0, end + 1)], you);
      const leaves = this.#deal === `${over.match} ${sealed}` ? this.#leaves : [];
      this.opened =
        sealed && hands.length
          ? { match: over.match, root: sealed, leaves, hands, proved: null }
          : null;
    }
    this.#log = log;
    this.#version = version;
  }

  /** Compares the public log once with this game and with what the browser saw of it before. @param {string} id @param {string} commitment */
  #readLog(id, commitment) {
    if (this.#hasReadLog || !crypto.subtle) return;
    this.#hasReadLog = true;
    whenIdle(async () => {
      try {
        const [change = null] = await findChanges();
        this.change = change ?? (await findWrongEntry(id, commitment, new Date().toISOString()));
        if (this.change) this.#set("differs");
      } catch {
        // without the log there is nothing to compare with
      }
    });
  }

  /** @param {Seen} seen */
  #compare(seen) {
    const difference = findDifference(seen, this.#proved, this.#hiddenBefore(seen));
    if (difference) return this.#differ(difference);
    if (!isProved(seen, this.#proved) || this.opened?.proved === null) {
      const isAnswered = !this.#isAsking && this.#askedAt === this.app.live.version;
      this.#set(isAnswered || this.state === "unproved" ? "unproved" : "checking");
      return this.#ask();
    }
    if (seen.stock) this.#hidden = { id: seen.stock.id, places: this.#hiddenNow() };
    this.#set("checked");
  }

  /** The places that were hidden before, in the same shuffle; the first shuffle begins with all. @param {Seen} seen */
  #hiddenBefore({ stock }) {
    if (!stock || !this.#proved.size) return [];
    if (this.#hidden?.id === stock.id) return this.#hidden.places;
    return stock.id === 1 ? [...this.#leaves.keys()] : [];
  }

  #hiddenNow() {
    return [...this.#leaves.keys()].filter((place) => !this.#proved.has(place));
  }

  /** Reads the proof, once for each version of the table. */
  #ask() {
    const { version } = this.app.live;
    if (this.#isAsking || this.#askedAt === version) return;
    this.#isAsking = true;
    this.#askedAt = version;
    whenIdle(async () => {
      try {
        if (this.opened?.proved === null) await this.#readOpened(this.opened);
        await this.#read(this.#deal);
      } catch {
        // the next message asks again
      }
      this.#isAsking = false;
      this.hear();
    });
  }

  /** Reads and checks the proof of the current match. @param {string} deal the match and root that it must be about */
  async #read(deal) {
    const { view, fair } = this.app.live;
    const deck = { match: view?.match ?? 0, root: fair?.root ?? "", leaves: this.#leaves };
    const checked = await readProof(this.url, deck);
    if (!checked || deal !== this.#deal) return;
    if (!(checked.proved instanceof Map)) return this.#differ(checked.proved);
    this.#leaves = checked.leaves;
    this.#proved = checked.proved;
  }

  /** Reads and checks the proof of the hands that the last match showed. @param {Opened} opened */
  async #readOpened(opened) {
    const checked = await readProof(this.url, opened);
    if (!checked || opened !== this.opened) return;
    const { proved } = checked;
    if (!(proved instanceof Map)) return this.#differ(proved);
    if (!opened.hands.every(({ places }) => places.every((place) => proved.has(place)))) return;
    const foreign = findForeignCard(opened.hands, proved);
    if (foreign) return this.#differ(foreign);
    opened.proved = proved;
  }

  /** @param {Difference} difference */
  #differ(difference) {
    this.difference = difference;
    this.#set("differs");
  }

  /** @param {State} state */
  #set(state) {
    if (state !== "checking") this.succeeded = state === "checked";
    const isNew = state !== this.state || this.#proved.size !== this.count;
    this.state = state;
    this.count = this.#proved.size;
    if (isNew) this.app.redraw();
  }

  /** What the button in the bar says; null while the deal is being sealed. */
  get words() {
    return wordsOf(this);
  }

  get icon() {
    return iconOf(this);
  }

  /** What the seal means, and its state. */
  view() {
    return sealView(this);
  }
}

/**
 * Adds the seal to the table of this page.
 * @param {Does<[model: import("../state/model.js").Model], Seen> | null} seen what the table showed of the deck
 * @param {HandsAtEnd | null} [handsAtEnd] what the end of a match showed of it
 */
export function startSeal(seen, handsAtEnd = null) {
  if (!page.app) return;
  const url = document.getElementById("table")?.dataset.proof ?? "";
  page.seal = new Seal(page.app, seen, url, handsAtEnd);
  page.seal.hear();
  page.app.redraw();
}
