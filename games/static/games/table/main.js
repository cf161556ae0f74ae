/** The live table of Density Deck. */

import { densityDeck } from "./density_deck.js";
import { start } from "./start.js";

start(densityDeck);
