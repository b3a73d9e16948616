// A database driver alone: runs the recorded statements of one request repeatedly, and prints how often per second. A
// separate process, with its job as JSON on standard input. PostgreSQL on several connections; SQLite on one thread,
// which is how the program reads.

import { json } from 'node:stream/consumers';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';

const job = await json(process.stdin);
const endsAt = performance.now() + job.seconds * 1000;
const startedAt = performance.now();
const done = job.url === undefined ? onSqlite(job) : await onPostgres(job);
console.log(JSON.stringify((1000 * done) / (performance.now() - startedAt)));

function onSqlite({ file, statements }) {
  const database = new DatabaseSync(file, { readOnly: true });
  const prepared = statements.map(({ text, values }) => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return { statement, values };
  });
  let times = 0;
  for (; performance.now() < endsAt; times += 1)
    for (const { statement, values } of prepared) statement.all(...values);
  database.close();
  return times;
}

async function onPostgres({ url, statements, freshIds, connections }) {
  const int8 = 20;
  /** Like in the program: numbers, not text. */
  const types = {
    getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
  };
  let times = 0;
  const repeat = async () => {
    const client = new pg.Client({ connectionString: url, types });
    await client.connect();
    for (; performance.now() < endsAt; times += 1) {
      const renamed = renaming(freshIds);
      for (const [index, { text, values }] of statements.entries())
        await client.query(
          values.length === 0 ? text : { name: `s${index}`, text, values: values.map(renamed) },
        );
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: connections }, repeat));
  return times;
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
