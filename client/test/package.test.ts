// The published package: its contents and size, that it runs with web globals only, and that
// the TypeScript in the documentation is correct.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { Webhook as Signer } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientViolations, sourcesOf } from '../../scripts/arrows.mjs';
import { readDocument } from '../../server/src/http/openapi/reference/document.ts';
import { examplesOf, setUp } from '../../server/src/http/openapi/reference/examples.ts';
import { png } from '../../server/test/http/pictures.ts';
import { filledIn, pages, programOf } from '../../server/test/support/documents/markdown.ts';
import { bundle } from '../scripts/build.mjs';
import type * as client from '../src/index.ts';
import { type Installation, startInstallation } from './support/installation.ts';

const root = join(import.meta.dirname, '../..');
const typescript = join(root, 'node_modules/typescript/bin/tsc');

let folder: string;
let installation: Installation;
let packed: { files: { path: string }[]; filename: string };

beforeAll(async () => {
  installation = await startInstallation();
  folder = await mkdtemp(join(tmpdir(), 'earshot-package-'));
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(root, 'client'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  [packed] = JSON.parse(output.slice(output.indexOf('['))) as [typeof packed];
  const installed = join(folder, 'node_modules/@earshot/client');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', installed, '--strip-components=1']);
  for (const types of ['@types', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', types), join(folder, 'node_modules', types));
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'dot.png'), png(3, 2));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await installation.close();
});

/** A program in a folder with the installed package. */
async function runHere(file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [file], { cwd: folder, env });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

const manifest = () => JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'));

describe('the package', () => {
  it('contains the module, its types, README and license, and no sources or tests', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !path.endsWith('.d.ts')).sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist/index.js',
      'dist/index.js.map',
      'package.json',
    ]);
    expect(paths).toContain('dist/index.d.ts');
  });

  it('has no dependencies, and declares no side effects', () => {
    expect(manifest()).toMatchObject({ type: 'module', sideEffects: false, files: ['dist'] });
    expect(manifest()).not.toHaveProperty('dependencies');
  });

  it('is under 10 KB, minified and compressed', async () => {
    const dir = join(folder, 'minified');
    await bundle(dir, { minify: true });
    expect(gzipSync(readFileSync(join(dir, 'index.js'))).length).toBeLessThan(10_000);
  });

  it('imports nothing that an edge bundler would try to resolve', () => {
    const text = readFileSync(join(folder, 'node_modules/@earshot/client/dist/index.js'), 'utf8');
    expect(text).not.toMatch(/^import /m);
    expect(text.match(/import\(.*/g)).toHaveLength(1);
  });
});

it('streams a file from its path without holding it in memory', async () => {
  const fileBytes = 256 * 1024 * 1024;
  const large = join(folder, 'large.mp4');
  writeFileSync(large, '');
  truncateSync(large, fileBytes);
  let receivedBytes = 0;
  const sink = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
    });
    request.on('end', () => response.end('{"data":{}}'));
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  writeFileSync(
    join(folder, 'large.js'),
    `import { Earshot } from '@earshot/client';
     const earshot = new Earshot({ apiKey: 'sk_live_es_x', baseUrl: process.env.EARSHOT_URL });
     await earshot.posts.create({ title: 'Large', attachments: [{ path: 'large.mp4' }] });
     console.log(process.resourceUsage().maxRSS);`,
  );
  const { port } = sink.address() as AddressInfo;
  const { stdout, stderr } = await runHere('large.js', { EARSHOT_URL: `http://127.0.0.1:${port}` });
  sink.closeAllConnections();
  await new Promise((resolve) => sink.close(resolve));
  expect(stderr).toBe('');
  expect(receivedBytes).toBeGreaterThan(fileBytes);
  expect(Number(stdout) * 1024).toBeLessThan(fileBytes * 0.75);
});

