/** The state of a replay: takes intents, and draws moments. */

import { showAddress } from "../../density/address.js";
import { copyWords } from "../table/parts/copying.js";
import { Coach } from "./coach.js";
import { Learning } from "./learning.js";
import { costlyPlaces, placeBeside } from "./review.js";
import {
  addressOf,
  moveBy,
  endAt,
  nearestMoment,
  stepPause,
  readAddress,
  SPEEDS,
  toRound,
  viewAt,
} from "./state.js";

/** @import {Does} from "../table/state/protocol.js" */

/**
 * @typedef {import("../table/state/protocol.js").Types} Types
 * @typedef {import("./state.js").Moment} Moment
 * @typedef {import("./state.js").Intent} Intent
 */

/** Added to the address while costly decisions are played again. */
const LEARN = "&learn=1";
/** How long "Copied" is shown, in ms. */
const COPIED = 2000;

/** @template {Types} [G=Types] */
export class Player {
  /** Everything but the chapters describes the whole game. @type {import("./state.js").Replay<G> | null} */
  story = null;
  /** @type {Moment} */
  moment;
  /** The moment on the page: the newest one that is loaded. @type {Moment | null} */
  shown = null;
  playing = false;
  speed = 1;
  failed = false;
  copied = false;
  /** The game's own state of the page. @type {G["ui"]} */
  own;
  /** whether the end of a match was closed, to see the table under it */
  aside = false;
  /** The check of the deal, while its dialog is open. @type {import("./compare.js").Checked | "wait" | "failed" | null} */
  checked = null;
  /** The panel beside the moves. @type {"coach" | "score"} */
  panel = "coach";
  /** The panel under the table on a small screen. @type {"moves" | "coach" | "score"} */
  slim = "moves";
  /** The quiz of costly decisions, while it is open. @type {Learning<G> | null} */
  learning = null;
  /** @type {Map<string, import("./state.js").Chapter<G>>} */
  #chapters = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import("./game.js").ReplayGame<G>} game the game that was played
   * @param {{api?: string, reviews?: string, mistakes?: string, view?: string, match?: string, step?: string}} data of the page
   * @param {Does<[player: Player<G>], void>} draw
   */
  constructor(game, data, draw) {
    const { api = "", view = "all", match = "1", step = "0" } = data;
    this.game = game;
    this.own = game.ui();
    this.api = api;
    this.draw = draw;
    /** @type {Coach<G>} */
    this.coach = new Coach(data, () => this.draw(this));
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

  /** @returns {import("./state.js").Chapter<G> | null} the match on the page, as its view saw it */
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

  /** The coach's review of the match on the page, once it is known. */
  get review() {
    return this.shown && this.coach.reviewOf(this.shown);
  }

  /** The costly decisions found in this view so far, in game order. */
  get costly() {
    const view = this.shown?.view ?? "all";
    return costlyPlaces(this.coach.mistakesOf(view), this.coach.reviewsOf(view));
  }

  get names() {
    return this.story?.seats.map(({ name }) => name) ?? [];
  }

  /**
   * Shows a moment once it is loaded; until then the page stays unchanged.
   * @param {Moment} moment
   * @param {boolean} [aside] at the end of a match: show the table instead of the scores
   */
  async go(moment, aside = false) {
    this.moment = this.story ? nearestMoment(moment, this.bounds) : moment;
    const target = this.moment;
    try {
      await this.chapterOf(target);
      this.failed = false;
    } catch {
      this.failed = true;
      this.playing = false;
    }
    if (target !== this.moment) return;
    if (!this.failed) this.#show(this.story ? nearestMoment(target, this.bounds) : target, aside);
    this.draw(this);
  }

  get #address() {
    return addressOf(this.moment) + (this.learning ? LEARN : "");
  }

  /** @param {Moment} moment @param {boolean} aside */
  #show(moment, aside) {
    if (moment.match !== this.shown?.match || moment.step !== this.shown.step) this.aside = aside;
    this.moment = this.shown = moment;
    showAddress(this.#address);
    if (this.playing) this.#wait();
    void this.coach.follow(moment);
  }

  /**
   * Returns a match as a view saw it, and fetches it if necessary.
   * @param {{view: import("./state.js").Whose, match: number}} target
   */
  async chapterOf(target) {
    if (!this.#chapters.has(nameOf(target))) await this.#load(target);
    return /** @type {import("./state.js").Chapter<G>} */ (this.#chapters.get(nameOf(target)));
  }

  /** @param {{view: import("./state.js").Whose, match: number}} wanted */
  async #load({ view, match }) {
    const answer = await fetch(`${this.api}?view=${view}&match=${match}`, {
      credentials: "same-origin",
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
    /** @type {import("./state.js").Replay<G>} */
    const story = await answer.json();
    this.story = story;
    for (const chapter of story.chapters)
      this.#chapters.set(nameOf({ view, match: chapter.match }), chapter);
  }

  /** Shows the moment that the address names. */
  follow() {
    this.go(readAddress(location.search, this.moment, this.bounds));
  }

  /** @param {Intent} intent */
  act(intent) {
    if (!this.story || !this.shown) return;
    if (intent.kind === "play") return this.play(!this.playing);
    if (intent.kind !== "view") this.play(false);
    switch (intent.kind) {
      case "step":
        return this.go(moveBy(this.moment, this.bounds, intent.by));
      case "round":
        return (
          this.chapter &&
          this.go({ ...this.moment, step: toRound(this.chapter, this.moment.step, intent.by) })
        );
      case "first":
        return this.go({ ...this.moment, step: 0 });
      case "last":
        return this.go({ ...this.moment, step: Infinity });
      case "costly": {
        const place = placeBeside(this.costly, this.moment, intent.by);
        return place && this.go({ ...this.moment, ...place }, true);
      }
      case "view":
        return this.go({ ...this.moment, view: intent.view });
    }
  }

  /** @param {boolean} on whether to play; at the end of the game it starts over */
  play(on) {
    clearTimeout(this.#timer);
    const before = this.playing;
    this.playing = on;
    if (on && this.#atEnd())
      this.go(
        nearestMoment(
          { ...this.moment, match: this.bounds.matches[0].match, step: 0 },
          this.bounds,
        ),
      );
    else if (on) this.#wait();
    if (on !== before) this.draw(this);
  }

  #atEnd() {
    const next = moveBy(this.moment, this.bounds, 1);
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
        else this.go(moveBy(this.moment, this.bounds, 1));
      },
      stepPause(this.over !== null, this.speed, this.#lasts),
    );
  }

  /** Switches to the next speed; the slowest follows the fastest. */
  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    if (this.playing) this.#wait();
    this.draw(this);
  }

  /** Copies the link to the moment on the page. */
  async share() {
    this.copied = await copyWords(new URL(this.#address, location.href).href);
    this.draw(this);
    setTimeout(() => {
      this.copied = false;
      this.draw(this);
    }, COPIED);
  }

  /** @param {number} seat whose costly decisions are played again */
  learn(seat) {
    this.play(false);
    this.learning = new Learning(this, seat);
    return this.learning.start();
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

  /** @param {"moves" | "coach" | "score"} panel */
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
