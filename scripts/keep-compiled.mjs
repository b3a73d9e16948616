// `node [FLAGS] scripts/keep-compiled.mjs OUTPUT`: serves an empty installation with the program in OUTPUT, sends the
// first requests, and keeps what V8 compiled for them. `server/src/load.ts` starts with it.

import { mkdtempSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';

/** Opens nothing but the installation of this process. */
const key = `sk_live_es_${'compiled'.repeat(4)}`;
/** A server changes these while it runs, but V8 compares all flags with those of the process that loads. */
const flagsOfStart = ['--heap-growing-percent=0', '--semi-space-growth-factor=2'];

/** Resolves with the address that a server in this process prints. */
const addressOf = (serve) =>
  new Promise((resolve) => {
    process.stdout.write = (text) => {
      const [, address] = /listening on (\S+)/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
      return true;
    };
    serve();
  });

async function sendFirstRequests(address) {
  const send = async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await fetch(`${address}/v1${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}.`);
    return answer.json();
  };
  const { data } = await send('/posts', { title: 'Compiled' });
  await send(`/posts/${data.id}/comments`, { content: 'Once.' });
  for (const path of [`/posts/${data.id}`, `/posts/${data.id}/comments`, '/posts', '/posts?search=compiled'])
    await send(path);
}

const [output] = process.argv.slice(2);
const { compiledName, loadProgram } = await import(pathToFileURL(join(output, 'load.js')).href);
const [name, tag] = [compiledName(), cachedDataVersionTag()];
const dataDir = mkdtempSync(join(tmpdir(), 'earshot-compiled-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, BOOTSTRAP_LIVE_KEY: key };
Object.assign(process.env, settings, { LOG_LEVEL: 'silent' });
process.argv.splice(2, process.argv.length, 'serve');

let script;
await sendFirstRequests(
  await addressOf(() => {
    script = loadProgram(output);
  }),
);
for (const flag of flagsOfStart) setFlagsFromString(flag);
if (cachedDataVersionTag() !== tag) throw new Error('The flags are not those of the start.');
const path = join(output, name);
// Flushed: V8 does not notice every kind of damage.
await writeFile(`${path}.new`, script.createCachedData(), { flush: true });
await rename(`${path}.new`, path);
process.exit();
