/** The replay of Density Deck. */

import { densityDeck } from "./game.js";
import { startReplay } from "../../games/replay/start.js";

startReplay(densityDeck);
