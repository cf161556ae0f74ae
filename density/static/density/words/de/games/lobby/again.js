// Made by `make words` from the catalogue: do not edit.
import { learn } from "../../../../catalogue.js";

learn((n) => Number(n != 1), {
  "Rematch": "Revanche",
  "Rematch, {ready} of {of} ready": "Revanche, {ready} von {of} bereit",
  "Seat {number}": "Platz {number}",
  "The game is over. Places: {places}.": "Das Spiel ist aus. Plätze: {places}.",
  "You": "Du",
  "closed": "geschlossen",
  "open for {seconds} s": "noch {seconds} s offen",
  "{many} and {last}": "{many} und {last}",
  "{names} is ready.": [
    "{names} ist bereit.",
    "{names} sind bereit."
  ],
  "{names} plays again.": [
    "{names} spielt noch einmal.",
    "{names} spielen noch einmal."
  ]
});
