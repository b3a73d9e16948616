// Every example in the documentation works as it is written. TypeScript is compiled and run against the packed client
// in client/test/package.test.ts, other languages in recipes.test.ts, and named files in sync.test.ts.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Block,
  blocksOf,
  filledIn,
  guidePages,
  joined,
  pages,
  root,
} from '../../support/documents/markdown.ts';
import { type Exchange, type Forwarding, startForwarding } from '../../support/network/forwarding.ts';
import { cleanUpAfterAll, newDirectory, runToEnd, type Serving, serve } from '../processes.ts';
import { type Documented, documentedBy, operationsIn } from './documented.ts';
import { announcedRefusals, lastJsonIn, type Ran, refusalsIn, runInOneShell } from './shell.ts';
import { differenceOf, isShownText } from './shown.ts';

/** Blocks that are run elsewhere. Each must still be in its page. */
const elsewhere = [
  { page: 'README.md', code: 'npm ci && npm start', why: 'fresh-clone.test.ts starts a fresh clone' },
  { page: 'docs/quick-start.md', code: 'npm ci && npm start', why: 'fresh-clone.test.ts' },
  {
    page: 'client/README.md',
    code: 'npm ci && npm pack --workspace client',
    why: 'package.test.ts packs it',
  },
  {
    page: 'docs/integrating/generators.md',
    code: 'module.exports = {\n  earshot:',
    why: 'client/test/generators',
  },
];
const runElsewhere = ({ page, code }: Block) =>
  elsewhere.some((each) => each.page === page && code.startsWith(each.code));

/** Pages that continue in the shell of the page before them are in one row. */
const shells = [
  ['README.md'],
  ['docs/quick-start.md'],
  [...guidePages, 'docs/sync.md', 'docs/events.md'],
  ['docs/recipes.md'],
  ['client/README.md'],
];
/** Blocks with a note that is read in recipes.test.ts and sync.test.ts. */
const inOtherTests = [
  'docs/sync.md posts.json',
  'docs/sync.md comments.json',
  'docs/sync.md votes.json',
  'docs/recipes.md python, go, php',
];
const languages = ['sh', 'json', 'text', 'js', 'ts', 'python', 'go', 'php'];

const all = pages.flatMap(blocksOf);
const shellBlocks = all.filter((block) => block.language === 'sh' && !runElsewhere(block));
const shownBlocks = all.filter(({ language, info }) => ['json', 'text'].includes(language) && info === '');
const bodyBlocks = all.filter(({ language, info }) => language === 'json' && info.includes(' /'));
const javaScript = all.filter((block) => block.language === 'js' && !runElsewhere(block));
const programs = pages
  .map((page) => ({ page, code: joined(javaScript.filter((block) => block.page === page)) }))
  .filter(({ code }) => code !== '');
const placed = (blocks: readonly Block[]) => blocks.map((block) => [block.place, block] as const);

cleanUpAfterAll();

let server: Serving;
let proxy: Forwarding;
let documented: Documented;
const exchanges: Exchange[] = [];
let folder: string;
let environment: Record<string, string>;
let fill: (text: string) => string;
const ran = new Map<string, Ran>();

beforeAll(async () => {
  folder = await newDirectory();
  const limits = { RATE_LIMIT_READ: '1000', RATE_LIMIT_WRITE: '1000' };
  server = await serve(join(folder, 'data'), { ...limits, LOG_LEVEL: 'silent' });
  const [, live = '', test = ''] = await server.printed(/live {2}(\S+)\n {2}test {2}(\S+)/);
  const command = `${process.execPath} ${join(root, 'server/dist/cli.js')}`;
  proxy = await startForwarding(server.port, (exchange) => {
    exchanges.push(exchange);
    return exchange.headers;
  });
  documented = documentedBy((await (await fetch(`${server.address}/openapi.json`)).json()) as object);
  const values = {
    'http://localhost:3000': proxy.baseUrl,
    'sk_live_es_…': live,
    'sk_test_es_…': test,
    'npx earshot': command,
  };
  fill = (text) => filledIn(text, values);
  environment = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: join(folder, 'data'),
    EARSHOT_URL: proxy.baseUrl,
    EARSHOT_KEY: live,
  };
  for (const shell of shells) {
    const blocks = shellBlocks.filter(({ page }) => shell.includes(page));
    const results = await runInOneShell(blocks, { folder: await newDirectory(), environment, fill });
    for (const [index, block] of blocks.entries()) ran.set(block.place, results[index] as Ran);
  }
});
afterAll(() => proxy?.close());

