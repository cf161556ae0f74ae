// Made by `make words` from the catalogue: do not edit.
import { learn } from "../../../../catalogue.js";

learn((n) => Number(n != 1), {
  "Call the fight": "Ruf den Kampf aus",
  "Draw from the pile": "Vom Stapel ziehen",
  "Score": "Punkte",
  "Select card 1": "Karte 1 wählen",
  "Select card 2": "Karte 2 wählen",
  "Select card 3": "Karte 3 wählen",
  "Select card 4": "Karte 4 wählen",
  "Surrender": "Aufgeben",
  "Take from across": "Von gegenüber nehmen",
  "Take from the left": "Von links nehmen",
  "Take from the right": "Von rechts nehmen",
  "Take the discard back": "Die Ablage zurücknehmen"
});
