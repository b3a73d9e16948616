// `earshot restore`: puts a backup in place of an empty installation.

import { defineCommand } from 'citty';
import { backupAt } from '../../compose/backup.ts';
import { readConfig } from '../../config.ts';
import { absentFiles } from '../../domain/files/backup.ts';
import { systemClock } from '../../domain/kernel/clock.ts';
import { counted } from '../../domain/kernel/count.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import { guarded, print } from '../command.ts';
import { type Progress, progressOn } from '../progress.ts';
import { restore } from './restore-steps.ts';

export const restoreCommand = defineCommand({
  meta: { name: 'restore', description: 'Put a backup in place; the server must be stopped' },
  args: {
    in: {
      type: 'positional',
      required: true,
      description: 'The backup: a directory or s3://BUCKET/PREFIX/NAME',
      valueHint: 'IN',
    },
    force: { type: 'boolean', default: false, description: 'Move an existing installation aside' },
  },
  run: guarded(async ({ args }) => {
    const stopping = new AbortController();
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => stopping.abort(conflict('Stopped. What was there before is in place.')));
    let progress: Progress | undefined;
    const { manifest, aside } = await restore({
      backup: backupAt(args.in, process.env),
      config: readConfig(process.env),
      environment: process.env,
      force: args.force,
      clock: systemClock,
      signal: stopping.signal,
      onFiles: (done, total) => {
        if (total === 0 || !process.stderr.isTTY) return;
        progress ??= progressOn(process.stderr, { total, what: 'files', lines: 1 });
        progress.show(done);
      },
    });
    progress?.end();
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    const files = manifest.files.count - absentFiles(manifest).size;
    print(`Restored ${counted(rows, 'row')} and ${counted(files, 'file')} of ${manifest.createdAt}.`);
    if (aside !== undefined)
      print(`What was there before is in ${aside}. Remove it when you no longer need it.`);
    print(
      'Everyone has to sign in to the console again. Keys that were revoked since then work again: revoke them.',
    );
  }),
});