const outputOf = ({ place }: Block): Ran =>
  ran.get(place) ?? { exit: undefined, stdout: '', stderr: 'Not run.' };

describe('the documentation', () => {
  it('has blocks in known languages only, so that none is left out', () => {
    expect(all.length).toBeGreaterThan(40);
    expect(all.filter(({ language }) => !languages.includes(language))).toEqual([]);
    expect(shells.flat().toSorted()).toEqual([...pages].toSorted());
    const others = all.filter((block) => block.info !== '' && !bodyBlocks.includes(block));
    expect(others.map(({ page, info }) => `${page} ${info}`)).toEqual(inOtherTests);
  });

  it.each(elsewhere)('still has "$code" in $page ($why)', ({ page, code }) => {
    expect(blocksOf(page).some((block) => block.code.startsWith(code))).toBe(true);
  });

  it.each(placed(shellBlocks))('has a shell block that works at %s', (_place, block) => {
    const { exit, stdout, stderr } = outputOf(block);
    expect({ exit, output: exit === 0 ? '' : stdout + stderr }).toEqual({ exit: 0, output: '' });
    const shown = shownBlocks.find(({ previous }) => previous?.place === block.place);
    const announced = [...announcedRefusals(block.code), ...refusalsIn(compact(shown))];
    expect(refusalsIn(stdout), stdout).toEqual([...new Set(announced)].toSorted());
  });

  it.each(placed(shownBlocks))('shows the real output at %s', (_place, block) => {
    const source = block.previous;
    if (source === undefined) throw new Error('Output must follow the block that prints it.');
    const real = runElsewhere(source)
      ? server.stdout().replaceAll(server.address, proxy.baseUrl)
      : outputOf(source).stdout;
    if (block.language === 'json')
      expect(differenceOf(JSON.parse(fill(block.code)), lastJsonIn(real)), real).toBeUndefined();
    else expect(isShownText(fill(block.code), real), real).toBe(true);
  });

  it.each(placed(bodyBlocks))('shows valid request bodies at %s', (_place, { code, info }) => {
    const [method = '', path = ''] = info.split(' ');
    for (const line of code.trim().split('\n'))
      expect(documented.faultsOf(method, path.replace(/^\/v1/, ''), JSON.parse(line))).toEqual([]);
  });

  it.each(programs)('has a JavaScript program that runs in $page', async ({ code }) => {
    const file = join(folder, 'program.mjs');
    writeFileSync(file, code);
    expect(await runToEnd([], environment, file)).toMatchObject({ code: 0, stderr: '' });
  });

  it('sends no field or parameter that the server would ignore, unless it shows that', () => {
    const operations = operationsIn(exchanges);
    expect(operations.length).toBeGreaterThan(20);
    expect(operations.flatMap(({ method, path, body }) => documented.faultsOf(method, path, body))).toEqual(
      [],
    );
    const ignored = exchanges.flatMap(({ headers }) => headers['earshot-ignored'] ?? []);
    const announced = shellBlocks.flatMap(({ code }) => [...code.matchAll(/# Earshot-Ignored: (.+)$/gm)]);
    expect(ignored).toEqual(announced.map(([, names]) => names));
  });
});

/** As the program prints it; empty if there is no such block or it isn't JSON. */
const compact = (block: Block | undefined): string =>
  block?.language === 'json' ? JSON.stringify(JSON.parse(block.code)) : '';
