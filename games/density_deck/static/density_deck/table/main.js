/** The live table of Density Deck. */

import { densityDeck } from "./game.js";
import { start } from "../../games/table/page/start.js";

start(densityDeck);
