/** Joins the table's own modules with the teacher who stands in place of its server. */

import { render } from "../../density/vendor/lit-html/lit-html.js";
import { App } from "../../games/table/core/app.js";
import { densityDeck } from "../table/game.js";
import { Focus, listen } from "../../games/table/core/keys.js";
import { useLabels } from "../../games/table/core/options.js";
import { useAssets } from "../../games/table/core/parts.js";
import { onSetting } from "../../games/table/settings/settings.js";
import { Speech } from "../../games/table/text/announcer.js";
import { drawTable } from "../../games/table/core/view.js";
import { lessonBar } from "./bar.js";
import { drawBubble } from "./bubble.js";
import { focusStep } from "./focus.js";
import { Guide } from "./guide.js";

const element = (/** @type {string} */ id) =>
  /** @type {HTMLElement} */ (document.getElementById(id));
const root = element("table");
const bubble = element("bubble");
const end = element("lesson-end");
useAssets(root.dataset);
useLabels(root.dataset.labels ?? "");

/** @type {{steps: import("./teacher.js").Line}} */
const { steps } = await (await fetch(root.dataset.line ?? "")).json();
const speech = new Speech(element("said-now"), element("said"));
const motion = densityDeck.motion(root);
const focus = new Focus();
const guide = new Guide(steps, () => step());
let again = 0;
const show = () => {
  render(lessonBar(app, guide), element("table-bar"));
  drawBubble(guide, bubble, element("mark"), root);
  clearTimeout(again);
  if (guide.step.point !== "showdown" || !isTelling(root)) return;
  // the scores are told first, then the words about them
  bubble.hidden = true;
  again = setTimeout(show, 150);
};
/** @param {HTMLElement} at whether the end of a match still moves there */
const isTelling = (at) =>
  document
    .getAnimations()
    .some(
      ({ effect, playState }) =>
        playState === "running" &&
        effect instanceof KeyframeEffect &&
        at.contains(effect.target) &&
        effect.target?.closest(".sd") &&
        Number(effect.getComputedTiming().endTime) < Infinity,
    );
const step = () => {
  end.hidden = !guide.ended;
  root.inert = guide.ended;
  show();
  focusStep(guide, bubble, root, end);
};
/** @type {import("../table/protocol.js").App} */
const app = new App(
  guide,
  root.dataset,
  (drawn) => {
    drawTable(drawn, root);
    focus.boxes(root);
    show();
  },
  (app, before) => {
    motion.play(app, before);
    speech.announce(app, before);
    focus.turn(app, root, before);
    if (before.own.ended && !app.model.own.ended) guide.closed();
  },
  () => motion.look(),
  densityDeck,
);
listen(app, root);
densityDeck.begin?.(app, root);
onSetting(() => app.redraw());
addEventListener("resize", () => app.redraw());
element("once-more").addEventListener("click", () => guide.restart());
guide.begin(app);
