// The limit for writes: a bare `node:http` server that does one prepared insert and one synced commit per request, in
// SQLite, or in PostgreSQL if its address is the second argument. It parses a JSON body. Any other body is streamed to
// a file in the directory given as first argument and synced before the insert, as for an upload.

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';

const [directory, url] = process.argv.slice(2);
const insert = url === undefined ? onSqlite() : await onPostgres();

function onSqlite() {
  const database = new DatabaseSync(join(directory, 'inserts.db'));
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table things (id text primary key, body text not null) without rowid;
  `);
  // Outside a transaction, each insert is a commit of its own.
  const statement = database.prepare('insert into things (id, body) values (?, ?)');
  // Also keeps the database: its statement alone would not.
  process.once('SIGTERM', () => {
    database.close();
    process.exit();
  });
  return (values) => statement.run(...values);
}

async function onPostgres() {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query('create table if not exists bench_things (id text primary key, body text not null)');
  const statement = { name: 'insert', text: 'insert into bench_things (id, body) values ($1, $2)' };
  return (values) => pool.query({ ...statement, values });
}

async function bodyOf(request) {
  if (request.headers['content-type'] === 'application/json') return json(request);
  const path = join(directory, `${randomUUID()}.bin`);
  await pipeline(request, createWriteStream(path, { flush: true }));
  return { path };
}

async function answer(request, response) {
  const body = JSON.stringify(await bodyOf(request));
  const id = randomUUID();
  await insert([id, body]);
  const text = `{"data":{"id":"${id}","body":${body}}}`;
  response.writeHead(201, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  });
  response.end(text);
}

const server = createServer((request, response) => {
  // A client may leave in the middle of a body: wrk does so at the end of a round.
  answer(request, response).catch((error) => {
    if (error.code !== 'ECONNRESET') console.error(error);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
