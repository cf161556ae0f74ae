/** The table's state as Rock Paper Scissors Extreme folds it. */

import { rpsFold } from "../../games/rps_extreme/static/rps_extreme/table/fold.js";
import * as state from "../../games/static/games/table/state/state.js";

export * from "../../games/static/games/table/state/state.js";
export const fold = (model, message, now) => state.foldMessage(model, message, now, rpsFold);
export const empty = () => state.emptyModel(rpsFold.start);
