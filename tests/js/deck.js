/** The table's state as Density Deck folds it. */

import { deckFold } from "../../games/density_deck/static/density_deck/table/fold.js";
import * as state from "../../games/static/games/table/state/state.js";

export * from "../../games/static/games/table/state/state.js";
export const fold = (model, message, now) => state.foldMessage(model, message, now, deckFold);
export const empty = () => state.emptyModel(deckFold.start);
