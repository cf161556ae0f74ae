/** The replay of Rock Paper Scissors Extreme. */

import { startReplay } from "../../games/replay/start.js";
import { rpsReplay } from "./game.js";

startReplay(rpsReplay);
