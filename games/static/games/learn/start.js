/** Connects the modules of a table to the guide that stands in for its server. */

import { renderLive } from "../live.js";
import { App } from "../table/page/app.js";
import { Focus, listenToKeys } from "../table/page/keys.js";
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

const getElement = (/** @type {string} */ id) =>
  /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Plays the lesson of the page.
 * @template {import("./lesson.js").Types} G
 * @param {import("./lesson.js").Lesson<G>} lesson
 */
export async function startLesson(lesson) {
  const { game } = lesson;
  const root = getElement("table");
  const bubble = getElement("bubble");
  const end = getElement("lesson-end");
  useAssets(root.dataset);
  useLabels(root.dataset.labels ?? "");

  /** @type {{steps: import("./teacher.js").Line<G>}} */
  const { steps } = await (await fetch(root.dataset.line ?? "")).json();
  const speech = new Speech(getElement("said-now"), getElement("said"));
  const motion = game.motion(root);
  const focus = new Focus();
  /** @type {Guide<G>} */
  const guide = new Guide(
    steps,
    () => step(),
    lesson,
    () => moves(),
  );
  let timer = 0;
  let moved = false;
  // the bubble waits until the moves have been shown
  /** @type {() => boolean} */
  const moves = () => app.staged || lesson.moves(app, guide, root);
  const show = () => {
    renderLive(lessonBar(app, guide), getElement("table-bar"));
    drawBubble(guide, bubble, getElement("mark"), root);
    clearTimeout(timer);
    if (!moves()) {
      // a question sets its focus after the page is drawn
      if (moved) queueMicrotask(step);
      moved = false;
      return;
    }
    moved = true;
    bubble.hidden = true;
    getElement("mark").hidden = true;
    timer = setTimeout(step, 150);
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
  listenToKeys(app, root);
  game.begin?.(app, root);
  onSetting(() => app.redraw());
  addEventListener("resize", () => app.redraw());
  getElement("once-more").addEventListener("click", () => guide.restart());
  guide.begin(app);
}
