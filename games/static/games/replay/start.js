/** Joins the player of a replay to its page. */

import "./game.js";
import { useLabels } from "../table/core/options.js";
import { useAssets } from "../table/core/parts.js";
import { listen } from "./keys.js";
import { Player } from "./player.js";
import { drawPage } from "./view.js";

/** @param {import("./game.js").ReplayGame} game the game that was played */
export function start(game) {
  const element = (/** @type {string} */ id) =>
    /** @type {HTMLElement} */ (document.getElementById(id));
  const root = element("replay");
  const bar = element("replay-bar");
  const said = element("said");
  useAssets(root.dataset);
  useLabels(root.dataset.labels ?? "");
  const motion = game.motion(root);
  let announced = "";
  let first = true;

  /** The sentence of the step, once. @param {Player} player */
  function say({ chapter, shown, names }) {
    if (!chapter || !shown) return;
    const name = `${shown.match}/${shown.step}`;
    if (announced && announced !== name)
      said.textContent = game.sentence(chapter.steps[shown.step], names);
    announced = name;
  }

  const player = new Player(game, root.dataset, (changed) => {
    if (first && (changed.shown || changed.failed)) {
      first = false;
      if (changed.shown) {
        bar.replaceChildren();
        root.replaceChildren();
      }
    }
    motion.look();
    drawPage(changed, bar, root);
    motion.play(changed);
    if (changed.shown)
      document.title = `${game.title(changed.shown.match)}, ${game.name ?? "Density Deck"}`;
    say(changed);
  });
  listen(player, root);
  addEventListener("resize", () => player.redraw());
  player.go(player.moment);
}
