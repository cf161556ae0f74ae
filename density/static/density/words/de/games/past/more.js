// Made by `make words` from the catalogue: do not edit.
import { learn } from "../../../../catalogue.js";

learn((n) => Number(n != 1), {
  "{count} more game.": [
    "Noch {count} weiteres Spiel.",
    "Noch {count} weitere Spiele."
  ]
});
