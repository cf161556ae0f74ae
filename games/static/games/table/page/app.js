/** The state of a table's page: takes messages and intents, and draws the page. */

import "../state/game.js";
import { clocksWithoutOwner } from "../state/clock.js";
import { NOTICE_MS, emptyModel, isSealing } from "../state/model.js";
import * as state from "../state/state.js";
import { endsMoments } from "../state/moments.js";
import { GUARD, Moves } from "../state/moves.js";
import { Dues, isLateForDeal } from "./fair.js";
import { noteReturn } from "./back.js";
import { isWriting, keepUnsent, noteRefusal, startChat, updateChat } from "../chat/exchange.js";
import { LookBack } from "./past.js";
import { Pause } from "../state/pause.js";
import { isOn, setSwitch } from "../settings/settings.js";
import { isLost } from "../../connection/connection.js";

/** @import {Does, Request} from "../state/protocol.js" */

/**
 * @typedef {import("../state/protocol.js").Types} Types
 * @typedef {string} Panel what covers the table or pops up: "log", "keys", "settings" …, or one of the game's own
 */

/**
 * @template {Types} [G=Types]
 * @typedef {{panel: Panel | null, panelAt: number, lifted: number | string | null, now: number, known: boolean,
 *   link: import("../../connection/connection.js").Link, lostAt: number,
 *   back: import("./back.js").Back | null, lost: import("../state/protocol.js").Request[], unsentUntil: number,
 *   tab: import("../views/side.js").Tab, chat: import("../chat/exchange.js").Chat, level: string, kick: number,
 *   copied: boolean, watching: boolean, finishedAt: number, own: G["ui"]}} Ui lifted: the choice of a first press; lost: requests that may not have arrived; watching: the eliminated reader keeps watching; own: the game's own state of the page
 */

/** After these refusals the page may be outdated: it asks for the whole table. */
const OUTDATED = ["other-tab", "stand-in", "abandoned", "stale-question", "paused"];
/** After these messages nothing moves on the table. */
const UNMOVING_MESSAGES = ["pong", "talk", "again", "draining"];

/** @template {Types} [G=Types] */
export class App {
  /** @type {import("../state/model.js").Model<G>} */
  model;
  /** @type {Ui<G>} */
  ui;
  /** Whether the table has been drawn once. Everything beside it is drawn after that, so that a press gets a quick answer. */
  stands = false;
  #frame = 0;
  #drawn = 0;
  #leaves = false;
  #dues = new Dues();
  #pause = new Pause(this);
  /** The current table, while earlier moments are shown; null: the page shows it. @type {import("../state/model.js").Model<G> | null} */
  #held = null;

