// The recipes for other languages run as written, with the toolchains of Debian, against a server whose limits make
// them wait.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPython, findTool } from '../../../../scripts/tools.mjs';
import { png } from '../../http/pictures.ts';
import { blocksOf, programOf } from '../../support/documents/markdown.ts';
import { startTimeLapse, type TimeLapse } from '../../support/network/time-lapse.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { cleanUpAfterAll, newDirectory } from '../processes.ts';
import { isShownText } from './shown.ts';

const page = 'docs/recipes.md';
const missing = (process.env.EARSHOT_MISSING_TOOLS ?? '').split(',');
const recipes = [
  { language: 'python', file: 'recipe.py', tool: 'python3-requests', command: () => [findPython()] },
  { language: 'go', file: 'recipe.go', tool: 'go', command: () => [findTool('go'), 'run'] },
  { language: 'php', file: 'recipe.php', tool: 'php', command: () => [findTool('php')] },
];

/** A batch of 100 counts as 5 writes, so one more uses up the minute. */
const limits = { RATE_LIMIT_WRITE: '6', RATE_LIMIT_READ: '1' };
const postsBefore = 100;

cleanUpAfterAll();

let program: TestProgram;
let server: TimeLapse;
let folder: string;

beforeAll(async () => {
  program = await startProgram({ environment: limits });
  server = await startTimeLapse(program, await program.listen());
  folder = await newDirectory();
  writeFileSync(join(folder, 'dot.png'), png(1, 1));
  const operations = Array.from({ length: postsBefore }, (_, index) => ({
    method: 'POST',
    path: '/posts',
    body: { title: `Post ${index}` },
  }));
  expect(await program.live.post('/batch', { operations })).toMatchObject({ status: 200 });
});
afterAll(async () => {
  await server?.close();
  await program?.close();
});

async function run([program = '', ...args]: readonly (string | undefined)[], file: string) {
  const environment = {
    PATH: process.env.PATH ?? '',
    EARSHOT_URL: server.baseUrl,
    EARSHOT_KEY: secret(),
    GOCACHE: join(folder, 'go-cache'),
    GOPATH: join(folder, 'go'),
  };
  const child = spawn(program, [...args.filter((each) => each !== undefined), file], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}
const secret = () => program.secrets.live;

/** Uses up the minute, so that the next write has to wait. */
async function exhaustWrites(): Promise<void> {
  while ((await program.live.post('/posts', {})).status !== 429);
}

const postCount = () => program.events().filter(({ type }) => type === 'post.created').length;

describe('the recipes', () => {
  it('cover exactly these languages', () => {
    const [shown] = blocksOf(page).filter(({ language }) => language === 'text');
    expect(shown?.info.split(', ')).toEqual(recipes.map(({ language }) => language));
  });

  for (const { language, file, tool, command } of recipes) {
    it.skipIf(missing.includes(tool))(
      `in ${language} create a post with a file, repeat it safely, page through all and wait`,
      async () => {
        writeFileSync(join(folder, file), programOf(page, language));
        await exhaustWrites();
        const [before, limitedBefore] = [postCount(), server.statuses.get(429) ?? 0];
        const { code, stdout, stderr } = await run(command(), file);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const [created = '', again = '', ...listed] = stdout.trim().split('\n');
        const [shown] = blocksOf(page).filter((block) => block.language === 'text');
        expect(isShownText(shown?.code ?? '', [created, again, listed[0]].join('\n'))).toBe(true);
        expect(again.split(' ').at(-1)).toBe(created.split(' ')[1]);
        expect(postCount()).toBe(before + 1);
        expect(listed).toHaveLength(before + 1);
        expect(new Set(listed.slice(1)).size).toBeGreaterThan(postsBefore - 1);
        // Once for the first write, once for the second page.
        expect((server.statuses.get(429) ?? 0) - limitedBefore).toBe(2);
      },
    );
  }
});
