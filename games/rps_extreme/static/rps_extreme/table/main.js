/** The live table of Rock Paper Scissors Extreme. */

import { start } from "../../games/table/core/start.js";
import { rpsExtreme } from "./game.js";

start(rpsExtreme);
