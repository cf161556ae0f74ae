/** The live table of Goofspiel. */

import { start } from "../../games/table/core/start.js";
import { goofspiel } from "./game.js";

start(goofspiel);
