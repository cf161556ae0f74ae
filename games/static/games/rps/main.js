/** The live table of Rock Paper Scissors Extreme. */

import { start } from "../table/start.js";
import { rpsExtreme } from "./kind.js";

start(rpsExtreme);
