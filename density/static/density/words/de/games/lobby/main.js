// Made by `make words` from the catalogue: do not edit.
import { learn } from "../../../../catalogue.js";

learn((n) => Number(n != 1), {
  "A player": "Ein Spieler",
  "AI player {name}": "KI-Spieler {name}",
  "Casual": "Ungewertet",
  "It stands here at once, and AI players fill the seats that stay empty.": "Er steht sofort hier, und KI-Spieler füllen die Plätze, die frei bleiben.",
  "Join": "Mitspielen",
  "Live": "Live",
  "No clock": "Keine Uhr",
  "Open a table": "Tisch eröffnen",
  "Open a table for everybody": "Eröffne einen Tisch für alle",
  "Ranked": "Gewertet",
  "Return": "Zurück",
  "Seat {number}": "Platz {number}",
  "Table": "Tisch",
  "The game is over. Places: {places}.": "Das Spiel ist aus. Plätze: {places}.",
  "Watch": "Zuschauen",
  "Watch a game": "Sieh einem Spiel zu",
  "You": "Du",
  "free seat": "freier Platz",
  "watching": "schauen zu",
  "with a password": "mit Passwort",
  "{count} game running": [
    "{count} Spiel läuft",
    "{count} Spiele laufen"
  ],
  "{count} open": [
    "{count} offen",
    "{count} offen"
  ],
  "{count} player online": [
    "{count} Spieler online",
    "{count} Spieler online"
  ],
  "{host}’s table": "Tisch von {host}",
  "{many} and {last}": "{many} und {last}",
  "{name} (AI)": "{name} (KI)"
});
