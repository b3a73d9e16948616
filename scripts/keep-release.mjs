// `node scripts/keep-release.mjs`: keeps what the upgrade tests need of a version that is about to be released, in
// `server/test/upgrade/kept`: a database that it filled through its own API, the answers that it gave, and the program
// itself. `--program PATH` takes another build; with `DATABASE_URL`, an empty PostgreSQL database, it keeps a dump.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { minify } from 'rolldown/utils';
import { ensureBuilt, root } from './build.mjs';
import { fill, questionsAbout } from './keep-release-data.mjs';
import { findTool } from './tools.mjs';

const kept = join(root, 'server', 'test', 'upgrade', 'kept');
/** They open nothing but these databases. */
const key = `sk_live_es_${'keptLive'.repeat(4)}`;
const testKey = `sk_test_es_${'keptTest'.repeat(4)}`;

const own = join(root, 'server', 'dist', 'cli.js');
const { values } = parseArgs({ options: { program: { type: 'string', default: own } } });
const databaseUrl = process.env.DATABASE_URL;

if (values.program === own) await ensureBuilt();
const dataDir = mkdtempSync(join(tmpdir(), 'earshot-kept-'));
try {
  const answers = await whileServing(async (api) => {
    const questions = questionsAbout(await fill(api));
    const answered = [];
    for (const path of questions) answered.push({ path, ...(await api.get(path)) });
    // What this version does not know yet is not expected of later ones.
    return answered.filter(({ status }) => status === 200).map(({ path, data }) => ({ path, data }));
  });
  mkdirSync(kept, { recursive: true });
  const engine = databaseUrl === undefined ? 'sqlite' : 'postgres';
  const { schema, suffix, content } = databaseUrl === undefined ? sqliteFile() : postgresDump();
  keepOnce(`${schema}.${engine}${suffix}.gz`, content);
  keepOnce(`${schema}.${engine}.json.gz`, JSON.stringify({ key, answers }));
  if (values.program === own && databaseUrl === undefined) await keepProgram(schema);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Runs the program on its own engines, and stops it. */
async function whileServing(use) {
  const child = spawn(process.execPath, [values.program, 'serve'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      PUBLIC_URL: 'http://earshot.test',
      BOOTSTRAP_LIVE_KEY: key,
      BOOTSTRAP_TEST_KEY: testKey,
      RATE_LIMIT_READ: '0',
      RATE_LIMIT_WRITE: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    return await use(apiAt(await addressOf(child)));
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

async function addressOf(child) {
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    const [, address] = /listening on (\S+)\n/.exec(text) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The program ended before it listened.');
}

function apiAt(address) {
  const call = async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${address}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = text === '' ? {} : JSON.parse(text);
    return { status: response.status, data: parsed.data, text };
  };
  const changed = async (...request) => {
    const { status, data, text } = await call(...request);
    if (status >= 300) throw new Error(`${request[0]} ${request[1]} was answered ${status}: ${text}`);
    return data;
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body, headers) => changed('POST', path, body, headers),
    patch: (path, body) => changed('PATCH', path, body),
    delete: (path, body) => changed('DELETE', path, body),
  };
}

/** What an earlier release with the same schema kept stays as it is. */
function keepOnce(name, content) {
  const path = join(kept, name);
  const isKept = existsSync(path);
  if (!isKept) writeFileSync(path, gzipSync(content, { level: 9 }));
  process.stdout.write(`${isKept ? 'Already there' : 'Kept'}: ${name}\n`);
}

function sqliteFile() {
  const copy = join(dataDir, 'copy.db');
  const db = new DatabaseSync(join(dataDir, 'earshot.db'));
  db.exec(`vacuum into '${copy}'`);
  const { name } = db.prepare('select max(name) as name from kysely_migration').get();
  db.close();
  return { schema: name, suffix: '', content: readFileSync(copy) };
}

function postgresDump() {
  const run = (program, ...args) =>
    execFileSync(findTool(program) ?? program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const query = 'select max(name) from kysely_migration';
  const name = run('psql', '-XAtq', databaseUrl, '-c', query).trim();
  const dump = run('pg_dump', '--no-owner', '--no-privileges', '--inserts', databaseUrl)
    // Only newer versions of psql know these lines.
    .replace(/^\\(?:un)?restrict .*\n/gm, '');
  return { schema: name, suffix: '.sql', content: dump };
}

/** Only one, that of the newest release: nodes are upgraded from one release to the next. */
async function keepProgram(schema) {
  const folder = dirname(values.program);
  const files = {};
  for (const name of readdirSync(folder).filter((file) => /\.c?js$/.test(file))) {
    const { code } = await minify(name, readFileSync(join(folder, name), 'utf8'), {
      module: name.endsWith('.js'),
    });
    files[name] = code.replace(/^\/\/# sourceMappingURL=.*$/m, '');
  }
  for (const name of readdirSync(kept)) if (name.endsWith('.program.br')) rmSync(join(kept, name));
  const name = `${schema}.program.br`;
  writeFileSync(join(kept, name), brotliCompressSync(JSON.stringify(files)));
  process.stdout.write(`Kept: ${name}\n`);
}
