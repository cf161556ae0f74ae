/** The live table of Rock Paper Scissors Extreme. */

import { startTable } from "../../games/table/page/start.js";
import { rpsExtreme } from "./game.js";

startTable(rpsExtreme);
