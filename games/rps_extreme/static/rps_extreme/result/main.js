/** The result page of Rock Paper Scissors Extreme: the check of its deal, and the decision that mattered. */

import { offerCheck } from "../../games/result/deal.js";
import { showDecision } from "../../games/result/mattered.js";
import { choices } from "../replay/choices.js";
import { itemChip } from "../table/card.js";
import { checkDeal } from "../table/deal.js";

offerCheck(checkDeal);
showDecision(choices, (code) => itemChip(code, { small: true }));
