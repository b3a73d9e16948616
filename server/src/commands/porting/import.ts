// `earshot import`: reads an export into a workspace, next to a running server or without one.

import { defineCommand } from 'citty';
import { importArchive } from '../../app/porting/import/importing.ts';
import { checkArchive } from '../../app/porting/import/read/checking.ts';
import type { ImportDeps, JobOrder } from '../../app/porting/import/start.ts';
import { undoHere } from '../../app/porting/undo/start.ts';
import { fetcherOf, openMigrated } from '../../compose/engines.ts';
import { guessedSource } from '../../compose/imports.ts';
import { operatorDeps, operatorOf } from '../../compose/operator.ts';
import { type Config, readConfig } from '../../config.ts';
import { type Visibility, visibilities } from '../../domain/feedback/post.ts';
import { systemClock } from '../../domain/kernel/clock.ts';
import { counted, plural } from '../../domain/kernel/count.ts';
import { badField, conflict, isDiskFull } from '../../domain/kernel/failure.ts';
import {
  type Import,
  type ImportError,
  type ImportSource,
  importSources,
  isFruitless,
} from '../../domain/porting/import.ts';
import { guarded, print, printTable, workspaceArg } from '../command.ts';
import { keepHeapSmall } from '../heap.ts';
import { type Progress, progressOn } from '../progress.ts';
import { filesAt, readMapping, withArchive } from './import-files.ts';

/**
 * On SQLite, where every writer waits for it, a transaction takes about a tenth of a second. On PostgreSQL only writers
 * of the same workspace wait, and fewer commits are faster.
 */
const rowsAtOnceOn = ({ database }: Config): number => (database === undefined ? 2_000 : 5_000);

const operator = { type: 'system', id: 'operator' } as const;

export const importCommand = defineCommand({
  meta: { name: 'import', description: 'Add the content of an export to a workspace, or undo that' },
  args: {
    file: {
      type: 'positional',
      required: false,
      description: 'A .zip file or directory, or a file of another service',
      valueHint: 'FILE',
    },
    from: {
      type: 'string',
      default: 'earshot',
      description: 'The service that wrote it',
      valueHint: importSources.join('|'),
    },
    map: {
      type: 'string',
      description: 'Column of a field, or slug for a status; can be repeated',
      valueHint: 'FIELD=COLUMN|status:NAME=SLUG',
    },
    fetch: {
      type: 'boolean',
      default: true,
      description: 'Fetch files that the other service only links to',
      negativeDescription: 'Leave out files that would have to be fetched',
    },
    visibility: {
      type: 'string',
      default: 'internal',
      description: 'Of posts whose record does not say: whether visitors of the public site see them',
      valueHint: visibilities.join('|'),
    },
    'publish-comments': {
      type: 'boolean',
      default: false,
      description: 'Also show them the comments on public posts, except private notes',
    },
    'dry-run': { type: 'boolean', default: false, description: 'Report what would happen, change nothing' },
    undo: { type: 'string', description: 'Remove what an import added', valueHint: 'IMPORT_ID' },
    ...workspaceArg,
  },
  run: guarded(async ({ args, rawArgs }) => {
    keepHeapSmall();
    const { workspace, file, undo } = args;
    if ((file === undefined) === (undo === undefined))
      throw badField('file', 'is required, unless an import is undone with "--undo IMPORT_ID".');
    if (undo !== undefined) {
      printUndone(await opened(workspace, (deps, order) => undoHere(deps, order, undo)));
      return;
    }
    const source = sourceOf(args.from);
    const mapping = readMapping(repeated(rawArgs, 'map'));
    const isDryRun = args['dry-run'];
    const visibility = visibilityOf(args.visibility);
    const publishesComments = args['publish-comments'];
    const chosen = { source, isDryRun, visibility, publishesComments };
    const imported = await importing(file ?? '', source, mapping, async (archive) => {
      const checked = await checkArchive(archive);
      return opened(workspace, ({ fetcher, ...deps }, order) =>
        importArchive(args.fetch ? { ...deps, fetcher } : deps, { ...order, ...chosen }, checked),
      );
    });
    printReport(imported, isDryRun);
    if (!isFruitless(imported.report)) return;
    process.stderr.write(`${await fruitless(file ?? '', source)}\n`);
    process.exitCode = 1;
  }),
});

