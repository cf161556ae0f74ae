/** Checks the cards of a Density Deck table while they are dealt. */

import { startSeal } from "../../games/table/seal/seal.js";
import { handsAtEnd, seenOfDeck } from "./dealt.js";

startSeal(seenOfDeck, handsAtEnd);
