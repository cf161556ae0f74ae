/** The replay of Goofspiel. */

import { start } from "../../games/replay/start.js";
import { goofspielReplay } from "./game.js";

start(goofspielReplay);
