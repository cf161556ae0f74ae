/** The replay of Goofspiel. */

import { startReplay } from "../../games/replay/start.js";
import { goofspielReplay } from "./game.js";

startReplay(goofspielReplay);
