/** The result page of Goofspiel: the check of its deal. */

import { offerCheck } from "../../games/result/deal.js";
import { checkDeal } from "../table/deal.js";

offerCheck(checkDeal);
