// Backups of a server that is at work, interrupted ones, and the drill of the documentation.

import { existsSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findTool } from '../../../../scripts/tools.mjs';
import { png } from '../../http/pictures.ts';
import { blocksOf, filledIn, root } from '../../support/documents/markdown.ts';
import { runInOneShell } from '../documentation/shell.ts';
import { isShownText } from '../documentation/shown.ts';
import {
  application,
  chosenKeys,
  cleanUpAfterAll,
  newDirectory,
  run,
  runProgram,
  runToEnd,
  type Serving,
  serve,
} from '../processes.ts';

const prlimit = findTool('prlimit');
const cli = join(root, 'server/dist/cli.js');

describe('earshot backup', () => {
  cleanUpAfterAll();
  let folder: string;
  let here: { DATA_DIR: string };
  let server: Serving;

  beforeAll(async () => {
    folder = await newDirectory();
    here = { DATA_DIR: join(folder, 'data') };
    expect((await runToEnd(['migrate'], here)).code).toBe(0);
    server = await serve(here.DATA_DIR, chosenKeys);
    expect((await runToEnd(['seed', '--posts', '2000'], here)).code).toBe(0);
    const picture = new File([Uint8Array.from(png(3, 2))], 'a.png', { type: 'image/png' });
    await application(server.address).posts.create({ title: 'Pictures', attachments: [picture, picture] });
  });

  const leftovers = async () =>
    (await readdir(folder)).filter((name) => name.endsWith('.part') || name.startsWith('.'));

  /** Writes until it is stopped; returns the titles of what was acknowledged, in order. */
  function writing() {
    const acknowledged: string[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let count = 0; !isOver; count += 1) {
        const title = `Written ${writer}-${count}`;
        await application(server.address).posts.create({ title });
        acknowledged.push(title);
      }
    };
    const writers = Promise.all([1, 2, 3].map(write));
    return {
      acknowledged,
      stop: () => {
        isOver = true;
        return writers;
      },
    };
  }

  it('under writes has everything that was acknowledged before it began, and is consistent', async () => {
    const writes = writing();
    await vi.waitFor(() => expect(writes.acknowledged.length).toBeGreaterThan(20), { timeout: 60_000 });
    const before = [...writes.acknowledged];
    const made = await runToEnd(['backup', join(folder, 'hot')], here);
    const during = writes.acknowledged.length;
    await writes.stop();
    expect(made).toMatchObject({ code: 0, stderr: '' });
    // Writes went on meanwhile.
    expect(during).toBeGreaterThan(before.length);
    expect(await leftovers()).toEqual([]);
    const verified = await runToEnd(['verify', join(folder, 'hot'), '--json'], {});
    const { ok, findings } = JSON.parse(verified.stdout);
    expect([verified.code, ok], verified.stdout).toEqual([0, true]);
    expect(findings.length).toBeGreaterThan(15);

    const there = { DATA_DIR: join(folder, 'restored') };
    const refused = await runToEnd(['restore', join(folder, 'hot')], here);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/at work.*\n$/) });
    expect((await runToEnd(['restore', join(folder, 'hot')], there)).code).toBe(0);
    expect((await stat(join(there.DATA_DIR, 'earshot.db'))).mode & 0o777).toBe(0o600);
    const restored = await serve(there.DATA_DIR);
    const titles = new Set<string>();
    for await (const { title } of application(restored.address).posts.list({
      filters: { search: 'written' },
    }))
      titles.add(title);
    expect(before.filter((title) => !titles.has(title))).toEqual([]);
    restored.child.kill('SIGTERM');
    expect((await restored.exited).code).toBe(0);
  });

  it('that is killed leaves nothing that looks like a backup, and the next one works', async () => {
    const out = join(folder, 'killed');
    const { child, exited } = run(['backup', out], here);
    await vi.waitFor(async () => expect(await leftovers()).not.toEqual([]), { timeout: 60_000, interval: 1 });
    child.kill('SIGKILL');
    await exited;
    const [draft = ''] = await leftovers();
    if (draft !== '') {
      expect(existsSync(out)).toBe(false);
      const refused = await runToEnd(['verify', join(folder, draft)]);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a complete backup') });
    }
    expect((await runToEnd(['backup', join(folder, 'after')], here)).code).toBe(0);
  });

  it.skipIf(prlimit === undefined)(
    'for which there is no room fails in one line and leaves nothing',
    async () => {
      const full = join(folder, 'full');
      await mkdir(full);
      const args = ['--fsize=500000', process.execPath, cli, 'backup', join(full, 'out')];
      const started = runProgram(prlimit ?? '', args, here);
      expect((await started.exited).code).toBe(1);
      expect(started.stderr()).toMatch(/^The backup to .* failed: .*Nothing of it was kept\.\n$/);
      expect(await readdir(full)).toEqual([]);
    },
  );

  it('on a schedule keeps the newest ones, leaves other things alone, and stops on SIGTERM', async () => {
    const place = join(folder, 'schedule');
    await mkdir(join(place, 'mine'), { recursive: true });
    const scheduled = run(['backup', place, '--every', '1s', '--keep', '2'], here);
    await scheduled.printed(/Removed the old backup earshot-.*\n[\s\S]*Removed the old backup/);
    scheduled.child.kill('SIGTERM');
    expect((await scheduled.exited).code).toBe(0);
    const left = await readdir(place);
    expect(left.filter((name) => name.startsWith('earshot-')).length).toBeLessThanOrEqual(3);
    expect(left.filter((name) => !name.startsWith('earshot-'))).toEqual(['mine']);
  });

  it.each([
    [['backup'], 'OUT'],
    [['backup', 'x', '--every', 'now'], '6h'],
    [['backup', 's3://bucket/x'], '--to'],
    [['restore', '/no/such/backup'], 'not a complete backup'],
  ])('refuses %j in one line', async (args, message) => {
    const { code, stdout, stderr } = await runToEnd(args, here);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('and restore work as docs/backup.md says, including the drill', async () => {
    const isRun = ({ language, code }: { language: string; code: string }) =>
      language === 'sh' && !code.includes('--every') && !code.includes('s3://');
    const blocks = blocksOf('docs/backup.md').filter(isRun);
    expect(blocks.length).toBeGreaterThanOrEqual(5);
    const values = { '/backup': join(folder, 'documented'), 'npx earshot': `${process.execPath} ${cli}` };
    const environment = { PATH: process.env.PATH ?? '', ...here };
    const ran = await runInOneShell(blocks, {
      folder: await newDirectory(),
      environment,
      fill: (code) => filledIn(code, values),
    });
    for (const [index, { exit, stdout, stderr }] of ran.entries())
      expect({ place: blocks[index]?.place, exit, stderr }, stdout).toMatchObject({ exit: 0, stderr: '' });
    const [summary] = blocksOf('docs/backup.md').filter(({ code }) => code.startsWith('Backed up'));
    expect(isShownText(filledIn(summary?.code ?? '', values), ran[0]?.stdout ?? ''), ran[0]?.stdout).toBe(
      true,
    );
  });

  it('next to doctor, which finds a running server and everything that is wrong, without secrets', async () => {
    const well = await runToEnd(['doctor', '--json'], { ...here, PORT: String(server.port) });
    expect(well.code, well.stdout).toBe(0);
    const messages = Object.fromEntries(
      JSON.parse(well.stdout).findings.map(({ check, message }: Record<string, string>) => [check, message]),
    );
    expect(messages).toMatchObject({
      schema: 'up to date',
      port: expect.stringContaining('Earshot is serving'),
    });

    const secret = 'not-to-be-printed';
    const ill = await runToEnd(['doctor'], {
      ...here,
      PORT: String(server.port),
      DATABASE_URL: `postgres://earshot:${secret}@127.0.0.1:1/earshot`,
      REDIS_URL: `redis://:${secret}@127.0.0.1:1`,
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: secret,
      PUBLIC_URL: 'http://127.0.0.1:1',
      SMTP_URL: `smtp://ada:${secret}@127.0.0.1:1`,
      MAIL_FROM: 'ideas@acme.example',
    });
    expect(ill.code).toBe(1);
    expect(ill.stdout + ill.stderr).not.toContain(secret);
    for (const check of ['database', 's3', 'redis', 'mail', 'public URL'])
      expect(ill.stdout).toMatch(new RegExp(`^FAILED {3}${check}: `, 'm'));

    const wrong = await runToEnd(['doctor'], { ...here, PORT: 'many', LOG_LEVEL: 'loud' });
    expect(wrong.code).toBe(1);
    expect(wrong.stdout.match(/^FAILED {3}configuration: /gm)).toHaveLength(2);
  });
});
