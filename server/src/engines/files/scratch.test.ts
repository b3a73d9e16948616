import { access, chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { abandonScratch, inScratch, newScratch, removeLeftovers } from './scratch.ts';

describe('scratch directories', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'earshot-scratch-test-'));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('are there while the work runs, and gone when it has ended or failed', async () => {
    const used: string[] = [];
    const work = async (directory: string) => {
      used.push(directory);
      await writeFile(join(directory, 'a'), 'a');
      if (used.length === 2) throw new Error('failed');
      return 'done';
    };
    expect(await inScratch(parent, 'verify', work)).toBe('done');
    await expect(inScratch(parent, 'verify', work)).rejects.toThrow('failed');
    for (const directory of used) await expect(access(directory)).rejects.toThrow('ENOENT');
  });

  it('are removed when the process has to end before its work', async () => {
    const { directory, remove } = await newScratch(parent, 'verify');
    await writeFile(join(directory, 'a'), 'a');
    await abandonScratch();
    expect(await readdir(parent)).toEqual([]);
    await remove();
  });

  it('of killed processes are removed by the next one, if they can be', async () => {
    const kept = join(parent, 'earshot-verify-1-locked', 'inner');
    await mkdir(kept, { recursive: true });
    await writeFile(join(kept, 'a'), 'a');
    for (const name of ['earshot-verify-1-old', '.restore-1-old', 'other-1-old'])
      await mkdir(join(parent, name));
    for (const name of await readdir(parent)) await utimes(join(parent, name), 0, 0);
    await chmod(kept, 0o000);
    // Of a process in another container, which has the same ID.
    await mkdir(join(parent, `earshot-verify-${process.pid}-used`));
    try {
      await inScratch(parent, 'verify', async () => undefined);
      // Root may remove everything.
      const left = (await readdir(parent)).filter((name) => name !== 'earshot-verify-1-locked');
      expect(left.sort()).toEqual([`earshot-verify-${process.pid}-used`, 'other-1-old']);
    } finally {
      await chmod(kept, 0o700).catch(() => undefined);
    }
    await expect(removeLeftovers(join(parent, 'absent'))).resolves.toBeUndefined();
  });
});
