import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conflict } from '../../domain/kernel/failure.ts';
import { undoable } from './undoable.ts';

describe('undoable', () => {
  let root: string;
  const at = (name: string) => join(root, name);
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'earshot-undoable-'));
    await writeFile(at('a'), 'a');
    await writeFile(at('b'), 'b');
    await mkdir(at('aside'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('moves everything back if a move fails', async () => {
    const work = undoable(at('aside'), async (move) => {
      for (const name of ['a', 'b', 'c']) await move(at(name), join(at('aside'), name));
    });
    await expect(work).rejects.toThrow(/ENOENT.*in place again/);
    expect((await readdir(root)).sort()).toEqual(['a', 'b']);
  });

  it('moves everything back if a later step fails, whose error stays', async () => {
    const work = undoable(at('aside'), async (move) => {
      await move(at('a'), join(at('aside'), 'a'));
      throw conflict('No more.');
    });
    await expect(work).rejects.toThrow(/^No more\.$/);
    expect((await readdir(root)).sort()).toEqual(['a', 'b']);
  });

  it('says where things are if they cannot be moved back', async () => {
    const work = undoable(at('aside'), async (move) => {
      await move(at('a'), join(at('aside'), 'a'));
      await mkdir(at('a'));
      throw conflict('No more');
    });
    await expect(work).rejects.toThrow(`it is in "${at('aside')}"`);
    expect(await readdir(at('aside'))).toEqual(['a']);
  });
});