  /**
   * @param {Pick<import("../../connection/connection.js").Connection, "send" | "ask" | "link" | "retry">} socket
   * @param {DOMStringMap} data queue, tables, past, report, join: addresses of the ranked queue, the list of tables, the match so far, the report form, the form that takes a seat; csrf: its token; known: whether the reader is logged in; suggested: a name for a visitor who joins; levels: of AI players, weakest first; level: the default one
   * @param {Does<[app: App<G>], void>} draw
   * @param {Does<[app: App<G>, before: import("../state/model.js").Model<G>], void>} changed called after each message was drawn
   * @param {() => void} prepare called before a message is drawn
   * @param {import("../state/game.js").Game<G>} game the game that is played here
   */
  constructor(
    socket,
    {
      csrf = "",
      join = "",
      known = "",
      levels = "",
      level = "",
      queue = "",
      tables = "",
      past = "",
      report = "",
      suggested = "",
    },
    draw,
    changed,
    prepare,
    game,
  ) {
    this.socket = socket;
    this.game = game;
    this.model = emptyModel(game.fold.start);
    this.csrf = csrf;
    this.joinUrl = join;
    this.suggested = suggested;
    this.queueUrl = queue;
    this.reportUrl = report;
    this.tablesUrl = tables;
    this.levels = levels.split(" ").filter(Boolean);
    this.draw = draw;
    this.changed = changed;
    this.prepare = prepare;
    this.moves = new Moves(this);
    this.past = new LookBack(this, past);
    /** @type {(G["scene"] & import("../state/game.js").Scene<G>) | null} */
    this.scene = game.scene?.(this) ?? null;
    this.ui = {
      panel: null,
      panelAt: 0,
      lifted: null,
      now: performance.now(),
      known: known !== "",
      link: socket.link,
      lostAt: 0,
      back: null,
      lost: [],
      unsentUntil: 0,
      tab: "log",
      chat: startChat(),
      level: level || (this.levels.at(-1) ?? ""),
      kick: 0,
      copied: false,
      watching: false,
      finishedAt: 0,
      own: game.ui(),
    };
    setInterval(() => this.#tick(), 250);
  }

  /** @param {import("../state/protocol.js").Message<G>} message */
  hear(message) {
    if (noteRefusal(this, message) || isLateForDeal(message)) return;
    if (this.staged && endsMoments(message)) this.scene?.skip?.();
    const before = this.live;
    const now = performance.now();
    this.ui.now = now;
    const back = message.type === "snapshot" && this.ui.lostAt > 0;
    const model = back ? state.giveBack(before) : before;
    const next = state.foldMessage(model, message, now, this.game.fold);
    if (this.#isOutdated(message, next, before)) this.socket.send({ type: "resync" });
    if (next === before) return;
    if (next.left && this.#leaves) location.assign("/tables/");
    if (this.staged) this.#keep(next, message, now);
    else if (!this.#stage(before, next, message)) this.#take(next, message, back);
    this.#dues.pay(this);
  }

  /** The current table, which may be ahead of the one on the page. */
  get live() {
    return this.#held ?? this.model;
  }

  /** Whether moments are shown: the page shows nothing that happened after them. */
  get staged() {
    return this.#held !== null;
  }

  /**
   * Shows the table after a message; back: the connection had been lost.
   * @param {import("../state/model.js").Model<G>} next @param {import("../state/protocol.js").Message<G>} message @param {boolean} back
   */
  #take(next, message, back) {
    const before = this.model;
    if (this.stands && !UNMOVING_MESSAGES.includes(message.type)) this.prepare();
    this.model = next;
    this.#follow(before, message);
    if (back) noteReturn(this, before, performance.now());
    this.drawNow();
    this.changed(this, before);
  }

  /**
   * Updates everything that follows the model: chat, look back, scene, panels, pause.
   * @param {import("../state/model.js").Model<G>} before @param {import("../state/protocol.js").Message<G>} [message] none after moments
   */
  #follow(before, message) {
    updateChat(this, before);
    this.past.hear(before);
    this.scene?.hear(before, message);
    if (this.model.question !== before.question) this.#settle();
    this.#pause.wait();
  }

  /**
   * Shows the game's moments that come before a message, if any. Returns whether there are some.
   * @param {import("../state/model.js").Model<G>} before @param {import("../state/model.js").Model<G>} next @param {import("../state/protocol.js").Message<G>} message
   */
  #stage(before, next, message) {
    const staged =
      document.hidden || !before.view ? null : this.scene?.stage?.(before, next, message);
    if (!staged?.moments.length) return false;
    if (this.stands) this.prepare();
    this.#held = next;
    this.past.shown = null;
    Object.assign(this.ui, { lifted: null, panel: isWriting() ? this.ui.panel : null });
    this.scene?.begin?.(staged.moments, staged.rest);
    return true;
  }

  /**
   * Keeps a message that arrives while moments are shown; only chat is shown at once.
   * @param {import("../state/model.js").Model<G>} next @param {import("../state/protocol.js").Message<G>} message @param {number} now
   */
  #keep(next, message, now) {
    this.#held = next;
    if (message.type !== "talk" && message.type !== "pong") return;
    const before = this.model;
    this.model = state.foldMessage(before, message, now, this.game.fold);
    updateChat(this, before);
    this.drawNow();
  }

  /** Ends the moments: the page shows the current table. @param {G["event"][]} fresh events that have not been announced yet */
  release(fresh) {
    const live = this.#held;
    if (!live) return;
    const before = this.model;
    this.prepare();
    this.#held = null;
    // a press that ended the moments is not meant for what the page shows now
    this.model = { ...live, fresh, changed: performance.now() };
    this.ui.now = performance.now();
    this.#follow(before);
    this.drawNow();
    this.changed(this, before);
  }

  /** Shows this table instead of the one the server sent. @param {import("../state/model.js").Model<G>} model */
  replace(model) {
    this.scene?.drop?.();
    this.#held = null;
    this.model = model;
  }