describe('the documentation', () => {
  const programs = [...pages, 'docs/public-site.md']
    .map((page) => ({ page, file: page.replace(/\W/g, '-'), code: programOf(page, 'ts') }))
    .filter(({ code }) => code !== '');

  /** Those of the pages at /docs, which are compiled but not run. */
  const examplesOfReference = (): string => {
    const { resources, resolve } = readDocument(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')));
    const calls = resources.flatMap(({ operations }) =>
      operations.map((operation) => `{\n${examplesOf(operation, resolve).client}\n}`),
    );
    expect(calls.length).toBeGreaterThan(80);
    return [setUp('http://localhost:3000').client, ...calls].join('\n');
  };

  it('has TypeScript that compiles strictly against the package, without browser types, and runs', async () => {
    expect(programs.map(({ page }) => page)).toEqual([
      'README.md',
      'client/README.md',
      'docs/public-site.md',
    ]);
    for (const { file, code } of programs) {
      const values = { 'http://localhost:3000': installation.baseUrl };
      writeFileSync(join(folder, `${file}.ts`), filledIn(code, values));
    }
    const options =
      '--strict --exactOptionalPropertyTypes --target es2022 --lib es2023 --module nodenext --types node';
    writeFileSync(join(folder, 'reference.ts'), examplesOfReference());
    const files = [...programs.map(({ file }) => `${file}.ts`), 'reference.ts'];
    const { stdout } = spawnSync(process.execPath, [typescript, ...options.split(' '), ...files], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    const keys = { EARSHOT_KEY: installation.secrets.live, EARSHOT_URL: installation.baseUrl };
    for (const { file } of programs)
      expect(await runHere(`${file}.js`, keys), file).toMatchObject({ stderr: '', code: 0 });
  });

  it('lists every operation in the table of the client', () => {
    const text = readFileSync(join(root, 'client/README.md'), 'utf8');
    for (const [resource, operations] of Object.entries(installation.live)) {
      const row = text.split('\n').find((line) => line.split('|')[1]?.includes(`\`${resource}\``));
      for (const operation of Object.keys(operations)) expect(row, resource).toContain(`\`${operation}\``);
    }
  });
});

describe('with web globals only', () => {
  let Client: typeof client;

  beforeAll(async () => {
    const dir = join(folder, 'web');
    await bundle(dir, { format: 'iife' });
    const web = {
      fetch,
      Headers,
      Request,
      Response,
      FormData,
      Blob,
      ReadableStream,
      URLSearchParams,
      AbortController,
      TextEncoder,
      Uint8Array,
      TextDecoder,
      atob,
      btoa,
      crypto,
      setTimeout,
      clearTimeout,
    };
    const context = createContext({ ...web });
    runInContext(readFileSync(join(dir, 'index.js'), 'utf8'), context);
    Client = runInContext('earshot', context);
    expect(runInContext('typeof process + typeof Buffer + typeof require', context)).toBe(
      'undefined'.repeat(3),
    );
  });

  const clientThere = () =>
    new Client.Earshot({ apiKey: installation.secrets.live, baseUrl: installation.baseUrl });

  it('it writes, iterates over lists and uploads', async () => {
    const earshot = clientThere();
    const picture = new Blob([new Uint8Array(png(3, 2))], { type: 'image/png' });
    const attachments = [picture, { content: picture.stream(), name: 'stream.png' }];
    const post = await earshot.posts.create({ title: 'From the edge', attachments });
    expect(post.attachments?.map(({ fileName }) => fileName)).toEqual(['file.png', 'stream.png']);
    const found = await earshot.posts.list({ filters: { search: 'edge' } }).toArray();
    expect(found.map(({ id }) => id)).toEqual([post.id]);
    await expect(earshot.posts.get('post_unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('it verifies webhooks', async () => {
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const body = '{"sequence":1,"type":"webhook.test","data":{}}';
    const at = new Date();
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Signer(secret).sign('evt_1', at, body),
    };
    expect(await Client.verifyWebhook(body, headers, secret)).toMatchObject({ type: 'webhook.test' });
    await expect(Client.verifyWebhook(`${body} `, headers, secret)).rejects.toMatchObject({
      code: 'WRONG_SIGNATURE',
    });
  });

  it('it reports the missing file system, and sends nothing', async () => {
    const call = clientThere().posts.create({ title: 'x', attachments: [{ path: 'dot.png' }] });
    await expect(call).rejects.toThrow('There is no file system here');
  });
});

describe('the import arrows of the client', () => {
  it('hold in the sources', () => {
    const sources = sourcesOf(join(root, 'client/src'));
    expect(sources.size).toBeGreaterThan(10);
    expect(clientViolations(sources)).toEqual([]);
  });

  it.each([
    ['a package', "import { x } from 'kysely';"],
    ['a module of Node', "import { readFile } from 'node:fs';"],
    ['the server', "import type { Post } from '../../server/src/domain/feedback/post.ts';"],
    ['itself in a circle', "import { x } from './a.ts';"],
  ])('reject %s', (_what, text) => {
    expect(clientViolations(new Map([['a.ts', text]]))).toHaveLength(1);
  });
});
