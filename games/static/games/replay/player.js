/** The one place of a replay that changes: intents go in, a drawn moment comes out. */

import { copyWords } from "../table/core/copying.js";
import { address, along, endAt, nearest, pause, read, SPEEDS, toRound, viewAt } from "./state.js";

/** @import {Does} from "../table/core/protocol.js" */

/**
 * @typedef {import("../table/core/protocol.js").Types} Types
 * @typedef {import("./state.js").Moment} Moment
 * @typedef {import("./state.js").Intent} Intent
 */

/**
 * @template {Types} [G=Types]
 * @typedef {{game: {id: string, title: string, edition: string, ruleset: Record<string, unknown>,
 *     rated: boolean, url: string, record_url: string, slug: string},
 *   seats: import("../table/core/protocol.js").SeatInfo[], you: number | null,
 *   matches: import("./state.js").Listed[], chapters: import("./state.js").Chapter<G>[]}} Story
 */

/** How long "Copied" stands, in ms. */
const COPIED = 2000;
/** How often, and how many times, a review is asked for that is not made yet. */
const TRY_EVERY = 1500;
const TRIES = 40;

/** @template {Types} [G=Types] */
export class Player {
  /** @type {Story<G> | null} all but the chapters holds for the whole game */
  story = null;
  /** @type {Moment} */
  moment;
  /** what is on the page: the newest moment whose cards are here @type {Moment | null} */
  shown = null;
  playing = false;
  speed = 1;
  failed = false;
  copied = false;
  /** what only the game keeps of the page @type {G["ui"]} */
  own;
  /** the end of a match was looked away from, to see the table under it */
  aside = false;
  /** @type {import("./compare.js").Checked | "wait" | "failed" | null} the check of the deal, once its box is open */
  checked = null;
  /** which of the two stands beside the moves @type {"opinion" | "score"} */
  panel = "opinion";
  /** which of the three stands under the table of a small screen @type {"moves" | "opinion" | "score"} */
  slim = "moves";
  /** nobody looks back on this game, or the workers do not answer */
  unreviewed = false;
  /** @type {Map<string, import("./state.js").Chapter<G>>} */
  #chapters = new Map();
  /** @type {Map<string, import("./review.js").Review>} */
  #reviews = new Map();
  #asking = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import("./game.js").ReplayGame<G>} game the game that was played
   * @param {{api?: string, reviews?: string, view?: string, match?: string, step?: string}} data of the page
   * @param {Does<[player: Player<G>], void>} draw
   */
  constructor(game, { api = "", reviews = "", view = "all", match = "1", step = "0" }, draw) {
    this.game = game;
    this.own = game.ui();
    this.api = api;
    this.reviews = reviews;
    this.unreviewed = !reviews;
    this.draw = draw;
    this.moment = {
      view: view === "all" ? "all" : Number(view),
      match: Number(match),
      step: Number(step),
    };
  }

  /** @returns {import("./state.js").Bounds} */
  get bounds() {
    return { seats: this.story?.seats.length ?? 0, matches: this.story?.matches ?? [] };
  }

