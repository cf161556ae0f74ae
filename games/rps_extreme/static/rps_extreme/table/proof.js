/** Checks the cards of a table of Rock Paper Scissors Extreme while they are dealt. */

import { startSeal } from "../../games/table/seal/seal.js";
import { seenOfSupply } from "./dealt.js";

startSeal(seenOfSupply);
