/** The check of saved records of Rock Paper Scissors Extreme. */

import { offerCheck } from "../games/replay/check_page.js";
import { ways } from "./table/deal.js";

offerCheck("rps-extreme", ways);