  #settle() {
    this.ui.lifted = null;
    if (this.ui.panel && this.game.confirms?.[this.ui.panel]) this.ui.panel = null;
  }

  /** Goes on after the pause. */
  goOn() {
    this.ui.now = performance.now();
    this.scene?.tick?.();
    this.drawNow();
    this.callOut();
  }

  /** Calls the reader to a question that had to wait, once nothing covers the table. */
  callOut = () => this.#pause.callOut();

  /**
   * @param {import("../state/protocol.js").Message<G>} message
   * @param {import("../state/model.js").Model<G>} next
   * @param {import("../state/model.js").Model<G>} before
   */
  #isOutdated(message, next, before) {
    const refused = message.type === "refused" && OUTDATED.includes(message.code);
    return refused || (next.gap && !before.gap) || state.isBehind(next, message);
  }

  /** Keeps the requests that were unanswered when the connection was lost. @param {Request[]} requests */
  lose(requests) {
    this.ui.lost = [...this.ui.lost, ...requests];
    keepUnsent(this, requests);
    this.redraw();
  }

  /** @param {import("../../connection/connection.js").Link} link */
  connect(link) {
    this.ui.link = link;
    if (isLost(link)) {
      if (!this.ui.lostAt) {
        this.ui.lostAt = performance.now();
        this.model = { ...this.model, clocks: clocksWithoutOwner(this.model, this.ui.lostAt) };
      }
      this.ui.back = null;
      this.#dues.again();
    }
    this.redraw();
  }

  #tick() {
    const now = performance.now();
    this.ui.now = now;
    const { model, ui } = this;
    if (ui.back && now > ui.back.until) ui.back = null;
    if (model.lapse && now - model.lapse.at > NOTICE_MS) this.model = state.forgetLapse(this.model);
    if (model.refused && now - model.refused.at > 6000)
      this.model = state.forgetRefusal(this.model);
    const over = model.view?.phase === "over";
    this.scene?.tick?.();
    if (ui.finishedAt && ui.chat.draft) ui.finishedAt = now; // the page stays while the reader is writing
    if (over && !this.scene?.shown && ui.finishedAt && this.resultLeft() <= 0) this.goToResult();
    this.drawNow();
  }

  /** Milliseconds until the page opens the result automatically. */
  resultLeft() {
    return this.ui.finishedAt + 5000 - performance.now();
  }

  goToResult() {
    this.ui.finishedAt = 0;
    if (this.model.game) location.assign(this.model.game.result_url);
  }

  redraw() {
    this.#drawn ||= requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    cancelAnimationFrame(this.#drawn);
    this.#drawn = 0;
    if (this.model.view?.phase === "over" && !this.scene?.shown)
      this.ui.finishedAt ||= performance.now();
    this.draw(this);
    const laid = this.model.view || (isSealing(this.model) && this.game.before);
    if (laid && !this.#frame)
      this.#frame = requestAnimationFrame(() => setTimeout(() => this.#stand()));
  }

  #stand() {
    this.stands = true;
    this.drawNow();
  }

  /** Runs a drawing with the moment that the reader looks at. @param {() => void} draw */
  asShown(draw) {
    const live = this.model;
    this.model = this.past.shown ? this.past.modelOf(live) : live;
    if (isSealing(live) && this.game.before) this.model = { ...live, view: this.game.before(live) };
    draw();
    this.model = live;
  }

  /** Whether the table still shows the last move, so that no seat may answer yet. */
  get paused() {
    return this.model.pauseUntil > performance.now();
  }

  /** Whether the reader may act: it is their turn, and nothing covers or pauses the table. */
  get mayAct() {
    return (
      state.myTurn(this.model) &&
      !this.paused &&
      this.online &&
      state.isActing(this.model) &&
      !this.past.shown &&
      !this.scene?.shown
    );
  }

  get online() {
    return this.ui.link.state === "live" || this.ui.link.state === "slow";
  }

  /** @param {Panel} panel */
  open(panel) {
    this.ui = { ...this.ui, panel, panelAt: performance.now(), lifted: null };
    this.drawNow();
  }

  /** @param {Panel} panel */
  toggle(panel) {
    if (this.ui.panel === panel) this.close();
    else this.open(panel);
  }

  close() {
    this.ui = { ...this.ui, panel: null };
    this.drawNow();
  }

  /** Gives up the seat for good, after the dialog asked, and goes to the lobby. */
  leaveGame() {
    if (this.ui.panel !== "leave" || performance.now() - this.ui.panelAt < GUARD) return;
    this.#leaves = this.ask({ type: "leave" });
    if (this.#leaves) this.close();
  }

  /** Agrees to end the game, after the dialog asked. */
  endGame() {
    if (this.ui.panel !== "end" || performance.now() - this.ui.panelAt < GUARD) return;
    if (this.ask({ type: "end", on: true })) this.close();
  }

  toggleSound() {
    setSwitch("sound", !isOn("sound"));
    this.redraw();
  }

  /** @param {number} seat the seat that a spectator watches from */
  follow(seat) {
    this.model = { ...this.model, follow: seat };
    this.redraw();
  }

  /**
   * Sends a request to the table, and shows a notice if there is no connection.
   * @param {Request} request
   * @returns {boolean} whether it was sent
   */
  ask(request) {
    const sent = this.socket.ask(request);
    if (!sent) this.ui.unsentUntil = performance.now() + NOTICE_MS;
    this.redraw();
    return sent;
  }
}
