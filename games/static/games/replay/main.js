/** The replay of Density Deck. */

import { densityDeck } from "./density.js";
import { start } from "./start.js";

start(densityDeck);