/** Like `withArchive`. A full disk, here or in the installation, is explained. */
const importing: typeof withArchive = async (...given) =>
  withArchive(...given).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
    throw conflict(
      'The disk is full. Free some space and, a minute later, run the same command again: it continues where it stopped.',
    );
  });

/** With the service that the files seem to be of, if that is another one. */
async function fruitless(file: string, source: ImportSource): Promise<string> {
  const sentence = 'None of the posts could be imported.';
  if (source === 'earshot') return sentence;
  const likely = await guessedSource(await filesAt(file));
  if (likely === undefined || likely === source) return sentence;
  return `${sentence} The files look like those of another service: try "--from ${likely}".`;
}

/** Opens the installation, and shows progress while the work runs. */
async function opened(
  slug: string,
  work: (deps: ImportDeps, order: JobOrder) => Promise<Import>,
): Promise<Import> {
  const config = readConfig(process.env);
  const { store, files } = await openMigrated(config);
  const fetcher = fetcherOf(config);
  let progress: Progress | undefined;
  try {
    const { id: workspaceId } = await operatorOf(store, systemClock).getBySlug(slug);
    const order: JobOrder = {
      ...{ workspaceId, actor: operator, requestId: null, rowsAtOnce: rowsAtOnceOn(config) },
      onProgress: ({ done, total }: Import) => {
        progress ??= progressOn(process.stderr, { total, what: 'records', lines: 10 });
        progress.show(done);
      },
    };
    const deps = { ...operatorDeps(store, systemClock), files, fetcher, limits: config.uploads };
    return await work(deps, order).finally(() => progress?.end());
  } finally {
    fetcher.close();
    await store.close();
  }
}

/** Every value of an option that may be given several times. */
const repeated = (rawArgs: readonly string[], name: string): string[] =>
  rawArgs.flatMap((text, index) => {
    if (text.startsWith(`--${name}=`)) return [text.slice(name.length + 3)];
    const next = rawArgs[index + 1];
    return text === `--${name}` && next !== undefined ? [next] : [];
  });

function sourceOf(text: string): ImportSource {
  const source = importSources.find((known) => known === text);
  if (source === undefined) throw badField('from', `must be one of ${importSources.join(', ')}.`);
  return source;
}

function visibilityOf(text: string): Visibility {
  const visibility = visibilities.find((known) => known === text);
  if (visibility === undefined) throw badField('visibility', `must be one of ${visibilities.join(', ')}.`);
  return visibility;
}

function printLines(lines: readonly ImportError[], count: number, what: string): void {
  for (const { part, line, message } of lines) print(`${part}:${line}: ${message}`);
  if (count > lines.length) print(`… and ${counted(count - lines.length, `more ${what}`)}.`);
}

function printReport({ id, report }: Import, isDryRun: boolean): void {
  const rows = Object.entries(report.counts).map(([resource, { created, found, failed }]) =>
    [resource, created, found, failed].map(String),
  );
  printTable([['RESOURCE', isDryRun ? 'TO CREATE' : 'CREATED', 'FOUND', 'FAILED'], ...rows]);
  if (report.publicPostsCount > 0)
    print(`Public posts among those ${isDryRun ? 'to create' : 'created'}: ${report.publicPostsCount}.`);
  printLines(report.errors, report.errorsCount, 'error');
  if (report.warningsCount > 0) print('Imported, but not with every value:');
  printLines(report.warnings, report.warningsCount, 'warning');
  if (isDryRun) print('Dry run: nothing was changed.');
  else
    print(
      `Import ${id} is finished${report.errorsCount === 0 ? '' : `, with ${report.errorsCount} ${plural(report.errorsCount, 'error', 'errors')}`}.`,
    );
}

function printUndone({ id, undone }: Import): void {
  const rows = Object.entries(undone ?? {}).map(([resource, { removed, kept }]) =>
    [resource, removed, kept].map(String),
  );
  printTable([['RESOURCE', 'REMOVED', 'KEPT'], ...rows]);
  print(`Import ${id} is undone.`);
}
