/** The replay of Rock Paper Scissors Extreme, with everything that games/replay/game.js requires of a game. */

import { t, tparts } from "../../density/words.js";
import { checkDeal } from "../table/deal.js";
import { itemChip } from "../table/card.js";
import { RpsMotion } from "../table/motion.js";
import { choices } from "./choices.js";
import { linesOf, sentenceOf } from "../table/lines.js";
import { lengthOf } from "./effects.js";
import { isNow, seenAt, stageView } from "./stage.js";

/** @type {import("../table/protocol.js").ReplayGame} */
export const rpsReplay = {
  ui: () => ({ about: null }),
  all: t("All throws"),
  title: (match) => t("Replay, challenge {match}", { match }),
  heading: (match, view) =>
    t("Replay, challenge {match}, throw {round}", { match, round: view?.round ?? 1 }),
  // a narrow bar has no room for more
  place: (parts) =>
    matchMedia("(width < 768px)").matches
      ? tparts("Challenge {match} of {count}", { match: parts.match, count: parts.count })
      : tparts("{replay}, challenge {match} of {count}", parts),
  match: t("Challenge"),
  ends: { first: t("Go to the start of the challenge"), last: t("Go to the end of the challenge") },
  name: "Rock Paper Scissors Extreme",
  stage: stageView,
  seen: seenAt,
  isNow,
  lasts: lengthOf,
  lines: linesOf,
  sentence: sentenceOf,
  chip: (card) => itemChip(card, { small: true }),
  round: (round) => t("Throw {round}", { round }),
  now: ({ round }) => t("Throw {round}", { round }),
  choices,
  check: checkDeal,
  motion: (root) => {
    const motion = new RpsMotion(root);
    /** @type {import("../../games/replay/state.js").Moment | null} */
    let from = null;
    /** @type {import("../../games/replay/state.js").Moment | null} */
    let at = null;
    return {
      look: () => motion.look(),
      play({ shown }) {
        if (shown !== at) [from, at] = [at, shown];
        // cards move in each moment of a step
        if (
          from &&
          shown &&
          from.view === shown.view &&
          from.match === shown.match &&
          shown.step === from.step + 1
        )
          motion.move();
      },
    };
  },
};
