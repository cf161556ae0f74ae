/** Connects socket, state and view of a live table with its game. */

import { App } from "./app.js";
import { keepAwake, keepAwakeWhenShown } from "../senses/awake.js";
import { Cues } from "../senses/cues.js";
import { Focus, listenToKeys } from "./keys.js";
import { page, planLater } from "../state/later.js";
import { swipeBack } from "../views/earlier.js";
import { skipAtAPress } from "../state/moments.js";
import { useLabels } from "../parts/options.js";
import { keepPace } from "../senses/pace.js";
import { useAssets } from "../parts/parts.js";
import { Connection } from "../../connection/connection.js";
import { readMessage } from "../state/protocol.js";
import { Speech } from "../views/announcer.js";
import { markShownLinesRead } from "../chat/exchange.js";
import { onSetting } from "../settings/settings.js";
import { showsChat } from "../views/side.js";
import { drawPage } from "../views/view.js";

const getElement = (/** @type {string} */ id) =>
  /** @type {HTMLElement} */ (document.getElementById(id));

/** Returns a random name for this tab, to tell the reader's tabs apart. */
const nameTab = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/**
 * Draws the table of this page and opens its socket.
 * @param {import("../state/game.js").Game} game
 */
export function startTable(game) {
  const root = getElement("table");
  useAssets(root.dataset);
  useLabels(root.dataset.labels ?? "");
  const speech = new Speech(getElement("said-now"), getElement("said"));
  const motion = game.motion(root);
  const cues = new Cues(root.dataset.turnIcon ?? "");
  const focus = new Focus();
  const tab = nameTab();
  /** A tab that reconnects only watches, so that it does not take the seat from a newer tab. @returns {Record<string, string>} */
  const query = () => (app.model.game ? { tab, watch: "1" } : { tab });
  const socket = new Connection(root.dataset.socket ?? "", hear, {
    query,
    onLink: (link) => app.connect(link),
    onUnsent: (requests) =>
      app.lose(/** @type {import("../state/protocol.js").Request[]} */ (requests)),
  });
  /** @param {import("../../connection/connection.js").Frame} frame */
  function hear(frame) {
    const message = readMessage(frame);
    if (message) app.hear(message);
  }
  /** @type {App} */
  const app = new App(
    socket,
    root.dataset,
    (drawn) => {
      drawn.asShown(() => drawPage(drawn, getElement("table-bar"), root));
      focus.boxes(root);
      speech.watch(drawn);
      cues.watch(drawn);
      markShownLinesRead(drawn, showsChat(drawn, root));
      if (drawn.stands) planLater();
    },
    (app, before) => {
      if (!app.past.shown) motion.play(app, before);
      cues.playSound(app, before);
      speech.announce(app, before);
      keepPace(app);
      keepAwake(app.live);
      const turn = () => focus.turn(app, root, before);
      // a focus forces layout: not in the same task as the first drawing
      if (before.view) turn();
      else setTimeout(turn);
    },
    () => motion.look(),
    game,
  );
  page.app = app;
  skipAtAPress(app);
  listenToKeys(app, root);
  game.begin?.(app, root);
  swipeBack(app, root);
  keepAwakeWhenShown();
  onSetting(() => {
    keepPace(app);
    app.redraw();
  });
  app.drawNow();
  socket.open();
}
