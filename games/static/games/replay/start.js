/** Connects the player of a replay to its page. */

import "./game.js";
import { useLabels } from "../table/parts/options.js";
import { useAssets } from "../table/parts/parts.js";
import { nameMoment } from "./continuing.js";
import { listenToKeys } from "./keys.js";
import { answerWords } from "./learn_view.js";
import { Player } from "./player.js";
import { standInForPopovers } from "./popovers.js";
import { drawPage } from "./view.js";

/** @param {import("./game.js").ReplayGame} game the game that was played */
export function startReplay(game) {
  const element = (/** @type {string} */ id) =>
    /** @type {HTMLElement} */ (document.getElementById(id));
  const root = element("replay");
  const bar = element("replay-bar");
  const status = element("said");
  useAssets(root.dataset);
  useLabels(root.dataset.labels ?? "");
  const motion = game.motion(root);
  let announced = "";
  let first = true;

  /** Announces the sentence of the step once, or the result of a question. @param {Player} player */
  function say({ chapter, shown, names, learning }) {
    if (!chapter || !shown) return;
    if (learning) {
      const words = answerWords(learning);
      if (status.textContent !== words) status.textContent = words;
      return;
    }
    const name = `${shown.match}/${shown.step}`;
    if (announced && announced !== name)
      status.textContent = game.sentence(chapter.steps[shown.step], names);
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
    // another site's frame has no form
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById("continue"));
    if (changed.shown && form) nameMoment(form, changed.shown);
    say(changed);
  });
  listenToKeys(player, root);
  standInForPopovers();
  addEventListener("resize", () => player.redraw());
  const { view } = player.moment;
  if (new URLSearchParams(location.search).has("learn") && view !== "all") player.learn(view);
  else player.go(player.moment);
}
