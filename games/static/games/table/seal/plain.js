/** The seal of a table whose cards are checked only after the game. */

import { startSeal } from "./seal.js";

startSeal(null);
