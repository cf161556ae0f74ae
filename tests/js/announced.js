/** The announcements for screen readers of every event, in both languages. */

import { WORDS } from "../../games/static/games/table/text/messages.js";
import * as sentences from "../../games/density_deck/static/density_deck/table/text.js";
import { resultSentence } from "../../games/density_deck/static/density_deck/table/result_words.js";
import { Speech } from "../../games/static/games/table/views/announcer.js";
import * as state from "./deck.js";
import { discarding, events, fought, snapshot, view } from "./fixtures.js";

const start = () => state.fold(state.empty(), snapshot(), 1000);
const heard = (list, changes = {}) => {
  const { assertive, polite } = sentences.spokenWords(
    state.fold(start(), events(list, changes), 2000),
    2000,
  );
  return [...assertive.map((line) => `now: ${line}`), ...polite];
};
const turn = {
  question: 18,
  clocks: { 0: { ms: 20000, of: 20000 } },
  view: view({ legal: [{ do: "draw", from: "pile" }] }),
};
const LIVE = { state: "live", ping: 40, since: 0, restart: false };
const away = (seat, card) => [
  { e: "drew", seat, from: "pile", card: null },
  { e: "discarded", seat, card },
];

/** The announcements while the reader's clock runs from 9 to 7 seconds, checked ten times a second. */
function lastSeconds() {
  const announcements = [];
  const region = (lead) => ({
    childElementCount: 0,
    append: (...lines) => announcements.push(...lines.map((line) => lead + line.textContent)),
  });
  globalThis.document = { createElement: () => ({}), documentElement: { lang: "" } };
  const speech = new Speech(region("now: "), region(""));
  const model = state.fold(
    start(),
    events([], {
      ...turn,
      clocks: { 0: { ms: 9000, of: 20000, free: 9000, bank: 0, away: false, then: "lapse" } },
    }),
    1000,
  );
  for (let now = 1000; now <= 3000; now += 100)
    speech.watch({ model, ui: { now, link: LIVE, back: null }, game: {} });
  return announcements;
}

/** @type {Record<string, {told: () => string[], en: string[], de: string[]}>} */
export const SAID = {
  "own turn": {
    told: () => heard([{ e: "discarded", seat: 3, card: "Aq5" }], turn),
    en: [
      "now: Your turn. Round 3, 3 damage at stake. 20 seconds. Your score is 66.",
      "Tomasz discarded Aquamarine 5.",
    ],
    de: [
      "now: Du bist dran. Runde 3, es geht um 3 Schaden. 20 Sekunden. Du hast 66 Punkte.",
      "Tomasz hat Aquamarin 5 abgelegt.",
    ],
  },
  "own draw": {
    told: () =>
      heard([{ e: "drew", seat: 0, from: "pile", card: "Re5" }], {
        view: discarding(),
        question: 19,
      }),
    en: ["now: You drew Red 5. Choose a card to discard."],
    de: ["now: Du hast Rot 5 gezogen. Wähl eine Karte zum Ablegen."],
  },
  "own discard": {
    told: () => heard([{ e: "discarded", seat: 0, card: "Aq5" }]),
    en: ["now: You discarded Aquamarine 5. Your score is 66."],
    de: ["now: Du hast Aquamarin 5 abgelegt. Du hast 66 Punkte."],
  },
  "draw and discard of others": {
    told: () => heard(away(1, "Pu3")),
    en: ["Kestrel drew from the pile and discarded Purple 3."],
    de: ["Kestrel hat vom Stapel gezogen und Violett 3 abgelegt."],
  },
  "a discard taken": {
    told: () => heard([{ e: "drew", seat: 2, from: 0, card: "Re10" }]),
    en: ["Ola took Red 10 from you."],
    de: ["Ola hat Rot 10 von dir genommen."],
  },
  "a flip": {
    told: () =>
      heard(
        [
          { e: "round", round: 4, stake: 4 },
          { e: "flipped", card: "Co7", slot: 2 },
        ],
        { view: view({ round: 4, stake: 4 }) },
      ),
    en: ["Round 4. Center Amplification: Common 7. Damage is now 4."],
    de: ["Runde 4. Verstärkung: Neutral 7. Der Schaden ist jetzt 4."],
  },
  "the own fight": {
    told: () => heard([{ e: "fight", seat: 0, stake: 4 }]),
    en: ["now: Mira calls the fight. 4 damage."],
    de: ["now: Mira ruft den Kampf aus. 4 Schaden."],
  },
  "the fight of others": {
    told: () => heard([{ e: "fight", seat: 2, stake: 3 }]),
    en: ["Ola calls the fight. 3 damage."],
    de: ["Ola ruft den Kampf aus. 3 Schaden."],
  },
  "the end of a match": {
    told: () => [resultSentence(start(), fought())],
    en: [
      "Your score is 72. Kestrel shows Yellow 4, Yellow 3 and Common 8: 6. Tomasz shows Yellow 4, Yellow 3 and Common 8: 37. Ola shows Yellow 4, Yellow 3 and Common 8: 40. You win, 72 against 40. Kestrel goes from 6 to 2 lives. Ola goes from 10 to 6 lives. Tomasz is out.",
    ],
    de: [
      "Du hast 72 Punkte. Kestrel zeigt Gelb 4, Gelb 3 und Neutral 8: 6. Tomasz zeigt Gelb 4, Gelb 3 und Neutral 8: 37. Ola zeigt Gelb 4, Gelb 3 und Neutral 8: 40. Du gewinnst, 72 gegen 40. Kestrel kommt von 6 auf 2 Leben. Ola kommt von 10 auf 6 Leben. Tomasz ist raus.",
    ],
  },
  "a surrender": {
    told: () => heard([{ e: "surrendered", seat: 3, round: 3, loss: 2, lives: 1 }]),
    en: ["Tomasz surrenders, 2 damage, 1 life left."],
    de: ["Tomasz gibt auf, 2 Schaden, noch 1 Leben."],
  },
  "the line lost and back": {
    told: () => [WORDS.lost, WORDS.back],
    en: ["Connection lost. Reconnecting.", "Back online."],
    de: ["Verbindung verloren. Sie wird wiederhergestellt.", "Wieder online."],
  },
  // only once, however often the page checks the clock
  "the last seconds": {
    told: lastSeconds,
    en: ["now: 8 seconds left."],
    de: ["now: Noch 8 Sekunden."],
  },
};
