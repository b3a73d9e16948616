// `earshot export`: writes a workspace to a directory or a zip file, next to a running server or without one.

import { defineCommand } from 'citty';
import { exportTables } from '../../app/porting/export/csv-exporting.ts';
import { type ExportDeps, exportWorkspace } from '../../app/porting/export/exporting.ts';
import { createArchive } from '../../compose/archives.ts';
import { openMigrated } from '../../compose/engines.ts';
import { operatorOf } from '../../compose/operator.ts';
import { readConfig, version } from '../../config.ts';
import { systemClock } from '../../domain/kernel/clock.ts';
import { counted, grouped } from '../../domain/kernel/count.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import { guarded, print, systemErrorOf, systemReason, workspaceArg } from '../command.ts';
import { keepHeapSmall } from '../heap.ts';

export const exportCommand = defineCommand({
  meta: { name: 'export', description: 'Write everything in a workspace to a file or directory' },
  args: {
    out: {
      type: 'positional',
      required: true,
      description: 'A new .zip file or directory',
      valueHint: 'OUT',
    },
    csv: { type: 'boolean', default: false, description: 'CSV files of posts, votes and users instead' },
    ledger: { type: 'boolean', default: false, description: 'Include the ledger (imports ignore it)' },
    'leave-lost-files': {
      type: 'boolean',
      default: false,
      description: 'Finish even if attached files are missing',
    },
    ...workspaceArg,
  },
  run: guarded(async ({ args }) => {
    keepHeapSmall();
    const engines = await openMigrated(readConfig(process.env));
    try {
      const { id: workspaceId } = await operatorOf(engines.store, systemClock).getBySlug(args.workspace);
      const deps: ExportDeps = { ...engines, clock: systemClock, version };
      const archive = await createArchive(args.out).catch(unwritable(args.out));
      if (args.csv) {
        const rows = await exportTables(deps, { workspaceId }, archive).catch(unwritable(args.out));
        print(`Exported ${counted(rows, 'row')} to ${args.out}.`);
        return;
      }
      const order = {
        workspaceId,
        withLedger: args.ledger,
        leaveLostFiles: args['leave-lost-files'],
        onProgress: progressLines(),
      };
      const { manifest, lostFiles } = await exportWorkspace(deps, order, archive).catch(unwritable(args.out));
      const records = manifest.parts.reduce((sum, part) => sum + part.records, 0);
      const { files } = manifest;
      print(`Exported ${counted(records, 'record')} and ${counted(files.count, 'file')} to ${args.out}.`);
      if (lostFiles.length > 0) print(`Missing files: ${lostFiles.length}.`);
    } finally {
      await engines.store.close();
    }
  }),
});

/** An error of the disk, above all that it is full, as one sentence. */
const unwritable =
  (out: string) =>
  (error: unknown): never => {
    const cause = error instanceof Error && 'syscall' in error ? systemErrorOf(error) : undefined;
    if (cause === undefined) throw error;
    throw conflict(`The export to "${out}" failed: ${systemReason(cause)}. Nothing of it was kept.`);
  };

const progressEvery = 100_000;

/** How many there are is not known before the end, so there is no bar. */
function progressLines(): (records: number) => void {
  let shown = 0;
  return (records) => {
    if (records < shown + progressEvery) return;
    shown = records;
    process.stderr.write(`${grouped(records)} records\n`);
  };
}
