/** Joins the player of a replay to its page. */

import { t } from "../../density/words.js";
import { useAssets } from "../table/parts.js";
import { sentenceOf } from "./lines.js";
import { listen } from "./keys.js";
import { Motion } from "./motion.js";
import { Player } from "./player.js";
import { drawPage } from "./view.js";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = element("replay");
const bar = element("replay-bar");
const said = element("said");
useAssets(root.dataset);

const motion = new Motion(root);

let told = "";
let first = true;

/** The sentence of the step, once. @param {Player} player */
function say({ chapter, shown, names }) {
  if (!chapter || !shown) return;
  const name = `${shown.match}/${shown.step}`;
  if (told && told !== name) said.textContent = sentenceOf(chapter.steps[shown.step], names);
  told = name;
}

const player = new Player(root.dataset, (changed) => {
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
  if (changed.shown) document.title = `${t("Replay, match {match}", { match: changed.shown.match })}, Density Deck`;
  say(changed);
});
listen(player, root);
addEventListener("resize", () => player.redraw());
player.go(player.moment);
