/** The live table of Goofspiel. */

import { start } from "../../games/table/page/start.js";
import { goofspiel } from "./game.js";

start(goofspiel);
