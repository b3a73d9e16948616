// A database driver alone: runs the recorded statements of some requests repeatedly, and prints how many requests that
// is per second. A separate process, with its job as JSON on standard input. PostgreSQL on several connections; SQLite on
// one thread, which is how the program reads.

import { json } from 'node:stream/consumers';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';

const job = await json(process.stdin);
const endsAt = performance.now() + job.seconds * 1000;
const startedAt = performance.now();
const statementsRun = job.url === undefined ? onSqlite(job) : await onPostgres(job);
const requests = (statementsRun * job.requests) / job.statements.length;
console.log(JSON.stringify((1000 * requests) / (performance.now() - startedAt)));

function onSqlite({ file, statements }) {
  const database = new DatabaseSync(file, { readOnly: true });
  const prepared = new Map(statements.map(({ text }) => [text, undefined]));
  for (const text of prepared.keys()) {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    prepared.set(text, statement);
  }
  let run = 0;
  for (; performance.now() < endsAt; run += 1) {
    const { text, values } = statements[run % statements.length];
    prepared.get(text).all(...values);
  }
  database.close();
  return run;
}

async function onPostgres({ url, statements, freshIds, connections }) {
  const int8 = 20;
  /** Like in the program: numbers, not text. */
  const types = {
    getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
  };
  const names = new Map();
  for (const { text } of statements) if (!names.has(text)) names.set(text, `s${names.size}`);
  let run = 0;
  const repeat = async () => {
    const client = new pg.Client({ connectionString: url, types });
    await client.connect();
    while (performance.now() < endsAt) {
      const renamed = renaming(freshIds);
      for (const { text, values } of statements) {
        await client.query(
          values.length === 0 ? text : { name: names.get(text), text, values: values.map(renamed) },
        );
        run += 1;
        // A write's statements are a transaction, which has to end.
        if (freshIds.length === 0 && performance.now() >= endsAt) break;
      }
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: connections }, repeat));
  return run;
}

/** Replaces the ids that must be new each time, also inside documents. */
function renaming(ids) {
  if (ids.length === 0) return (value) => value;
  const suffix = () =>
    Math.random()
      .toString(32)
      .slice(2, 12)
      .padEnd(10, '0')
      .replace(/[ilou]/g, 'z');
  const names = ids.map((id) => [id, id.slice(0, -10) + suffix()]);
  return (value) =>
    typeof value !== 'string' ? value : names.reduce((text, [id, name]) => text.replaceAll(id, name), value);
}
