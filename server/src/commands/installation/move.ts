// `earshot move`: moves an installation to other engines and reports progress.

import { defineCommand } from 'citty';
import { readConfig } from '../../config.ts';
import { systemClock } from '../../domain/kernel/clock.ts';
import { counted, plural } from '../../domain/kernel/count.ts';
import { badField } from '../../domain/kernel/failure.ts';
import { guarded, print } from '../command.ts';
import { type Progress, progressOn } from '../progress.ts';
import { abandonMove, type Moved, type MoveWatch, move } from './move-steps.ts';
import { databaseForms, planMove } from './move-target.ts';

export const moveCommand = defineCommand({
  meta: { name: 'move', description: 'Take the installation to another database, or its files elsewhere' },
  args: {
    to: { type: 'string', description: `The new database: ${databaseForms}`, valueHint: 'URL' },
    'files-to': {
      type: 'string',
      description: 'Where files go: s3://BUCKET[?endpoint=…&region=…] or a data directory',
      valueHint: 'URL',
    },
    'leave-lost-files': {
      type: 'boolean',
      default: false,
      description: 'Finish although files are missing or damaged in the source',
    },
    abandon: {
      type: 'boolean',
      default: false,
      description: 'Give up a move that has begun; the source can be served again',
    },
  },
  run: guarded(async ({ args }) => {
    const { to, 'files-to': filesTo, abandon } = args;
    if (abandon) {
      if (to !== undefined || filesTo !== undefined)
        throw badField('abandon', 'goes alone: it is told to the source.');
      const wasMoving = await abandonMove(readConfig(process.env));
      print(
        wasMoving ? 'The move is given up. This installation can be served again.' : 'No move has begun.',
      );
      return;
    }
    const plan = planMove(process.env, { to, filesTo });
    const startedAt = systemClock.now();
    const progress = watching(process.stderr);
    const order = {
      ...plan,
      clock: systemClock,
      leaveLostFiles: args['leave-lost-files'],
      watch: progress,
    };
    const moved = await move(order).finally(progress.end);
    const seconds = ((systemClock.now() - startedAt) / 1000).toFixed(1);
    print(`${summary(moved)} in ${seconds} s. What was moved is still in the old place, as it was.`);
    print('Start with these variables from now on:');
    for (const [name, value] of Object.entries(plan.variables))
      print(value === undefined ? `  ${name} not set` : `  ${name}=${value}`);
  }),
});

function summary({ rows, files, wasFinished }: Moved): string {
  if (wasFinished) return 'The move was finished already: nothing was left to do,';
  const parts = [
    ...(rows === undefined ? [] : [counted(rows, 'row')]),
    ...(files === undefined ? [] : [counted(files.present, 'file')]),
  ];
  const lost = files?.lost.length ?? 0;
  const without = `, without ${counted(lost, 'file')} that ${plural(lost, 'was', 'were')} already lost,`;
  return `Moved ${parts.join(' and ')}${lost === 0 ? '' : without}`;
}

/** Shows one progress line per step. */
function watching(stream: NodeJS.WriteStream): MoveWatch & { end(): void } {
  let current: { what: string; progress: Progress } | undefined;
  const show = (what: string, done: number, total: number) => {
    if (total === 0) return;
    if (current?.what !== what) {
      current?.progress.end();
      current = { what, progress: progressOn(stream, { total, what, lines: 1 }) };
    }
    current.progress.show(done);
  };
  return {
    onRows: ({ table, done, total }) => show(table, done, total),
    onFiles: (done, total) => show('files', done, total),
    end: () => current?.progress.end(),
  };
}
