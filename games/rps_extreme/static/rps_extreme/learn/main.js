/** The first throws of Rock Paper Scissors Extreme. */

import { startLesson } from "../../games/learn/start.js";
import { firstThrows } from "./lesson.js";

await startLesson(firstThrows);
