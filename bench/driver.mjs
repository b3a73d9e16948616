// The `pg` driver alone: asks one statement over and over on several connections, and prints how many answers a
// second came. Run as a process of its own: `node bench/driver.mjs`, what to ask as JSON on standard input.

import { json } from 'node:stream/consumers';
import pg from 'pg';

const { url, text, values, connections, seconds } = await json(process.stdin);

const int8 = 20;
/** As the program has them: numbers, not texts. */
const types = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
};

const clients = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client({ connectionString: url, types });
    await client.connect();
    return client;
  }),
);

let answers = 0;
const startedAt = performance.now();
const endsAt = startedAt + seconds * 1000;
await Promise.all(
  clients.map(async (client) => {
    while (performance.now() < endsAt) {
      const { rows } = await client.query({ name: 'asked', text, values });
      if (rows.length === 0) throw new Error('The statement answered nothing.');
      answers += 1;
    }
  }),
);
const elapsedSeconds = (performance.now() - startedAt) / 1000;
await Promise.all(clients.map((client) => client.end()));
console.log(Math.round(answers / elapsedSeconds));
