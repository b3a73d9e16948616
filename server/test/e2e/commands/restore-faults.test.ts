// `restore` and `verify` where the disk has no room, or the backup can't be read. The disk is a small one in memory, in
// a namespace of its own.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findTool } from '../../../../scripts/tools.mjs';
import { jpeg } from '../../http/pictures.ts';
import {
  application,
  chosenKeys,
  cleanUpAfterAll,
  cli,
  newDirectory,
  runProgram,
  runToEnd,
  serve,
} from '../processes.ts';
import { hasSmallDisks, onSmallDisk } from '../small-disk.ts';

const setpriv = findTool('setpriv') ?? '';
/** Root may read everything, unless it gives that up. */
const asAnyone =
  process.getuid?.() === 0 ? [setpriv, '--bounding-set=-dac_override,-dac_read_search'] : ['env'];
const fileBytes = 300_000;
const oneSentence = /^[^\n]+\.\n$/;
/** How Node.js says it: a code of the system, a call, or a stack. */
const raw = /\b(E[A-Z]{4,}|syscall|node:|at \w+ \()/;

describe('a restore', () => {
  let [folder, backup, installation] = ['', '', ''];
  cleanUpAfterAll();
  beforeAll(async () => {
    folder = await newDirectory();
    [backup, installation] = [join(folder, 'backup'), join(folder, 'installation')];
    const server = await serve(installation, chosenKeys);
    const attachments = [1, 2, 3].map(
      (width) =>
        new File([Uint8Array.from(jpeg(width, 1, 0, fileBytes))], `${width}.jpg`, { type: 'image/jpeg' }),
    );
    await application(server.address).posts.create({ title: 'With files', attachments });
    server.child.kill('SIGTERM');
    await server.exited;
    expect((await runToEnd(['backup', backup], { DATA_DIR: installation })).code).toBe(0);
  });

  /** Every file with its digest, without what marks that a process was there. */
  async function contentsOf(directory: string): Promise<Record<string, string>> {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'serve.lock');
    const digests = files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [
        path.slice(directory.length + 1),
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ];
    });
    return Object.fromEntries(await Promise.all(digests));
  }

  /** Runs the script on a disk of its own, where `$1` is mounted, and copies what is there afterwards to `out`. */
  async function onDisk(kilobytes: number, script: string, out: string) {
    const disk = join(folder, 'disk');
    await mkdir(disk, { recursive: true });
    const lines = [script, 'code=$?', 'cp -a "$1" "$2"', 'exit $code'];
    const started = onSmallDisk(
      { kilobytes, at: disk, script: lines.join('\n') },
      [out, backup, installation],
      { TMPDIR: disk, DATA_DIR: join(disk, 'data') },
    );
    const { code } = await started.exited;
    return { code, stdout: started.stdout(), stderr: started.stderr() };
  }

  const earshot = `"${process.execPath}" "${cli}"`;

  it.skipIf(!hasSmallDisks)(
    'for which there is no room says so in a sentence and changes nothing, wherever the room ends',
    async () => {
      const out = join(folder, 'after');
      const before = await contentsOf(installation);
      const used = (await Promise.all(Object.keys(before).map((name) => readFile(join(installation, name)))))
        .map(({ length }) => Math.ceil(length / 4096) * 4)
        .reduce((sum, kilobytes) => sum + kilobytes);
      let failures = 0;
      for (let room = 8; ; room += Math.ceil(used / 6)) {
        const script = `cp -a "$4" "$1/data" && ${earshot} restore "$3" --force`;
        const { code, stderr } = await onDisk(used + 64 + room, script, out);
        const after = await contentsOf(join(out, 'data'));
        await rm(out, { recursive: true });
        if (code === 0) {
          expect(Object.keys(after).some((name) => name.startsWith('before-restore-'))).toBe(true);
          break;
        }
        failures += 1;
        expect({ room, code, stderr }).toEqual({
          room,
          code: 1,
          stderr: expect.stringMatching(
            /^The restore from ".*" failed: .*(no space|full).*\. What was there before is in place\.\n$/,
          ),
        });
        expect(stderr).not.toMatch(raw);
        expect(after, `${room} KB`).toEqual(before);
      }
      expect(failures).toBeGreaterThan(3);
    },
  );

  it.skipIf(!hasSmallDisks)(
    'is not needed to verify on a full disk, which is one sentence, too',
    async () => {
      const script = [
        'cp -a "$4" "$1/data"',
        'rm -f "$1"/data/earshot.db-*',
        'cat /dev/zero > "$1/filling" 2> "$1/none"',
        `${earshot} verify "$3" && ${earshot} verify`,
      ].join('\n');
      const { code, stdout, stderr } = await onDisk(40_000, script, join(folder, 'verified'));
      expect([code, stdout]).toEqual([1, expect.not.stringContaining('FAILED')]);
      expect(stderr).toMatch(/^The data directory ".*" cannot be used: [^\n]+\n$/);
      expect(stderr).not.toMatch(raw);
    },
  );

  it.skipIf(setpriv === '')(
    'and verify say in a sentence which part of the backup cannot be read',
    async () => {
      const listed = await readdir(join(backup, 'files'), { recursive: true, withFileTypes: true });
      const [file] = listed.filter((entry) => entry.isFile());
      const stored = join(file?.parentPath ?? '', file?.name ?? '').slice(backup.length + 1);
      const asDirectory = 'rm "$1" && mkdir "$1"';
      const ofOthers = 'chmod 000 "$1"';
      const damages: [part: string, damage: string][] = [
        ['manifest.json', asDirectory],
        [stored, asDirectory],
        ['database.db', ofOthers],
        ['files.ndjson', ofOthers],
        [stored, ofOthers],
      ];
      for (const [part, damage] of damages) {
        const copy = join(folder, 'unreadable');
        await cp(backup, copy, { recursive: true });
        expect(spawnSync('sh', ['-c', damage, 'sh', join(copy, part)]).status).toBe(0);
        for (const command of ['verify', 'restore']) {
          const [program = '', ...rest] = asAnyone;
          const environment = { DATA_DIR: join(folder, 'new') };
          const started = runProgram(program, [...rest, process.execPath, cli, command, copy], environment);
          const { code } = await started.exited;
          const said = { command, part, damage, code, stdout: started.stdout(), stderr: started.stderr() };
          expect(said).toMatchObject({ code: 1 });
          expect(said.stdout + said.stderr, JSON.stringify(said)).not.toMatch(raw);
          // One finding among others, or the only sentence.
          if (command === 'verify' && part === stored)
            expect(said.stdout, JSON.stringify(said)).toMatch(/^FAILED {3}files: /m);
          else expect(said.stderr, JSON.stringify(said)).toMatch(oneSentence);
        }
        expect(Object.keys(await contentsOf(join(folder, 'new')).catch(() => ({})))).toEqual([]);
        await rm(copy, { recursive: true });
      }
    },
  );
});