  /** @returns {import("./state.js").Chapter<G> | null} the match on the page, as its view knew it */
  get chapter() {
    return this.shown && (this.#chapters.get(nameOf(this.shown)) ?? null);
  }

  /** @returns {import("./state.js").View<G> | null} */
  get view() {
    if (this.game.seen) return this.game.seen(this);
    return this.chapter && this.shown ? viewAt(this.chapter, this.shown.step) : null;
  }

  /** @returns {G["event"] | null} */
  get over() {
    return this.chapter && this.shown ? endAt(this.chapter, this.shown.step) : null;
  }

  /** What an AI thinks of the match on the page, once it is known. */
  get review() {
    return (this.shown && this.#reviews.get(nameOf(this.shown))) ?? null;
  }

  get names() {
    return this.story?.seats.map(({ name }) => name) ?? [];
  }

  /**
   * Shows a moment as soon as its cards are here; until then what was shown stays.
   * @param {Moment} moment
   */
  async go(moment) {
    this.moment = this.story ? nearest(moment, this.bounds) : moment;
    const wanted = this.moment;
    try {
      if (!this.#chapters.has(nameOf(wanted))) await this.#load(wanted);
      this.failed = false;
    } catch {
      this.failed = true;
      this.playing = false;
    }
    if (wanted !== this.moment) return;
    if (!this.failed) this.#show(this.story ? nearest(wanted, this.bounds) : wanted);
    this.draw(this);
  }

  /** @param {Moment} moment */
  #show(moment) {
    if (moment.match !== this.shown?.match || moment.step !== this.shown.step) this.aside = false;
    this.moment = this.shown = moment;
    history.replaceState(null, "", address(moment));
    if (this.playing) this.#wait();
    void this.#ask(nameOf(moment), moment);
  }

  /**
   * Asks for the review of what is on the page until it is made, for a minute at most.
   * @param {string} name
   * @param {Moment} moment
   */
  async #ask(name, { view, match }) {
    if (this.unreviewed || this.#reviews.has(name) || this.#asking === name) return;
    this.#asking = name;
    for (let tries = 0; tries < TRIES && this.#asking === name; tries += 1) {
      const answer = await fetch(`${this.reviews}?view=${view}&match=${match}`, {
        credentials: "same-origin",
      }).catch(() => null);
      if (answer?.status === 200) {
        this.#reviews.set(name, await answer.json());
        break;
      }
      this.unreviewed = answer?.status !== 202 || tries === TRIES - 1;
      if (this.unreviewed) break;
      await new Promise((done) => setTimeout(done, TRY_EVERY));
    }
    if (this.#asking === name) this.#asking = "";
    this.draw(this);
  }

  /** @param {Moment} moment */
  async #load({ view, match }) {
    const answer = await fetch(`${this.api}?view=${view}&match=${match}`, {
      credentials: "same-origin",
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
    /** @type {Story<G>} */
    const story = await answer.json();
    this.story = story;
    for (const chapter of story.chapters)
      this.#chapters.set(nameOf({ view, match: chapter.match }), chapter);
  }

  /** Shows what the address says now. */
  follow() {
    this.go(read(location.search, this.moment, this.bounds));
  }

  /** @param {Intent} intent */
  act(intent) {
    if (!this.story || !this.shown) return;
    if (intent.kind === "play") return this.play(!this.playing);
    if (intent.kind !== "view") this.play(false);
    switch (intent.kind) {
      case "step":
        return this.go(along(this.moment, this.bounds, intent.by));
      case "round":
        return (
          this.chapter &&
          this.go({ ...this.moment, step: toRound(this.chapter, this.moment.step, intent.by) })
        );
      case "first":
        return this.go({ ...this.moment, step: 0 });
      case "last":
        return this.go({ ...this.moment, step: Infinity });
      case "view":
        return this.go({ ...this.moment, view: intent.view });
    }
  }

  /** @param {boolean} on from the end of the game it begins anew */
  play(on) {
    clearTimeout(this.#timer);
    const before = this.playing;
    this.playing = on;
    if (on && this.#atEnd())
      this.go(
        nearest({ ...this.moment, match: this.bounds.matches[0].match, step: 0 }, this.bounds),
      );
    else if (on) this.#wait();
    if (on !== before) this.draw(this);
  }

  #atEnd() {
    const next = along(this.moment, this.bounds, 1);
    return next.match === this.moment.match && next.step === this.moment.step;
  }

  get #lasts() {
    return (this.chapter && this.shown && this.game.lasts?.(this.chapter, this.shown.step)) || 0;
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        if (this.#atEnd()) this.play(false);
        else this.go(along(this.moment, this.bounds, 1));
      },
      pause(this.over !== null, this.speed, this.#lasts),
    );
  }

  /** The next speed, and after the fastest the slowest. */
  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    if (this.playing) this.#wait();
    this.draw(this);
  }

  /** Copies the link to the moment on the page. */
  async share() {
    await copyWords(location.href);
    this.copied = true;
    this.draw(this);
    setTimeout(() => {
      this.copied = false;
      this.draw(this);
    }, COPIED);
  }

  /** Fetches the record and deals the whole game again in this browser. */
  async checkDeal() {
    this.play(false);
    this.checked = "wait";
    this.draw(this);
    try {
      const answer = await fetch(this.story?.game.record_url ?? "", { credentials: "same-origin" });
      this.checked = await this.game.check(await answer.json());
    } catch {
      this.checked = "failed";
    }
    this.draw(this);
  }

  /** @param {"moves" | "opinion" | "score"} panel */
  choose(panel) {
    this.slim = panel;
    if (panel !== "moves") this.panel = panel;
    this.draw(this);
  }

  closeCheck() {
    this.checked = null;
    this.draw(this);
  }

  redraw() {
    this.draw(this);
  }
}

/** @param {{view: import("./state.js").Whose, match: number}} moment */
const nameOf = ({ view, match }) => `${view}/${match}`;
