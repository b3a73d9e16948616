// `earshot import`: reads an export into a workspace, next to a running server or without one.

import { defineCommand } from 'citty';
import { checkArchive } from '../app/porting/checking.ts';
import { importArchive } from '../app/porting/importing.ts';
import { openArchive, openMigrated, operatorDeps, operatorOf } from '../compose.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../domain/clock.ts';
import { counted, plural } from '../domain/count.ts';
import { badField } from '../domain/failure.ts';
import { type Import, type ImportSource, importSources } from '../domain/import.ts';
import { guarded, print, printTable, workspaceArg } from './command.ts';
import { keepHeapSmall } from './heap.ts';
import { type Progress, progressOn } from './progress.ts';

/** About a tenth of a second for each transaction. */
const rowsAtOnce = 2_000;

const operator = { type: 'system', id: 'operator' } as const;

export const importCommand = defineCommand({
  meta: { name: 'import', description: 'Add the content of an export to a workspace' },
  args: {
    file: { type: 'positional', required: true, description: 'A .zip file or directory', valueHint: 'FILE' },
    from: {
      type: 'string',
      default: 'earshot',
      description: 'The service that wrote it',
      valueHint: importSources.join('|'),
    },
    'dry-run': { type: 'boolean', default: false, description: 'Report what would happen, change nothing' },
    ...workspaceArg,
  },
  run: guarded(async ({ args }) => {
    keepHeapSmall();
    const source = sourceOf(args.from);
    const config = readConfig(process.env);
    const archive = await openArchive(args.file);
    try {
      const checked = await checkArchive(archive);
      const engines = await openMigrated(config, 'bulk');
      try {
        const { id: workspaceId } = await operatorOf(engines.store, systemClock).getBySlug(args.workspace);
        const deps = {
          ...operatorDeps(engines.store, systemClock),
          files: engines.files,
          limits: config.uploads,
        };
        let progress: Progress | undefined;
        const imported = await importArchive(
          deps,
          {
            workspaceId,
            source,
            actor: operator,
            requestId: null,
            isDryRun: args['dry-run'],
            rowsAtOnce,
            onProgress: ({ done, total }) => {
              progress ??= progressOn(process.stderr, { total, what: 'records', lines: 10 });
              progress.show(done);
            },
          },
          checked,
        ).finally(() => progress?.end());
        printReport(imported, args['dry-run']);
      } finally {
        await engines.store.close();
      }
    } finally {
      await archive.close();
    }
  }),
});

function sourceOf(text: string): ImportSource {
  const source = importSources.find((known) => known === text);
  if (source === undefined) throw badField('from', `must be one of ${importSources.join(', ')}.`);
  return source;
}

function printReport({ id, report }: Import, isDryRun: boolean): void {
  const rows = Object.entries(report.counts).map(([resource, { created, found, failed }]) =>
    [resource, created, found, failed].map(String),
  );
  printTable([['RESOURCE', isDryRun ? 'TO CREATE' : 'CREATED', 'FOUND', 'FAILED'], ...rows]);
  for (const { part, line, message } of report.errors) print(`${part}:${line}: ${message}`);
  const unlisted = report.errorsCount - report.errors.length;
  if (unlisted > 0) print(`… and ${counted(unlisted, 'more error')}.`);
  if (isDryRun) print('Dry run: nothing was changed.');
  else
    print(
      `Import ${id} is finished${report.errorsCount === 0 ? '' : `, with ${report.errorsCount} ${plural(report.errorsCount, 'error', 'errors')}`}.`,
    );
}
