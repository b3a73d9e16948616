// `earshot verify`: checks the installation or a backup.

import { defineCommand } from 'citty';
import { backupAt } from '../../compose/backup.ts';
import { readConfig } from '../../config.ts';
import { systemClock } from '../../domain/kernel/clock.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import { guarded, systemErrorOf, systemReason } from '../command.ts';
import { jsonArg, report } from './findings.ts';
import { verifyBackup, verifyInstallation } from './verify-steps.ts';

export const verifyCommand = defineCommand({
  meta: { name: 'verify', description: 'Check this installation, or a backup, for damage' },
  args: {
    in: {
      type: 'positional',
      required: false,
      description: 'A backup: a directory or s3://BUCKET/PREFIX/NAME. Without it, this installation',
      valueHint: 'IN',
    },
    ...jsonArg,
  },
  run: guarded(async ({ args }) => {
    const findings =
      args.in === undefined
        ? verifyInstallation(readConfig(process.env), systemClock)
        : verifyBackup(backupAt(args.in, process.env));
    await report(findings, args).catch((error: unknown) => {
      const cause = systemErrorOf(error);
      if (cause === undefined) throw error;
      throw conflict(`The check could not be finished: ${systemReason(cause)}.`);
    });
  }),
});
