// Made by `make words` from the catalogue: do not edit.
import { learn } from "../../../catalogue.js";

learn((n) => Number(n != 1), {
  "A player": "Ein Spieler",
  "Anybody in the queue can share your table now.": "Alle in der Warteschlange können jetzt an deinen Tisch.",
  "Game found, {seconds} s, Density Deck": "Spiel gefunden, {seconds} s, Density Deck",
  "Game found.": "Spiel gefunden.",
  "Looking for an opponent": "Suche nach einem Gegner",
  "Looking for an opponent.": "Suche nach einem Gegner.",
  "Looking for three players": "Drei Mitspieler gesucht",
  "Looking for three players.": "Drei Mitspieler werden gesucht.",
  "Nobody is in the queue yet. Whoever comes next finds you there.": "Noch ist niemand in der Warteschlange. Wer als Nächstes kommt, findet dich dort.",
  "Not sent. Try again.": "Nicht gesendet. Versuch es noch einmal.",
  "Ranked hour: now": "Gewertete Stunde: jetzt",
  "Ratings from {low} to {high} can share your table now.": "Wertungen von {low} bis {high} können jetzt an deinen Tisch.",
  "Somebody did not come. You keep your place in the queue: {time} so far.": "Jemand kam nicht. Du behältst deinen Platz in der Warteschlange: bisher {time}.",
  "Typical wait {time}": "Übliche Wartezeit {time}",
  "You and one AI player. Whoever comes next takes its seat.": [
    "Du und eine KI. Wer als Nächstes kommt, übernimmt ihren Platz.",
    "Du und %(count)s KIs. Wer als Nächstes kommt, übernimmt einen ihrer Plätze."
  ],
  "You can queue again at {time}.": "Du kannst dich um {time} wieder anstellen.",
  "You can queue again on {day} at {time}.": "Du kannst dich am {day} um {time} wieder anstellen.",
  "You did not come to your table, so you are out of the queue.": "Du bist nicht an deinen Tisch gekommen, also bist du nicht mehr in der Warteschlange.",
  "You have 1 strike, which is a warning. Ten clean ranked games, or three days, take one away.": [
    "Du hast 1 Verstoß, das ist eine Verwarnung. Zehn saubere gewertete Spiele oder drei Tage nehmen einen weg.",
    "Du hast {count} Verstöße. Zehn saubere gewertete Spiele oder drei Tage nehmen einen weg."
  ],
  "You left your last ranked game before its end.": "Du hast dein letztes gewertetes Spiel vor dem Ende verlassen.",
  "You left your last ranked table before the deal.": "Du hast deinen letzten gewerteten Tisch vor dem Geben verlassen.",
  "You left your table before the deal, so you are out of the queue.": "Du hast deinen Tisch vor dem Geben verlassen, also bist du nicht mehr in der Warteschlange.",
  "You were not at your last ranked table in time.": "Du warst nicht rechtzeitig an deinem letzten gewerteten Tisch.",
  "Your game begins.": "Dein Spiel beginnt.",
  "You’re no longer in the queue.": "Du bist nicht mehr in der Warteschlange.",
  "in {count} day": [
    "in {count} Tag",
    "in {count} Tagen"
  ],
  "in {count} hour": [
    "in {count} Stunde",
    "in {count} Stunden"
  ],
  "in {time}": "in {time}",
  "nobody else is waiting yet": "noch wartet sonst niemand",
  "nobody in the queue": "niemand in der Warteschlange",
  "{count} in the queue": [
    "{count} in der Warteschlange",
    "{count} in der Warteschlange"
  ],
  "{count} more player": [
    "{count} weiterer Spieler",
    "{count} weitere Spieler"
  ],
  "{count} online": "{count} online",
  "{count} player": [
    "{count} Spieler",
    "{count} Spieler"
  ],
  "{found} of {seats} found, one more": [
    "{found} von {seats} gefunden, noch einer",
    "{found} von {seats} gefunden, noch {more}"
  ],
  "{here} of {seats} here": "{here} von {seats} da",
  "{hours} h {minutes} min": "{hours} h {minutes} min",
  "{minutes} min": "{minutes} min",
  "{seconds} s": "{seconds} s",
  "{who} and you.": "{who} und du.",
  "{who} plays already": [
    "{who} spielt schon",
    "{who} spielen schon"
  ],
  "{who} plays already: take the seat of an AI player.": [
    "{who} spielt schon: Übernimm den Platz einer KI.",
    "{who} spielen schon: Übernimm den Platz einer KI."
  ],
  "{who} waits, too": [
    "{who} wartet auch",
    "{who} warten auch"
  ],
  "{who}, you and one AI player.": [
    "{who}, du und eine KI.",
    "{who}, du und {count} KIs."
  ]
});
