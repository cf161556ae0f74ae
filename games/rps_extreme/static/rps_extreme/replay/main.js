/** The replay of Rock Paper Scissors Extreme. */

import { start } from "../../games/replay/start.js";
import { useItems } from "../table/card.js";
import { rpsReplay } from "./game.js";

useItems(/** @type {HTMLElement} */ (document.getElementById("replay")).dataset);
start(rpsReplay);
