// Archives that no import accepts: damaged, hostile, or of another format.

import { createHash, randomBytes } from 'node:crypto';
import { cp, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../src/compose/archives.ts';
import type { Manifest } from '../../src/domain/porting/manifest.ts';
import { pdf } from '../http/pictures.ts';
import { zipOf } from '../support/documents/zip.ts';
import type { TestProgram } from '../support/program.ts';
import { furnishedFixture } from './furnished.ts';
import { exported, imported } from './ported.ts';
import { newWorkspace, type TestWorkspace } from './world.ts';

describe('an import of a bad archive', () => {
  const { place, started } = furnishedFixture();
  let program: TestProgram;
  let original: TestWorkspace;
  let sound: string;
  beforeAll(async () => {
    ({ program, original } = started());
    sound = place();
    await exported(original, sound);
  });
  const copyOf = async () => {
    const path = place();
    await cp(sound, path, { recursive: true });
    return path;
  };
  const zipFileOf = async (entries: Record<string, Buffer>): Promise<string> => {
    const path = place('.zip');
    await writeFile(path, await zipOf(entries));
    return path;
  };
  const editManifest = async (edit: (manifest: Manifest) => unknown) => {
    const path = await copyOf();
    const manifest = JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8'));
    edit(manifest);
    await writeFile(join(path, 'manifest.json'), JSON.stringify(manifest));
    return path;
  };
  const renamed = (bytes: Buffer, from: string, to: string) =>
    Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');

  /** The directory at the end of a zip file begins where the last 22 bytes say. */
  const listedTwice = (bytes: Buffer, from: string, to: string): Buffer => {
    const end = bytes.subarray(-22);
    const [size, start] = [end.readUInt32LE(12), end.readUInt32LE(16)];
    const listed = bytes.subarray(start, start + size);
    const changed = Buffer.from(end);
    changed.writeUInt16LE(2, 8);
    changed.writeUInt16LE(2, 10);
    changed.writeUInt32LE(2 * size, 12);
    return Buffer.concat([bytes.subarray(0, start), listed, renamed(listed, from, to), changed]);
  };

  const cases: [string, () => Promise<string>, RegExp][] = [
    ['a missing file', async () => place('.zip'), /cannot be read: ENOENT/],
    [
      'a truncated zip file',
      async () => {
        const path = place('.zip');
        await exported(original, path);
        await truncate(path, 500);
        return path;
      },
      /damaged, cut off, or not a zip file/,
    ],
    [
      'a zip file damaged inside',
      async () => {
        const path = place('.zip');
        await exported(original, path);
        const bytes = await readFile(path);
        bytes.fill(0x55, 300, 420);
        await writeFile(path, bytes);
        return path;
      },
      /damaged|does not match/,
    ],
    [
      'a zip bomb',
      () => zipFileOf({ 'posts.ndjson': Buffer.alloc(50_000_000) }),
      /expands more than 200 times/,
    ],
    [
      'entries that share their content',
      async () => {
        const path = await zipFileOf({ 'posts.ndjson': randomBytes(10_000) });
        await writeFile(path, listedTwice(await readFile(path), 'posts', 'votes'));
        return path;
      },
      /share their content/,
    ],
    [
      'a path that leads out',
      async () => {
        const path = await zipFileOf({ 'aa/bb/cc.ndjson': Buffer.from('x') });
        await writeFile(path, renamed(await readFile(path), 'aa/bb/cc.ndjson', '../../../cc.ndj'));
        return path;
      },
      /invalid relative path|not part of the format/,
    ],
    ['an unknown entry', () => zipFileOf({ 'run.sh': Buffer.from('x') }), /not part of the format: "run.sh"/],
    [
      'a symbolic link',
      async () => {
        const path = await copyOf();
        await symlink('/etc/passwd', join(path, 'users-link.ndjson'));
        return path;
      },
      /not part of the format/,
    ],
    ['no manifest', () => zipFileOf({ 'posts.ndjson': Buffer.from('{}\n') }), /has no manifest.json/],
    [
      'a changed part',
      async () => {
        const path = await copyOf();
        const posts = await readFile(join(path, 'posts.ndjson'), 'utf8');
        await writeFile(join(path, 'posts.ndjson'), posts.replace('One', 'Two'));
        return path;
      },
      /posts.ndjson does not match its manifest/,
    ],
    [
      'a changed file',
      async () => {
        const path = await copyOf();
        const digest = createHash('sha256').update(new Uint8Array(pdf())).digest('hex');
        await writeFile(join(path, 'files', digest), 'other bytes');
        return path;
      },
      /does not match its manifest/,
    ],
    [
      'a newer format',
      () => editManifest((it) => Object.assign(it, { formatVersion: 2 })),
      /import it with a newer Earshot/,
    ],
    [
      'another format',
      () => editManifest((it) => Object.assign(it, { format: 'x' as never })),
      /not an Earshot export/,
    ],
    [
      'an incomplete manifest',
      () => editManifest((it) => Object.assign(it, { parts: 5 as never })),
      /is incomplete/,
    ],
    [
      'an unknown part',
      () => editManifest((it) => it.parts.push({ ...it.parts[0], name: 'x.ndjson' } as never)),
      /unknown part/,
    ],
    [
      'a part that is listed twice',
      () => editManifest((it) => it.parts.push({ ...it.parts[0] } as never)),
      /lists a part twice/,
    ],
    ['an unlisted part', () => editManifest((it) => it.parts.pop()), /which its manifest does not list/],
  ];
  it.each(cases)('refuses %s in one sentence, and changes nothing', async (_name, make, message) => {
    const copy = await newWorkspace(program);
    const path = await make();
    const before = program.dump();
    await expect(imported(copy, path)).rejects.toThrow(message);
    expect(program.dump()).toBe(before);
  });

  it.each([
    [{ entries: 1, bytes: 1_000 }, /too many entries/],
    [{ entries: 2, bytes: 19 }, /expands to more/],
  ])('refuses a zip file beyond %j', async (limits, message) => {
    const path = await zipFileOf({ 'posts.ndjson': Buffer.alloc(10), 'users.ndjson': Buffer.alloc(10) });
    await expect(openArchive(path, limits)).rejects.toThrow(message);
    await (await openArchive(path, { entries: 2, bytes: 20 })).close();
  });
});
