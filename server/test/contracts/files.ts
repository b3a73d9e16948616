// What every engine of the files port must do, whatever lies behind it. An engine's test file calls this with a
// way to make one.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ByteRange, Files, ListedFile, TrashedFile } from '../../src/ports/files.ts';

export interface FilesUnderTest {
  files: Files;
  /** Everything the engine holds, seen from outside of it: whole files and half-written ones. */
  held(): Promise<string[]>;
  close(): Promise<void>;
}

export const refusedKeys = [
  '',
  '.',
  '..',
  '../x',
  'a/../../x',
  '/etc/passwd',
  'a/b',
  'a\\b',
  'a\0b',
  'a.b',
  'ä',
  'a\n',
  'a'.repeat(129),
];

export async function listed(files: Files): Promise<ListedFile[]> {
  const entries = [];
  for await (const entry of files.list()) entries.push(entry);
  return entries;
}

export async function trashed(files: Files): Promise<TrashedFile[]> {
  const entries = [];
  for await (const entry of files.trash.list()) entries.push(entry);
  return entries.sort((one, other) => (one.key < other.key ? -1 : 1));
}

export function filesContract(name: string, make: () => Promise<FilesUnderTest>): void {
  describe(`files on ${name}`, () => {
    let engine: FilesUnderTest;
    beforeEach(async () => {
      engine = await make();
    });
    afterEach(async () => {
      await engine.close();
    });

    const text = async (key: string, range?: ByteRange) => {
      const bytes = await engine.files.read(key, range);
      return bytes === undefined ? undefined : (await buffer(bytes)).toString();
    };

    it('gives back what was written, in whatever pieces it came', async () => {
      await engine.files.write(
        'abc',
        Readable.from([Buffer.from('one '), Buffer.from('two '), Buffer.from('three')]),
      );
      expect(await text('abc')).toBe('one two three');
    });

    it('takes every key of letters, digits, "_" and "-", of 1 to 128 characters', async () => {
      for (const key of ['a', '-', '__', '-a_B9', 'k'.repeat(128)]) {
        await engine.files.write(key, Readable.from([Buffer.from(key)]));
        expect(await text(key)).toBe(key);
      }
    });

    it.each([
      [{ start: 0, end: 0 }, '0'],
      [{ start: 0, end: 9 }, '0123456789'],
      [{ start: 3, end: 5 }, '345'],
      [{ start: 9, end: 9 }, '9'],
    ])('reads the range %o, both ends included', async (range, expected) => {
      await engine.files.write('digits', Readable.from([Buffer.from('0123456789')]));
      expect(await text('digits', range)).toBe(expected);
    });

    it('answers undefined for a key that holds nothing', async () => {
      expect(await engine.files.read('absent')).toBeUndefined();
      expect(await engine.files.read('absent', { start: 0, end: 1 })).toBeUndefined();
    });

    it('tells how many bytes lie under a key, and that there is nothing', async () => {
      await engine.files.write('digits', Readable.from([Buffer.from('0123456789')]));
      await engine.files.write('empty', Readable.from([]));
      expect(await engine.files.sizeOf('digits')).toBe(10);
      expect(await engine.files.sizeOf('empty')).toBe(0);
      expect(await engine.files.sizeOf('absent')).toBeUndefined();
    });

    it('refuses every key that is not its own kind, and touches nothing', async () => {
      for (const key of refusedKeys) {
        const bytes = Readable.from([Buffer.from('x')]);
        await expect(engine.files.write(key, bytes)).rejects.toThrow('file key');
        expect(bytes.destroyed).toBe(true);
        await expect(engine.files.read(key)).rejects.toThrow('file key');
        await expect(engine.files.sizeOf(key)).rejects.toThrow('file key');
        await expect(engine.files.remove(key)).rejects.toThrow('file key');
        await expect(engine.files.trash.put(key, 0)).rejects.toThrow('file key');
        await expect(engine.files.trash.restore({ key, trashedAt: 0 })).rejects.toThrow('file key');
        await expect(engine.files.trash.remove({ key, trashedAt: 0 })).rejects.toThrow('file key');
      }
      expect(await engine.held()).toEqual([]);
    });

    it('leaves nothing of a source that fails midway, and passes its error on', async () => {
      const broken = new Error('the source broke');
      const source = Readable.from(
        (async function* () {
          yield Buffer.alloc(100_000);
          throw broken;
        })(),
      );
      await expect(engine.files.write('half', source)).rejects.toBe(broken);
      expect(await engine.files.read('half')).toBeUndefined();
      expect(await engine.held()).toEqual([]);
    });

    it('leaves nothing of a source that is destroyed before it is read', async () => {
      const source = new Readable({ read() {} });
      const broken = new Error('gone');
      const written = engine.files.write('early', source);
      source.destroy(broken);
      await expect(written).rejects.toBe(broken);
      expect(await engine.held()).toEqual([]);
    });

    it('keeps what was there when a later write to the same key fails', async () => {
      await engine.files.write('same', Readable.from([Buffer.from('first')]));
      const source = Readable.from(
        (async function* () {
          yield Buffer.from('sec');
          throw new Error('the source broke');
        })(),
      );
      await expect(engine.files.write('same', source)).rejects.toThrow('the source broke');
      expect(await text('same')).toBe('first');
    });

    it('replaces what was there', async () => {
      await engine.files.write('same', Readable.from([Buffer.from('first, longer')]));
      await engine.files.write('same', Readable.from([Buffer.from('second')]));
      expect(await text('same')).toBe('second');
      expect(await engine.held()).toHaveLength(1);
    });

    it('keeps one whole source when several write to a key at once', async () => {
      const sources = ['a', 'b', 'c', 'd'].map((letter) => Buffer.from(letter.repeat(50_000)));
      await Promise.all(sources.map((bytes) => engine.files.write('race', Readable.from([bytes]))));
      expect(sources.map(String)).toContain(await text('race'));
      expect(await engine.held()).toHaveLength(1);
    });

    it('removes a file, and does not mind one that is absent', async () => {
      await engine.files.write('gone', Readable.from([Buffer.from('x')]));
      await engine.files.remove('gone');
      await engine.files.remove('gone');
      await engine.files.remove('neverThere');
      expect(await engine.files.read('gone')).toBeUndefined();
      expect(await engine.held()).toEqual([]);
    });

    it('lists every key with the time of its writing', async () => {
      expect(await listed(engine.files)).toEqual([]);
      for (const key of ['k1', 'k2', 'other'])
        await engine.files.write(key, Readable.from([Buffer.from(key)]));
      const entries = await listed(engine.files);
      expect(entries.map((entry) => entry.key).sort()).toEqual(['k1', 'k2', 'other']);
      for (const { writtenAt, isWhole } of entries)
        expect([Number.isInteger(writtenAt) && writtenAt > 1.6e12, isWhole]).toEqual([true, true]);
    });

    it('tells the time by the clock that files are dated by', async () => {
      await engine.files.write('before', Readable.from([Buffer.from('x')]));
      const now = (await engine.files.now()) ?? 0;
      await engine.files.write('after', Readable.from([Buffer.from('x')]));
      const entries = await listed(engine.files);
      const at = (key: string) => entries.find((entry) => entry.key === key)?.writtenAt ?? 0;
      // A store may tell the time in whole seconds.
      expect(now + 1000).toBeGreaterThan(at('before'));
      expect(now).toBeLessThanOrEqual(at('after'));
      expect(entries).toHaveLength(2);
    });

    describe('the trash', () => {
      const at = Date.parse('2026-01-31T09:15:02.123Z');

      it('holds a file that is not there for anybody else, until it is put back', async () => {
        await engine.files.write('gone', Readable.from([Buffer.from('bytes')]));
        await engine.files.write('stays', Readable.from([Buffer.from('x')]));
        expect(await engine.files.trash.put('gone', at)).toBe(true);
        expect(await engine.files.read('gone')).toBeUndefined();
        expect(await engine.files.sizeOf('gone')).toBeUndefined();
        expect((await listed(engine.files)).map(({ key }) => key)).toEqual(['stays']);
        expect(await trashed(engine.files)).toEqual([{ key: 'gone', trashedAt: at }]);
        expect(await engine.held()).toHaveLength(2);
        await engine.files.trash.restore({ key: 'gone', trashedAt: at });
        expect(await text('gone')).toBe('bytes');
        expect(await trashed(engine.files)).toEqual([]);
      });

      it('takes what is there, and says when there is nothing', async () => {
        expect(await engine.files.trash.put('absent', at)).toBe(false);
        expect(await trashed(engine.files)).toEqual([]);
        await engine.files.trash.restore({ key: 'absent', trashedAt: at });
        await engine.files.trash.remove({ key: 'absent', trashedAt: at });
        expect(await engine.held()).toEqual([]);
      });

      it('holds files of several times, and removes each for good', async () => {
        for (const key of ['a', 'b', 'k'.repeat(128)]) {
          await engine.files.write(key, Readable.from([Buffer.from(key)]));
          await engine.files.trash.put(key, at + key.length);
        }
        const all = await trashed(engine.files);
        expect(all).toEqual([
          { key: 'a', trashedAt: at + 1 },
          { key: 'b', trashedAt: at + 1 },
          { key: 'k'.repeat(128), trashedAt: at + 128 },
        ]);
        for (const file of all) await engine.files.trash.remove(file);
        expect(await trashed(engine.files)).toEqual([]);
        expect(await engine.held()).toEqual([]);
      });

      it('lets a file be trashed by two at once', async () => {
        await engine.files.write('both', Readable.from([Buffer.from('x')]));
        const put = await Promise.all([1, 2].map((ms) => engine.files.trash.put('both', at + ms)));
        expect(put).toContain(true);
        for (const file of await trashed(engine.files)) await engine.files.trash.restore(file);
        expect(await text('both')).toBe('x');
      });
    });

    it('keeps a note that is no file, and replaces it', async () => {
      expect(await engine.files.readNote()).toBeUndefined();
      await engine.files.writeNote('{"first":1}');
      await engine.files.writeNote('second');
      expect(await engine.files.readNote()).toBe('second');
      expect(await listed(engine.files)).toEqual([]);
    });

    it('carries 20 MB through a source that reuses a few buffers, so it never holds the whole', async () => {
      const sent = createHash('sha256');
      const buffers = Array.from({ length: 64 }, () => Buffer.alloc(64 * 1024));
      // A chunk that an engine still held when its buffer comes round again would read wrong.
      const source = Readable.from(
        (function* () {
          for (let turn = 0; turn < 320; turn += 1) {
            const chunk = buffers[turn % buffers.length] ?? Buffer.alloc(0);
            chunk.fill(`${turn} `);
            sent.update(chunk);
            yield chunk;
          }
        })(),
      );
      await engine.files.write('large', source);
      const received = createHash('sha256');
      for await (const chunk of (await engine.files.read('large')) ?? []) received.update(chunk);
      expect(received.digest('hex')).toBe(sent.digest('hex'));
    });

    it('lets go of a stream that its reader leaves', async () => {
      await engine.files.write('left', Readable.from([Buffer.alloc(1_000_000)]));
      const bytes = await engine.files.read('left');
      for await (const chunk of bytes ?? []) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      expect(bytes?.destroyed).toBe(true);
    });
  });
}
