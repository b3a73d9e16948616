// The limit for writes: a bare `node:http` server that does one prepared insert and one synced commit per request, in a
// new SQLite database in the directory given as argument. It parses a JSON body. Any other body is streamed to a file,
// which is synced first, as for an upload.

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DatabaseSync } from '@photostructure/sqlite';

const [directory] = process.argv.slice(2);
const database = new DatabaseSync(join(directory, `inserts-${process.pid}.db`));
database.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table things (id text primary key, body text not null) without rowid;
`);
// Outside a transaction, each insert is a commit of its own.
const insert = database.prepare('insert into things (id, body) values (?, ?)');

async function bodyOf(request) {
  if (request.headers['content-type'] === 'application/json') return json(request);
  const path = join(directory, `${randomUUID()}.bin`);
  await pipeline(request, createWriteStream(path, { flush: true }));
  return { path };
}

const server = createServer((request, response) => {
  // A client may leave in the middle of a body: wrk does so at the end of a round.
  answer(request, response).catch((error) => {
    if (error.code !== 'ECONNRESET') console.error(error);
    response.destroy();
  });
});

async function answer(request, response) {
  const body = JSON.stringify(await bodyOf(request));
  const id = randomUUID();
  insert.run(id, body);
  const text = `{"data":{"id":"${id}","body":${body}}}`;
  response.writeHead(201, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  });
  response.end(text);
}

// Also keeps the database: its statement alone would not.
process.once('SIGTERM', () => {
  database.close();
  process.exit();
});

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
