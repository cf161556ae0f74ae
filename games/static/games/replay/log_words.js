/** Changes of the public log, in words. Pure. */

import { dayAndTime, t } from "../../density/words.js";

/** @param {import("./log_memory.js").Change} change */
export function changeWords({ what, sequence, seen, shown }) {
  switch (what) {
    case "missing":
      return t("The public log doesn’t list this game.");
    case "other":
      return t("The public log has a different fingerprint for this game: {shown}.", { shown });
    case "broken":
      return t("The public log entry doesn’t match its hash.");
    case "changed":
      return t(
        "Entry {sequence} of the public log isn’t the one that your browser saw on {time}.",
        {
          sequence,
          time: dayAndTime(seen),
        },
      );
    case "gone":
      return t("Entry {sequence} of the public log is gone. Your browser saw it on {time}.", {
        sequence,
        time: dayAndTime(seen),
      });
  }
}
