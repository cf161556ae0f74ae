/** Deals from a record by docs/FAIR_DEAL.md, independently of the site's own module, to forge records. */

import { createHmac } from "node:crypto";

const CARDS = [
  ...Array.from({ length: 10 }, (_, power) => [`Co${power + 1}`, `Co${power + 1}`]).flat(),
  ...Object.entries({
    Ye: [3, 4, 5],
    Tu: [3, 3, 10],
    Re: [3, 5, 10],
    Bl: [3, 5, 10],
    Pu: [3, 5, 10],
    Si: [4, 4, 4],
    Go: [4, 4, 10],
    Aq: [5, 5, 5],
    Wh: [6, 6, 6],
    Bk: [6, 6, 6],
  }).flatMap(([suit, powers]) => powers.map((power) => `${suit}${power}`)),
];

/** @param {{id: string, fair: {secret: string, client_bytes: (string | null)[]}}} record @param {number} match */
function* stream({ id, fair }, match) {
  const secret = Buffer.from(fair.secret, "hex");
  const sign = (message) => createHmac("sha256", secret).update(message).digest();
  const client = Buffer.concat(
    fair.client_bytes.map((bytes, seat) =>
      bytes ? Buffer.from(bytes, "hex") : sign(`${id}:${seat}`).subarray(0, 16),
    ),
  );
  for (let block = 0; ; block += 1) {
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(match);
    numbers.writeUInt32BE(block, 4);
    yield* sign(Buffer.concat([client, numbers]));
  }
}

const below = (bytes, limit) => {
  for (;;) {
    const byte = bytes.next().value;
    if (byte < 256 - (256 % limit)) return byte % limit;
  }
};

export const dealerOf = (record) => below(stream(record, 0), record.fair.client_bytes.length);

export function deckOf(record, match) {
  const bytes = stream(record, match);
  const deck = [...CARDS];
  for (let place = 0; place < 49; place += 1) {
    const other = place + below(bytes, 50 - place);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck;
}
