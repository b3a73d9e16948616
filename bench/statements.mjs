// Records the statements that the program sends for a request, so that the driver alone can run the same ones. On
// SQLite the recording server loads record-sqlite.mjs, on PostgreSQL the database logs them.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text as allText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from './cluster.mjs';
import { root, scratchDirectory, server } from './processes.mjs';

/** A server like the measured one, which records. `statementsOf(work)` gives the statements of some requests. */
export const recordingServer = (engine, data) =>
  data.databaseUrl === undefined ? recordingSqlite(data) : recordingPostgres(engine, data);

async function recordingSqlite({ engines }) {
  const file = join(scratchDirectory(), `statements-${Date.now()}.jsonl`);
  const nodeOptions = ['--import', join(root, 'bench', 'record-sqlite.mjs')];
  const node = await server(engines, { nodeOptions, environment: { BENCH_STATEMENTS: file } });
  return { ...node, statementsOf: async (work) => withoutBookkeeping(await writtenTo(file, work)) };
}

async function recordingPostgres({ logFile }, { engines, databaseUrl }) {
  const name = new URL(databaseUrl).pathname.slice(1);
  await execute(databaseUrl, `alter database ${name} set log_statement = 'all'`);
  const node = await server(engines);
  return {
    ...node,
    async statementsOf(work) {
      const logged = await writtenTo(logFile, work);
      return withoutBookkeeping(logged.flatMap((entry) => statementIn(entry, name)));
    },
    async stop() {
      await node.stop();
      await execute(databaseUrl, `alter database ${name} reset log_statement`);
    },
  };
}

/** Time for the log to be written, and for what happens after the answer. */
const settleMs = 400;

/** What is written to a file of JSON lines while some work runs. The file may be long from earlier runs. */
async function writtenTo(file, work) {
  const before = existsSync(file) ? statSync(file).size : 0;
  await work();
  await sleep(settleMs);
  if (!existsSync(file)) return [];
  const written = await allText(createReadStream(file, { start: before }));
  return written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function statementIn({ dbname, application_name: program, message, detail, session_id: session }, name) {
  if (dbname !== name || program !== 'earshot') return [];
  const text = /^(?:execute [^:]+|statement): ([\s\S]*)$/.exec(message ?? '')?.[1];
  if (text === undefined) return [];
  const values = [...(detail ?? '').matchAll(/\$\d+ = (NULL|'((?:[^']|'')*)')/g)].map(([, value, quoted]) =>
    value === 'NULL' ? null : quoted.replaceAll("''", "'"),
  );
  return [{ text, values, session }];
}

/** Written once a minute or in the background, not for each request. */
const bookkeeping = /into "request_log"|into "request_counts"|set "last_used_at"/;

/** Drops whole transactions of bookkeeping. Transactions of several connections may overlap. */
function withoutBookkeeping(statements) {
  const open = new Map();
  const kept = [];
  for (const { session = '', ...statement } of statements) {
    const transaction = open.get(session);
    if (transaction !== undefined) transaction.push(statement);
    else if (/^\s*(?:begin|start transaction)/i.test(statement.text)) open.set(session, [statement]);
    else kept.push([statement]);
    if (/^\s*(?:commit|rollback)/i.test(statement.text)) {
      kept.push(transaction ?? []);
      open.delete(session);
    }
  }
  return kept.filter((unit) => !unit.some(({ text }) => bookkeeping.test(text))).flat();
}

/** The ids that two recordings of the same request don't share: each repetition needs new ones. */
export function freshIds(first, second) {
  const idsOf = (statements) => new Set(JSON.stringify(statements).match(/\b[a-z]+_[0-9a-z]{26}\b/g) ?? []);
  const [known, other] = [idsOf(first), idsOf(second)];
  return [...known].filter((id) => !other.has(id));
}
