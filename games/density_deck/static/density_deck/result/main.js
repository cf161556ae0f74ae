/** The result page of Density Deck: the check of its deal, and the decision that mattered. */

import { offerCheck } from "../../games/result/deal.js";
import { showDecision } from "../../games/result/mattered.js";
import { choices } from "../replay/choices.js";
import { checkDeal } from "../table/deal.js";
import { chipView } from "../table/parts.js";

offerCheck(checkDeal);
showDecision(choices, (code) => chipView(code, { small: true }));
