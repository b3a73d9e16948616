// The contract of the files port for every engine. An engine's test calls this with a factory.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ByteRange, Files, ListedFile, TrashedFile } from '../../src/ports/files/files.ts';

export interface FilesUnderTest {
  files: Files;
  /** Everything stored, read from outside the engine: complete and partial files. */
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

    it('returns what was written, however it was chunked', async () => {
      await engine.files.write(
        'abc',
        Readable.from([Buffer.from('one '), Buffer.from('two '), Buffer.from('three')]),
      );
      expect(await text('abc')).toBe('one two three');
    });

    it('accepts keys of 1 to 128 letters, digits, "_" and "-"', async () => {
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
    ])('reads the inclusive range %o', async (range, expected) => {
      await engine.files.write('digits', Readable.from([Buffer.from('0123456789')]));
      expect(await text('digits', range)).toBe(expected);
    });

    it('returns undefined for an unknown key', async () => {
      expect(await engine.files.read('absent')).toBeUndefined();
      expect(await engine.files.read('absent', { start: 0, end: 1 })).toBeUndefined();
    });

    it('returns the size of a key, or undefined', async () => {
      await engine.files.write('digits', Readable.from([Buffer.from('0123456789')]));
      await engine.files.write('empty', Readable.from([]));
      expect(await engine.files.sizeOf('digits')).toBe(10);
      expect(await engine.files.sizeOf('empty')).toBe(0);
      expect(await engine.files.sizeOf('absent')).toBeUndefined();
    });

    it('rejects every invalid key, and touches nothing', async () => {
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

    it('leaves nothing of a source that fails midway, and rethrows its error', async () => {
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

    it('keeps the old file when a later write to the same key fails', async () => {
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

    it('replaces an existing file', async () => {
      await engine.files.write('same', Readable.from([Buffer.from('first, longer')]));
      await engine.files.write('same', Readable.from([Buffer.from('second')]));
      expect(await text('same')).toBe('second');
      expect(await engine.held()).toHaveLength(1);
    });

    it('keeps one complete source under concurrent writes to a key', async () => {
      const sources = ['a', 'b', 'c', 'd'].map((letter) => Buffer.from(letter.repeat(50_000)));
      await Promise.all(sources.map((bytes) => engine.files.write('race', Readable.from([bytes]))));
      expect(sources.map(String)).toContain(await text('race'));
      expect(await engine.held()).toHaveLength(1);
    });

    it('removes a file, and ignores a missing one', async () => {
      await engine.files.write('gone', Readable.from([Buffer.from('x')]));
      await engine.files.remove('gone');
      await engine.files.remove('gone');
      await engine.files.remove('neverThere');
      expect(await engine.files.read('gone')).toBeUndefined();
      expect(await engine.held()).toEqual([]);
    });

    it('lists every key with its write time', async () => {
      expect(await listed(engine.files)).toEqual([]);
      for (const key of ['k1', 'k2', 'other'])
        await engine.files.write(key, Readable.from([Buffer.from(key)]));
      const entries = await listed(engine.files);
      expect(entries.map((entry) => entry.key).sort()).toEqual(['k1', 'k2', 'other']);
      for (const { writtenAt, isWhole } of entries)
        expect([Number.isInteger(writtenAt) && writtenAt > 1.6e12, isWhole]).toEqual([true, true]);
    });

    it('returns the time of the clock that dates files', async () => {
      await engine.files.write('before', Readable.from([Buffer.from('x')]));
      const now = (await engine.files.now()) ?? 0;
      await engine.files.write('after', Readable.from([Buffer.from('x')]));
      const entries = await listed(engine.files);
      const at = (key: string) => entries.find((entry) => entry.key === key)?.writtenAt ?? 0;
      // A store may report whole seconds.
      expect(now + 1000).toBeGreaterThan(at('before'));
      expect(now).toBeLessThanOrEqual(at('after'));
      expect(entries).toHaveLength(2);
    });

    describe('the trash', () => {
      const at = Date.parse('2026-01-31T09:15:02.123Z');

      it('hides a file until it is restored', async () => {
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

      it('accepts existing files, and reports missing ones', async () => {
        expect(await engine.files.trash.put('absent', at)).toBe(false);
        expect(await trashed(engine.files)).toEqual([]);
        await engine.files.trash.restore({ key: 'absent', trashedAt: at });
        await engine.files.trash.remove({ key: 'absent', trashedAt: at });
        expect(await engine.held()).toEqual([]);
      });

      it('holds files of several times, and deletes each permanently', async () => {
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

      // Again, if the S3 double fails with 500 because a file goes while it copies it.
      it('allows concurrent trashing of one file', { retry: 2 }, async () => {
        await engine.files.write('both', Readable.from([Buffer.from('x')]));
        const put = await Promise.all([1, 2].map((ms) => engine.files.trash.put('both', at + ms)));
        expect(put).toContain(true);
        for (const file of await trashed(engine.files)) await engine.files.trash.restore(file);
        expect(await text('both')).toBe('x');
      });
    });

    it('stores and replaces a note that is not listed as a file', async () => {
      expect(await engine.files.readNote()).toBeUndefined();
      await engine.files.writeNote('{"first":1}');
      await engine.files.writeNote('second');
      expect(await engine.files.readNote()).toBe('second');
      expect(await listed(engine.files)).toEqual([]);
    });

    it('streams 20 MB from a source that reuses a few buffers, without holding all of it', async () => {
      const sent = createHash('sha256');
      const buffers = Array.from({ length: 64 }, () => Buffer.alloc(64 * 1024));
      // An engine that kept a chunk too long would read overwritten bytes.
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

    it('closes a stream that its reader abandons', async () => {
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
