// Files next to the wrong database: lost, or restored from an older copy. They stay until a person decides.

import { cp, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { png } from '../../http/pictures.ts';
import {
  application,
  chosenKeys,
  cleanUpAfterEach,
  newDirectory,
  runToEnd,
  type Serving,
  serve,
} from '../processes.ts';

describe('files next to the wrong database', () => {
  cleanUpAfterEach();

  const upload = async ({ address }: Serving, count: number) => {
    for (let left = count; left > 0; left -= 1)
      await application(address).posts.create({
        title: `With a file ${left}`,
        attachments: [new File([Uint8Array.from(png(3, 2))], 'a.png', { type: 'image/png' })],
      });
  };
  const stop = async ({ child, exited }: Serving) => {
    child.kill('SIGTERM');
    expect((await exited).code).toBe(0);
  };
  /** Complete files, in the trash or not. */
  const filesIn = async (dataDir: string) => {
    const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && /^\w{40}$/.test(entry.name));
  };
  const age = async (dataDir: string) => {
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    for (const { parentPath, name } of await filesIn(dataDir))
      await utimes(join(parentPath, name), twoDaysAgo, twoDaysAgo);
  };
  const trashedIn = async (dataDir: string) =>
    (await filesIn(dataDir)).filter(({ parentPath }) => parentPath.includes('.trash'));
  const logged = (serving: Serving, text: string) =>
    vi.waitFor(() => expect(serving.stderr()).toContain(text), { timeout: 60_000 });
  const databaseOf = async (dataDir: string) =>
    (await readdir(dataDir)).filter((name) => name.startsWith('earshot.db'));

  it('stay when the database is gone, until `earshot sweep --force` moves them to the trash', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const first = await serve(dataDir, chosenKeys);
    await upload(first, 6);
    await stop(first);
    await age(dataDir);
    for (const name of await databaseOf(dataDir)) await rm(join(dataDir, name));

    const second = await serve(dataDir, chosenKeys);
    await logged(second, 'Not sweeping files');
    expect(second.stderr()).toContain('"unnamed":6,"named":0');
    expect(await filesIn(dataDir)).toHaveLength(6);
    expect(await trashedIn(dataDir)).toEqual([]);

    const environment = { DATA_DIR: dataDir };
    const refused = await runToEnd(['sweep'], environment);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^Not sweeping files: .* 6 files .*"earshot sweep --force"/);
    const forced = await runToEnd(['sweep', '--force'], environment);
    expect(forced).toMatchObject({ code: 0, stderr: '' });
    expect(forced.stdout).toBe('Files moved to the trash: 6, restored from it: 0, deleted permanently: 0.\n');
    expect(await trashedIn(dataDir)).toHaveLength(6);
  });

  it('stay when `earshot sweep --force` looks for the database in the wrong place', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const refused = await runToEnd(['sweep', '--force'], { DATA_DIR: dataDir });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('no installation');
    // It makes no database, and so no reason to take files for unreferenced.
    expect(await readdir(dataDir).catch(() => [])).toEqual([]);
  });

  it('stay when an older copy of the database is restored, and are served once the newer one is back', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const copy = join(await newDirectory(), 'copy');
    const newest = join(await newDirectory(), 'newest');
    const putBack = async (from: string) => {
      for (const name of await databaseOf(dataDir)) await rm(join(dataDir, name));
      for (const name of await databaseOf(from)) await cp(join(from, name), join(dataDir, name));
    };
    const first = await serve(dataDir, chosenKeys);
    await upload(first, 4);
    await stop(first);
    await cp(dataDir, copy, { recursive: true });
    const second = await serve(dataDir, chosenKeys);
    await upload(second, 2);
    await stop(second);
    await cp(dataDir, newest, { recursive: true });
    await age(dataDir);

    await putBack(copy);
    const third = await serve(dataDir, chosenKeys);
    await logged(third, 'Not sweeping files');
    expect(third.stderr()).toContain('older copy');
    await stop(third);
    expect(await trashedIn(dataDir)).toEqual([]);
    expect((await runToEnd(['sweep', '--force'], { DATA_DIR: dataDir })).code).toBe(0);
    expect(await trashedIn(dataDir)).toHaveLength(2);

    await putBack(newest);
    await runToEnd(['sweep'], { DATA_DIR: dataDir });
    expect(await trashedIn(dataDir)).toEqual([]);
    const last = await serve(dataDir, chosenKeys);
    const posts = await application(last.address)
      .posts.list({ include: ['attachments'] })
      .toArray();
    const urls = posts.flatMap(({ attachments = [] }) => attachments.map(({ url }) => new URL(url).pathname));
    expect(urls).toHaveLength(6);
    for (const path of urls) expect((await fetch(last.address + path)).status).toBe(200);
  });
});
