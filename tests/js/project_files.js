/** Lists the files of the project: a check that reads the source tree asks here. */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const LIST = fileURLToPath(new URL("../project_files.sh", import.meta.url));

/**
 * The tracked files, and the new ones that git does not ignore, as paths from the root.
 * @param {...string} patterns pathspecs of git, whose `*` also matches slashes
 */
export const projectFiles = (...patterns) =>
  execFileSync(LIST, patterns, { encoding: "utf8" }).split("\n").filter(Boolean);
