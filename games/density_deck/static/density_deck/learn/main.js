/** The first game of Density Deck. */

import { startLesson } from "../../games/learn/start.js";
import { firstGame } from "./lesson.js";

await startLesson(firstGame);
