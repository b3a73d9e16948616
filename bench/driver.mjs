// The `pg` driver alone: runs one statement repeatedly on several connections, and prints results per second. A
// separate process: `node bench/driver.mjs`, with its job as JSON on standard input.

import { json } from 'node:stream/consumers';
import pg from 'pg';

const { url, text, values, connections, seconds } = await json(process.stdin);

const int8 = 20;
/** Like in the program: numbers, not text. */
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
      if (rows.length === 0) throw new Error('The statement returned no rows.');
      answers += 1;
    }
  }),
);
const elapsedSeconds = (performance.now() - startedAt) / 1000;
await Promise.all(clients.map((client) => client.end()));
console.log(Math.round(answers / elapsedSeconds));
