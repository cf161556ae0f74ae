/** Joins socket, state and view of a live table with the game that is played on it. */

import { App } from "./app.js";
import { keepAwake, keepAwakeWhenShown } from "../senses/awake.js";
import { Cues } from "../senses/cues.js";
import { Focus, listen } from "./keys.js";
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

const element = (/** @type {string} */ id) =>
  /** @type {HTMLElement} */ (document.getElementById(id));

/** A name for this page among the pages of the same reader. */
const nameTab = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/**
 * Draws the table of this page and opens its socket.
 * @param {import("../state/game.js").Game} game
 */
export function start(game) {
  const root = element("table");
  useAssets(root.dataset);
  useLabels(root.dataset.labels ?? "");
  const speech = new Speech(element("said-now"), element("said"));
  const motion = game.motion(root);
  const cues = new Cues(root.dataset.turnIcon ?? "");
  const focus = new Focus();
  const tab = nameTab();
  /** A tab that comes back does not take the seat from one that was opened since. @returns {Record<string, string>} */
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
      drawn.asShown(() => drawPage(drawn, element("table-bar"), root));
      focus.boxes(root);
      speech.watch(drawn);
      cues.watch(drawn);
      markShownLinesRead(drawn, showsChat(drawn, root));
    },
    (app, before) => {
      if (!app.past.shown) motion.play(app, before);
      cues.playSound(app, before);
      speech.announce(app, before);
      keepPace(app);
      keepAwake(app.live);
      const turn = () => focus.turn(app, root, before);
      // a focus has the page laid out at once: not in the task that draws all of it for the first time
      if (before.view) turn();
      else setTimeout(turn);
    },
    () => motion.look(),
    game,
  );
  skipAtAPress(app);
  listen(app, root);
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
