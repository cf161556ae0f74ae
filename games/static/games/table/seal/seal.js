/** The seal of the table: checks each card against the fingerprint of its deck as soon as it is seen. */

import { page } from "../state/later.js";
import { findChanges, findWrongEntry } from "../../replay/log_memory.js";
import { checkProof, findDifference, isProved } from "./proof.js";
import { iconOf, sealView, wordsOf } from "./view.js";

/** @import {Does} from "../state/protocol.js" */

/**
 * @typedef {import("./proof.js").Seen} Seen
 * @typedef {import("./proof.js").Difference} Difference
 * @typedef {"sealed" | "checking" | "checked" | "differs" | "later" | "unable"} State sealed: no card yet; later: this match is checked
 *   after the game; unable: the browser has no hash function
 */

const IDLE_MS = 2000;

/** @param {() => void} work when the page has nothing else to do */
const whenIdle = (work) =>
  "requestIdleCallback" in window
    ? requestIdleCallback(work, { timeout: IDLE_MS })
    : setTimeout(work, 200);

export class Seal {
  /** How many cards of this match are proved. */
  count = 0;
  /** @type {Difference | null} */
  difference = null;
  /** The first change of the public log. @type {import("../../replay/log_memory.js").Change | null} */
  change = null;
  /** Whether the last check succeeded: while the next card is checked, the button keeps its words. */
  succeeded = false;
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
   */
  constructor(app, seen, url) {
    this.app = app;
    this.seen = seen;
    this.url = url;
    /** @type {State} */
    this.state = "sealed";
  }

  /** Starts over with a new deck, and checks the cards that the table shows now. */
  hear() {
    const { game, view, fair } = this.app.live;
    if (!game || !view || !fair?.commitment) return;
    this.#readLog(game.id, fair.commitment);
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
    if (!isProved(seen, this.#proved)) {
      this.#set("checking");
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
        this.succeeded = (await this.#read(this.#deal)) && this.succeeded;
      } catch {
        // the next message asks again
        this.succeeded = false;
      }
      this.#isAsking = false;
      this.hear();
    });
  }

  /** Returns whether there was an answer. @param {string} deal the match and root that it must be about */
  async #read(deal) {
    const { view, fair } = this.app.live;
    const answer = await fetch(this.#leaves.length ? this.url : `${this.url}?leaves=1`, {
      credentials: "same-origin",
    });
    if (!answer.ok) return false;
    /** @type {import("./proof.js").Proof} */
    const proof = await answer.json();
    if (deal !== this.#deal || proof.match !== view?.match) return true;
    const leaves = proof.leaves.length ? proof.leaves : this.#leaves;
    const checked = await checkProof({ ...proof, leaves }, fair?.root ?? "");
    if (deal !== this.#deal) return true;
    if (!(checked instanceof Map)) {
      this.#differ(checked);
      return true;
    }
    this.#leaves = leaves;
    this.#proved = checked;
    return true;
  }

  /** @param {Difference} difference */
  #differ(difference) {
    this.difference = difference;
    this.#set("differs");
  }

  /** @param {State} state */
  #set(state) {
    if (state === "checked") this.succeeded = true;
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
 */
export function startSeal(seen) {
  if (!page.app) return;
  page.seal = new Seal(page.app, seen, document.getElementById("table")?.dataset.proof ?? "");
  page.seal.hear();
  page.app.redraw();
}
