/** The live table of Rock Paper Scissors Extreme. */

import { start } from "../../games/table/page/start.js";
import { rpsExtreme } from "./game.js";

start(rpsExtreme);
