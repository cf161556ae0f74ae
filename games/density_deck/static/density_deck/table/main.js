/** The live table of Density Deck. */

import { densityDeck } from "./game.js";
import { startTable } from "../../games/table/page/start.js";

startTable(densityDeck);
