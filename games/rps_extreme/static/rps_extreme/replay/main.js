/** The replay of Rock Paper Scissors Extreme. */

import { start } from "../../games/replay/start.js";
import { rpsReplay } from "./game.js";

start(rpsReplay);
