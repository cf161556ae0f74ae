// Made by `make words` from the catalogue: do not edit.
import { learn } from "../../../catalogue.js";

learn((n) => Number(n != 1), {
  "A player": "Ein Spieler",
  "A ranked table is possible": "Ein Ranglistentisch ist möglich",
  "Anybody in the queue can share your table now.": "Alle in der Warteschlange können jetzt an deinen Tisch.",
  "Close": "Schließen",
  "Connection lost. Reconnecting…": "Verbindung verloren. Verbinde neu …",
  "Copied": "Kopiert",
  "Copy link": "Link kopieren",
  "Game found": "Spiel gefunden",
  "Game found, Density Deck": "Spiel gefunden, Density Deck",
  "Game found, {seconds} s, Density Deck": "Spiel gefunden, {seconds} s, Density Deck",
  "Game found.": "Spiel gefunden.",
  "Go to the table": "Zum Tisch",
  "It is unrated and costs nothing: you keep your place in the queue.": "Es zählt nicht und kostet nichts: Du behältst deinen Platz in der Warteschlange.",
  "Leave": "Verlassen",
  "Leave queue": "Warteschlange verlassen",
  "Looking for an opponent": "Suche nach einem Gegner",
  "Looking for an opponent.": "Suche nach einem Gegner.",
  "Looking for three players": "Drei Mitspieler gesucht",
  "Looking for three players.": "Drei Mitspieler werden gesucht.",
  "Nobody is in the queue yet. Whoever comes next finds you there.": "Noch ist niemand in der Warteschlange. Wer als Nächstes kommt, findet dich dort.",
  "Not now": "Jetzt nicht",
  "Not sent. Try again.": "Nicht gesendet. Versuch es noch einmal.",
  "Play together meanwhile": "Solange zusammen spielen",
  "Play together unrated: you keep your place": "Zusammen ohne Wertung spielen: Du behältst deinen Platz",
  "Ratings from {low} to {high} can share your table now.": "Wertungen von {low} bis {high} können jetzt an deinen Tisch.",
  "Ready": "Bereit",
  "Share the link": "Link teilen",
  "Sit down": "Hinsetzen",
  "Somebody did not come, your time counts on": "Jemand kam nicht, deine Zeit zählt weiter",
  "Somebody did not come. You keep your place in the queue: {time} so far.": "Jemand kam nicht. Du behältst deinen Platz in der Warteschlange: bisher {time}.",
  "Stay here": "Hierbleiben",
  "The others wait for you.": "Die anderen warten auf dich.",
  "This browser cannot be notified now.": "Dieser Browser kann jetzt nicht benachrichtigt werden.",
  "This did not work. Try again later.": "Das hat nicht geklappt. Versuch es später noch einmal.",
  "To the queue": "Zur Warteschlange",
  "Typical wait {time}": "Übliche Wartezeit {time}",
  "Who does not come gets a strike, and the others wait on.": "Wer nicht kommt, bekommt einen Verstoß, und die anderen warten weiter.",
  "Yes, take me there": "Ja, bring mich hin",
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
  "You may have lost your place in the queue.": "Vielleicht hast du deinen Platz in der Warteschlange verloren.",
  "You play unrated here. With a yes you go as soon as the table is found, and an AI player takes your seat. Neither answer costs anything.": "Hier spielst du ohne Wertung. Mit einem Ja gehst du, sobald der Tisch gefunden ist, und eine KI übernimmt deinen Platz. Keine Antwort kostet etwas.",
  "You were not at your last ranked table in time.": "Du warst nicht rechtzeitig an deinem letzten gewerteten Tisch.",
  "Your browser does not allow this page to notify you.": "Dein Browser erlaubt dieser Seite keine Benachrichtigungen.",
  "Your game begins.": "Dein Spiel beginnt.",
  "Your game is running": "Dein Spiel läuft",
  "You’re no longer in the queue.": "Du bist nicht mehr in der Warteschlange.",
  "coming": "kommt",
  "here": "da",
  "nobody else is waiting yet": "noch wartet sonst niemand",
  "nobody in the queue": "niemand in der Warteschlange",
  "you {rating}": "du {rating}",
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
  "{name}, here": "{name}, da",
  "{name}, not here yet": "{name}, noch nicht da",
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
