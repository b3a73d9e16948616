// Clients generated from the OpenAPI document of a running server, with the commands from the documentation:
// generated, compiled under `strict`, and used. The file named after a generator uses its client.

import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureToolPackages, folder as tools } from '../../../scripts/tool-packages.mjs';
import { png } from '../../../server/test/http/pictures.ts';
import { startProgram, type TestProgram } from '../../../server/test/support/program.ts';
import type { Connect } from './generated-client.ts';

const here = import.meta.dirname;
const root = join(here, '../../..');
const run = promisify(execFile);
const searchPath = [join(tools, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);

/** A row of the page's table: the name of a generator and its command. */
const guide = await readFile(join(root, 'docs/integrating/generators.md'), 'utf8');
const commands = [...guide.matchAll(/^\| (\S+)[^|]* \| `npx ([^`]+)` \|/gm)].map(
  ([, generator = '', command = '']): [string, string[]] => [generator, command.split(' ')],
);
const [, orvalConfig = ''] = /```js\n([^`]+)```/.exec(guide) ?? [];

let program: TestProgram;
let baseUrl: string;
/** Next to the generators' packages, so that what is generated finds what it imports. */
let generated: string;

beforeAll(async () => {
  await ensureToolPackages();
  program = await startProgram();
  const address = `http://127.0.0.1:${await program.listen()}`;
  baseUrl = `${address}/v1`;
  const document = await (await fetch(`${address}/openapi.json`)).text();
  await mkdir(join(tools, 'generated'), { recursive: true });
  generated = await mkdtemp(join(tools, 'generated', 'run-'));
  await copyFile(join(here, 'tsconfig.json'), join(generated, 'tsconfig.json'));
  await copyFile(join(here, 'generated-client.ts'), join(generated, 'generated-client.ts'));
  await Promise.all(commands.map(([generator, command]) => generate(generator, command, document)));
}, 300_000);
afterAll(async () => {
  await program?.close();
  await rm(generated, { recursive: true, force: true });
});

async function generate(generator: string, [name = '', ...args]: string[], document: string): Promise<void> {
  const folder = join(generated, generator);
  await mkdir(folder);
  await writeFile(join(folder, 'openapi.json'), document);
  await copyFile(join(here, 'uses', `${generator}.ts`), join(folder, 'use.ts'));
  if (generator === 'orval') {
    await writeFile(join(folder, 'orval.config.cjs'), orvalConfig);
    await copyFile(join(here, 'uses', 'earshot-fetch.ts'), join(folder, 'earshot-fetch.ts'));
  }
  // As npx does: a command is named like its package, without the scope.
  await run(basename(name), args, { cwd: folder, env: { ...process.env, PATH: searchPath } });
}

it('the guide has a command for each generator', () => {
  expect(commands.map(([generator]) => generator)).toEqual([
    'openapi-typescript',
    'hey-api',
    'orval',
    'swagger-typescript-api',
  ]);
});

it('what they generate compiles under strict, and so does its use', async () => {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const compiled = run(process.execPath, [tsc, '--project', generated]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(await compiled).toBe('');
}, 120_000);

it('the types of our own client are also those of TypeScript 5', async () => {
  const tsc = join(tools, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [tsc, '--project', join(root, 'client')]);
}, 120_000);

describe.each(commands)('the client from %s', (generator) => {
  const connected = async () => {
    const { connect } = await import(pathToFileURL(join(generated, generator, 'use.ts')).href);
    return (connect as Connect)(baseUrl, program.secrets.live);
  };

  it('creates from JSON, and reads it back', async () => {
    const client = await connected();
    const id = await client.createFromJson(`JSON by ${generator}`);
    expect(await client.read(id)).toEqual({ title: `JSON by ${generator}`, firstNode: 'paragraph' });
  });

  it('creates with a file', async () => {
    const client = await connected();
    const file = new File([new Uint8Array(png(2, 2))], 'dot.png', { type: 'image/png' });
    expect(await client.createWithFile(`File by ${generator}`, file)).toEqual(['dot.png']);
  });

  it('lists', async () => {
    const client = await connected();
    const titles = await client.list();
    expect(titles).toEqual(expect.arrayContaining([`JSON by ${generator}`, `File by ${generator}`]));
  });

  it('knows the shape of an error', async () => {
    const client = await connected();
    expect(await client.readUnknown('post_01jz3k8n5yegs9t2w6qv4m7r8c')).toBe('NOT_FOUND');
  });
});
