// `earshot sweep`: sweeps now, with or without a running server. Only this command can remove files that the hourly
// sweep holds back.

import { defineCommand } from 'citty';
import { openMigrated } from '../compose/engines.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../domain/kernel/clock.ts';
import { conflict } from '../domain/kernel/failure.ts';
import { sweep } from '../workers/sweep.ts';
import { heldMessage } from '../workers/sweep-files.ts';
import { guarded, print } from './command.ts';

export const sweepCommand = defineCommand({
  meta: { name: 'sweep', description: 'Remove data that is no longer needed, as the server does every hour' },
  args: {
    force: {
      type: 'boolean',
      default: false,
      description: 'Move files that the database does not know to the trash, however many there are',
    },
  },
  run: guarded(async ({ args }) => {
    const config = readConfig(process.env);
    const engines = await openMigrated(config);
    try {
      const { files } = await sweep(
        { ...engines, clock: systemClock, payloadsKeptMs: config.eventRetentionMs },
        { force: args.force },
      );
      const { trashed, restored, removed, held } = files;
      print(
        `Files moved to the trash: ${trashed}, restored from it: ${restored}, deleted permanently: ${removed}.`,
      );
      if (held !== undefined) throw conflict(heldMessage(held));
    } finally {
      await engines.store.close();
    }
  }),
});
