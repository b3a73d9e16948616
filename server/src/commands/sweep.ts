// Sweeps now, beside a running server or without one. The only way to sweep files that the sweeper holds back.

import { defineCommand } from 'citty';
import { openEngines } from '../compose.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../domain/clock.ts';
import { conflict } from '../domain/failure.ts';
import { sweep } from '../workers/sweep.ts';
import { heldMessage } from '../workers/sweep-files.ts';

type Guarded = <T>(run: (context: T) => Promise<void>) => (context: T) => Promise<void>;

export const sweepCommand = (guarded: Guarded) =>
  defineCommand({
    meta: { name: 'sweep', description: 'Remove what nothing needs any more, as the server does every hour' },
    args: {
      force: {
        type: 'boolean',
        default: false,
        description: 'Move files that the database does not name to the trash, however many they are',
      },
    },
    run: guarded(async ({ args }: { args: { force: boolean } }) => {
      const config = readConfig(process.env);
      const engines = await openEngines(config);
      try {
        const { files } = await sweep(
          { ...engines, clock: systemClock, payloadsKeptMs: config.eventRetentionMs },
          { force: args.force },
        );
        const { trashed, restored, removed, held } = files;
        process.stdout.write(
          `Files moved to the trash: ${trashed}, restored from it: ${restored}, removed for good: ${removed}.\n`,
        );
        if (held !== undefined) throw conflict(heldMessage(held));
      } finally {
        await engines.store.close();
      }
    }),
  });
