/** The live table of Goofspiel. */

import { startTable } from "../../games/table/page/start.js";
import { goofspiel } from "./game.js";

startTable(goofspiel);
