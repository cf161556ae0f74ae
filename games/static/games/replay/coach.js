/** The coach's findings so far, match by match: polled while a worker computes them. */

/**
 * @typedef {import("../table/state/protocol.js").Types} Types
 * @typedef {import("./state.js").Whose} Whose
 * @typedef {{view: Whose, match: number}} Asked
 * @typedef {import("./state.js").Progress} Progress
 */

/** How often the page polls, in ms, and how often while the coach is away. */
const TRY_EVERY = 1500;
const AGAIN = 15_000;
/** After how many answers without news the coach counts as away. */
const TRIES = 60;
/** After how many faults in a row the coach counts as away. */
const FAULTS = 3;

/** @template {Types} [G=Types] */
export class Coach {
  /** @type {Progress} */
  progress = { made: 0, of: 0 };
  /** the coach does not answer, or brings nothing new */
  away = false;
  /** no coach reviews this game */
  none;
  /** @type {Map<string, import("./state.js").Review<G>>} */
  #reviews = new Map();
  /** The choices that are known before the review of their match. @type {Map<string, import("./state.js").Decision<G>[]>} */
  #early = new Map();
  /** @type {Map<Whose, import("./state.js").Mistakes>} */
  #worst = new Map();
  #asking = "";
  /** @type {Promise<void>} */
  #run = Promise.resolve();
  #faults = 0;
  #idle = 0;
  #wait;

  /**
   * @param {{reviews?: string, mistakes?: string}} urls
   * @param {() => void} changed
   * @param {(ms: number) => Promise<unknown>} [wait]
   */
  constructor({ reviews = "", mistakes = "" }, changed, wait = waitFor) {
    this.urls = { reviews, mistakes };
    this.changed = changed;
    this.none = !reviews;
    this.#wait = wait;
  }

  /** The review of a match; null until it is here. @param {Asked} place */
  reviewOf(place) {
    return this.#reviews.get(nameOf(place)) ?? null;
  }

  /** A decision of a match, which may be known before the others. @param {Asked} place @param {number} step */
  decisionOf(place, step) {
    const decisions = this.reviewOf(place)?.decisions ?? this.#early.get(nameOf(place));
    return decisions?.find((decision) => decision.step === step) ?? null;
  }

  /** The loaded reviews of this view. @param {Whose} view */
  reviewsOf(view) {
    return [...this.#reviews]
      .filter(([name]) => name.startsWith(`${view}/`))
      .map(([, review]) => review);
  }

  /** The costliest decisions of this view in the matches reviewed so far. @param {Whose} view */
  mistakesOf(view) {
    return this.#worst.get(view)?.mistakes ?? [];
  }

  /** Whether every match of the game is done. @param {Whose} view */
  isDone(view) {
    const worst = this.#worst.get(view);
    return !!worst && worst.made >= worst.of;
  }

  /**
   * Polls for the match and the costliest decisions until both are complete.
   * @param {Asked} place a new question ends the one before; match 0 asks for decisions alone
   */
  follow(place) {
    const name = nameOf(place);
    if (this.#asking !== name) {
      this.#asking = name;
      this.#run = this.#follow(name, place);
    }
    return this.#run;
  }

  /** @param {string} name @param {Asked} place */
  async #follow(name, place) {
    this.#idle = 0;
    while (this.#asking === name && !this.none && !this.isComplete(place)) {
      const before = this.#state(place);
      await this.#ask(place);
      this.#idle = this.#state(place) === before ? this.#idle + 1 : 0;
      this.away = this.#idle >= TRIES || this.#faults >= FAULTS;
      if (this.#asking === name) this.changed();
      if (!this.none && !this.isComplete(place)) await this.#wait(this.away ? AGAIN : TRY_EVERY);
    }
    if (this.#asking === name) this.#asking = "";
  }

  /** Whether this match and the costliest decisions are here. @param {Asked} place */
  isComplete(place) {
    return (!place.match || this.reviewOf(place) !== null) && this.isDone(place.view);
  }

  /** A text that changes with every update. @param {Asked} place */
  #state(place) {
    return `${this.progress.made} ${this.reviewOf(place) !== null} ${this.isDone(place.view)}`;
  }

  /** Asks once for everything that is missing. @param {Asked} asked */
  async #ask({ view, match }) {
    const place = { view, match };
    if (match && !this.reviewOf(place)) await this.#askReview(place);
    if (!this.none && !this.isDone(view)) await this.#askWorst(view);
  }

  /** @param {Asked} place */
  async #askReview(place) {
    const answer = await fetchJson(`${this.urls.reviews}?view=${place.view}&match=${place.match}`);
    if (answer.status === 200) {
      this.#faults = 0;
      this.#reviews.set(nameOf(place), /** @type {import("./state.js").Review<G>} */ (answer.body));
    } else if (answer.status === 202) {
      const waiting = /** @type {Progress & {decisions: import("./state.js").Decision<G>[]}} */ (
        answer.body
      );
      this.#early.set(nameOf(place), waiting.decisions);
      this.#note(waiting);
    } else this.#miss(answer.status);
  }

  /** @param {Whose} view */
  async #askWorst(view) {
    const answer = await fetchJson(`${this.urls.mistakes}?view=${view}`);
    if (answer.status !== 200) return this.#miss(answer.status);
    const worst = /** @type {import("./state.js").Mistakes} */ (answer.body);
    this.#worst.set(view, worst);
    this.#note(worst);
  }

  /** @param {Progress} body */
  #note({ made, of }) {
    this.progress = { made, of };
    this.#faults = 0;
  }

  /** @param {number} status */
  #miss(status) {
    this.#faults += 1;
    if (status === 404) this.none = true;
  }
}

/** @param {Asked} asked */
const nameOf = ({ view, match }) => `${view}/${match}`;

/** Milliseconds after which a request without an answer has failed. */
const PATIENCE = 15_000;

/** @param {number} ms */
const waitFor = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * @param {string} url
 * @returns {Promise<{status: number, body: unknown}>} status 0: there was no answer
 */
async function fetchJson(url) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(url, { credentials: "same-origin", signal });
    return { status: answer.status, body: answer.ok ? await answer.json() : null };
  } catch {
    return { status: 0, body: null };
  }
}
