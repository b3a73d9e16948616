// `earshot backup`: one backup, or one every so often, to a directory, a bucket or both.

import { constants, setPriority } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defineCommand } from 'citty';
import { shelfAt } from '../../compose/backup.ts';
import { type Config, readConfig } from '../../config.ts';
import { type BackupManifest, backupName, outdated, parseInterval } from '../../domain/files/backup.ts';
import { type Clock, systemClock, toIso } from '../../domain/kernel/clock.ts';
import { counted, grouped, plural } from '../../domain/kernel/count.ts';
import { badField, Failure } from '../../domain/kernel/failure.ts';
import { abandonScratch } from '../../engines/files/scratch.ts';
import type { BackupDraft, BackupShelf } from '../../ports/files/backup-place.ts';
import { guarded, print } from '../command.ts';
import { type Progress, progressOn } from '../progress.ts';
import { type BackupWatch, copyBackup, makeBackup } from './backup-steps.ts';

export const backupCommand = defineCommand({
  meta: { name: 'backup', description: 'Copy the database and the files while the server runs' },
  args: {
    out: {
      type: 'positional',
      required: false,
      description: 'The directory to make; with --every, the directory that holds all backups',
      valueHint: 'OUT',
    },
    to: {
      type: 'string',
      description: 'Also, or only, to a bucket: s3://BUCKET/PREFIX[?endpoint=…&region=…]',
      valueHint: 'URL',
    },
    every: {
      type: 'string',
      description: 'Keep running, with a backup every 30m, 6h, 1d, …',
      valueHint: 'TIME',
    },
    keep: { type: 'string', description: 'With --every: how many backups to keep (28)', valueHint: 'N' },
  },
  run: guarded(async ({ args }) => {
    const config = readConfig(process.env);
    const plan = planOf(args);
    const stop = stopSignals();
    // The server comes first.
    setPriority(constants.priority.PRIORITY_LOW);
    if (plan.everyMs === undefined) {
      await backUp(config, plan, systemClock, stop, async (line) => print(line));
      if (stop.signal.aborted) process.exit(1);
    } else await backUpEvery(config, { ...plan, everyMs: plan.everyMs }, systemClock, stop);
  }),
});

interface Plan {
  /** Where a local backup goes, and its name if it has one already. */
  local: { shelf: BackupShelf; name: string | undefined } | undefined;
  bucket: BackupShelf | undefined;
  everyMs: number | undefined;
  keep: number;
}

function planOf({ out, to, every, keep }: Record<'out' | 'to' | 'every' | 'keep', string | undefined>): Plan {
  if (out === undefined && to === undefined) throw badField('OUT', 'is missing: where should the backup go?');
  if (out !== undefined && /^s3:/i.test(out))
    throw badField('OUT', 'must be a directory; --to takes a bucket.');
  if (to !== undefined && !/^s3:/i.test(to)) throw badField('to', 'must be s3://BUCKET/PREFIX.');
  if (keep !== undefined && every === undefined) throw badField('keep', 'goes with --every.');
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw badField('keep', 'must be a number from 1 on.');
  const everyMs = every === undefined ? undefined : parseInterval(every, 'every');
  const target = out === undefined ? undefined : resolve(out);
  return {
    local:
      target === undefined
        ? undefined
        : {
            shelf: shelfAt(everyMs === undefined ? dirname(target) : target, process.env),
            name: everyMs === undefined ? basename(target) : undefined,
          },
    bucket: to === undefined ? undefined : shelfAt(to, process.env),
    everyMs,
    keep: Number(keep ?? '28'),
  };
}

interface Stop {
  signal: AbortSignal;
  /** What to remove if the process has to stop now. */
  draft: BackupDraft | undefined;
}

/** A backup that is being made is discarded: the copy of a database can't be interrupted, only abandoned. */
function stopSignals(): Stop {
  const controller = new AbortController();
  const stop: Stop = { signal: controller.signal, draft: undefined };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, async () => {
      controller.abort();
      if (stop.draft === undefined) return;
      await stop.draft.discard().catch(() => undefined);
      await abandonScratch();
      process.stderr.write('Stopped. The backup that was being made is removed.\n');
      process.exit(stopCode);
    });
  return stop;
}

