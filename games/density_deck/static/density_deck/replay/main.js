/** The replay of Density Deck. */

import { densityDeck } from "./game.js";
import { start } from "../../games/replay/start.js";

start(densityDeck);
