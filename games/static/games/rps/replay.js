/** The replay of Rock Paper Scissors Extreme. */

import { start } from "../replay/start.js";
import { useItems } from "./card.js";
import { rpsReplay } from "./replay_kind.js";

useItems(/** @type {HTMLElement} */ (document.getElementById("replay")).dataset);
start(rpsReplay);