/** Being stopped is the normal end of a schedule. */
let stopCode = 1;

/** One backup in every place; `onDone` is called with a line for each, before the next place. */
async function backUp(
  config: Config,
  plan: Plan,
  clock: Clock,
  stop: Stop,
  onDone: (line: string, shelf: BackupShelf) => Promise<void>,
): Promise<void> {
  const startedAt = clock.now();
  const name = plan.local?.name ?? backupName(startedAt);
  const progress = watching(process.stderr);
  const shared = { config, environment: process.env, clock, watch: progress };
  const onDraft = (draft: BackupDraft) => {
    stop.draft = draft;
  };
  const done = (manifest: BackupManifest, shelf: BackupShelf) => {
    stop.draft = undefined;
    const where = `${shelf.description.replace(/\/$/, '')}/${name}`;
    return onDone(summary(manifest, where, (clock.now() - startedAt) / 1000), shelf);
  };
  try {
    const { local, bucket } = plan;
    const first = local?.shelf ?? bucket;
    if (first === undefined) return;
    await done(await makeBackup({ ...shared, shelf: first, name, onDraft }), first);
    if (local === undefined || bucket === undefined) return;
    const copied = await copyBackup(local.shelf.open(name), {
      shelf: bucket,
      name,
      watch: progress,
      onDraft,
    });
    await done(copied, bucket);
  } finally {
    stop.draft = undefined;
    progress.end();
  }
}

function summary({ rows, files, database }: BackupManifest, where: string, seconds: number): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const missing = files.missing.length;
  const without =
    missing === 0
      ? ''
      : `, without ${grouped(missing)} that ${plural(missing, 'was', 'were')} missing or damaged`;
  return (
    `Backed up ${counted(total, 'row')} (${megabytes(database.size)}) and ${counted(files.count, 'file')} ` +
    `(${megabytes(files.bytes)})${without} to ${where} in ${seconds.toFixed(1)} s.`
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** The first backup must succeed. A later one that fails is reported, and the next is made in time. */
async function backUpEvery(
  config: Config,
  plan: Plan & { everyMs: number },
  clock: Clock,
  stop: Stop,
): Promise<void> {
  stopCode = 0;
  for (let isFirst = true; !stop.signal.aborted; isFirst = false) {
    const startedAt = clock.elapsed();
    try {
      await backUp(config, plan, clock, stop, async (line, shelf) => {
        print(`${toIso(clock.now())} ${line}`);
        // Before the next place is tried: a bucket that can't be reached must not let a disk fill up.
        await prune(shelf, plan.keep, clock);
      });
    } catch (error) {
      if (isFirst || !(error instanceof Failure)) throw error;
      process.stderr.write(`${toIso(clock.now())} ${error.message}\n`);
    }
    const leftMs = Math.max(0, plan.everyMs - (clock.elapsed() - startedAt));
    await setTimeout(leftMs, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

/** Removes the oldest complete backups that a schedule made. If that fails, the new backup still counts. */
async function prune(shelf: BackupShelf, keep: number, clock: Clock): Promise<void> {
  try {
    for (const name of outdated(await shelf.list(), keep)) {
      await shelf.remove(name);
      print(`${toIso(clock.now())} Removed the old backup ${name}.`);
    }
  } catch (error) {
    if (!(error instanceof Failure) && !(error instanceof Error && 'code' in error)) throw error;
    const cause = error.cause instanceof Error ? error.cause : error;
    process.stderr.write(
      `${toIso(clock.now())} Old backups in "${shelf.description}" could not be removed: ${cause.message}\n`,
    );
  }
}

function watching(stream: NodeJS.WriteStream): BackupWatch & { end(): void } {
  let current: { what: string; progress: Progress } | undefined;
  const show = (what: string) => (done: number, total: number) => {
    // Only a terminal shows progress: in a log, the line at the end is enough.
    if (total === 0 || !stream.isTTY) return;
    if (current?.what !== what) {
      current?.progress.end();
      current = { what, progress: progressOn(stream, { total, what, lines: 1 }) };
    }
    current.progress.show(done);
  };
  return { onDatabase: show('pages'), onFiles: show('files'), end: () => current?.progress.end() };
}
