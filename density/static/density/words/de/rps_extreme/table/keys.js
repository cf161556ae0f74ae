// Made by `make words` from the catalogue: do not edit.
import { learn } from "../../../../catalogue.js";

learn((n) => Number(n != 1), {
  "Choice {number}": "Auswahl {number}",
  "Pass: drink nothing": "Passen: nichts trinken"
});
