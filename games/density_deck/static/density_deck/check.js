/** The check of saved records of Density Deck. */

import { offerCheck } from "../games/replay/check_page.js";
import { ways } from "./table/deal.js";

offerCheck("density-deck", ways);
