/** Joins the modules of a table with the teacher who stands in place of its server. */

import { renderLive } from "../live.js";
import { App } from "../table/page/app.js";
import { Focus, listen } from "../table/page/keys.js";
import { skipAtAPress } from "../table/state/moments.js";
import { useLabels } from "../table/parts/options.js";
import { useAssets } from "../table/parts/parts.js";
import { onSetting } from "../table/settings/settings.js";
import { Speech } from "../table/views/announcer.js";
import { drawTable } from "../table/views/view.js";
import { lessonBar } from "./bar.js";
import { drawBubble } from "./bubble.js";
import { focusStep } from "./focus.js";
import { Guide } from "./guide.js";
import "./lesson.js";

const element = (/** @type {string} */ id) =>
  /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Plays the lesson of the page.
 * @template {import("./lesson.js").Types} G
 * @param {import("./lesson.js").Lesson<G>} lesson
 */
export async function startLesson(lesson) {
  const { game } = lesson;
  const root = element("table");
  const bubble = element("bubble");
  const end = element("lesson-end");
  useAssets(root.dataset);
  useLabels(root.dataset.labels ?? "");

  /** @type {{steps: import("./teacher.js").Line<G>}} */
  const { steps } = await (await fetch(root.dataset.line ?? "")).json();
  const speech = new Speech(element("said-now"), element("said"));
  const motion = game.motion(root);
  const focus = new Focus();
  /** @type {Guide<G>} */
  const guide = new Guide(
    steps,
    () => step(),
    lesson,
    () => moves(),
  );
  let again = 0;
  let moved = false;
  // what happens is shown first, then the words about it
  /** @type {() => boolean} */
  const moves = () => app.staged || lesson.moves(app, guide, root);
  const show = () => {
    renderLive(lessonBar(app, guide), element("table-bar"));
    drawBubble(guide, bubble, element("mark"), root);
    clearTimeout(again);
    if (!moves()) {
      // what a question focuses comes after the page is drawn
      if (moved) queueMicrotask(step);
      moved = false;
      return;
    }
    moved = true;
    bubble.hidden = true;
    element("mark").hidden = true;
    again = setTimeout(step, 150);
  };
  const step = () => {
    const ended = guide.ended && !moves();
    end.hidden = !ended;
    root.inert = ended;
    show();
    if (!moves()) focusStep(guide, bubble, root, end);
  };
  /** @type {App<G>} */
  const app = new App(
    guide,
    root.dataset,
    (drawn) => {
      drawn.asShown(() => drawTable(drawn, root));
      focus.boxes(root);
      show();
    },
    (app, before) => {
      motion.play(app, before);
      speech.announce(app, before);
      focus.turn(app, root, before);
      if (lesson.closes(app, before)) guide.closed();
    },
    () => motion.look(),
    game,
  );
  skipAtAPress(app);
  listen(app, root);
  game.begin?.(app, root);
  onSetting(() => app.redraw());
  addEventListener("resize", () => app.redraw());
  element("once-more").addEventListener("click", () => guide.restart());
  guide.begin(app);
}
