/** Lists the files of the project, for checks that read the source tree. */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const LIST = fileURLToPath(new URL("../project_files.sh", import.meta.url));

/**
 * Returns tracked files, and new ones that git does not ignore, as paths from the root.
 * @param {...string} patterns pathspecs of git, whose `*` also matches slashes
 */
export const projectFiles = (...patterns) =>
  execFileSync(LIST, patterns, { encoding: "utf8" }).split("\n").filter(Boolean);
