// The command line of `npm run bench`.

import { parseArgs } from 'node:util';
import { datasets, judgedSeconds, judgedSize } from './datasets.mjs';

export const usage = `npm run bench -- [options]

  --postgres        measure on PostgreSQL instead of SQLite
  --size SIZE       only this data set: ${Object.keys(datasets).join(', ')}
  --only WORDS      only figures whose name has these words, or a group: reads, pages, writes, keys, start, memory,
                    overload, trees, upload, disks, webhooks, backup, porting, event feed,
                    rich text, profile
  --quick           100,000 posts and short rounds, without comment trees
  --seed            only make the data in BENCH_DATA_DIR; both engines can do so at the same time
  --no-save         print the table only: leave results, plots and README alone
  --help

To choose several, repeat --size and --only. BENCH_DATA_DIR names a directory for the seeded data, which later runs reuse.
`;

/**
 * `lengthsAt(dataset)` of rounds, longer where goals are judged; the compiler of Node.js takes seconds to warm up.
 * `wants(name, group)` tells whether a figure was asked for.
 */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      postgres: { type: 'boolean', default: false },
      size: { type: 'string', multiple: true },
      only: { type: 'string', multiple: true },
      quick: { type: 'boolean', default: false },
      seed: { type: 'boolean', default: false },
      'no-save': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const sizes = values.size ?? (values.quick ? ['100000'] : Object.keys(datasets));
  const unknown = sizes.find((size) => datasets[size] === undefined);
  if (unknown !== undefined) throw new Error(`There is no data set "${unknown}".\n\n${usage}`);
  if (values.seed && process.env.BENCH_DATA_DIR === undefined)
    throw new Error(`--seed needs BENCH_DATA_DIR, where the data stays.\n\n${usage}`);
  const words = values.only?.map((text) => text.toLowerCase());
  return {
    isHelp: values.help,
    engine: values.postgres ? 'postgres' : 'sqlite',
    sizes,
    isQuick: values.quick,
    isSeeding: values.seed,
    saves: !values['no-save'],
    lengthsAt: (dataset) => ({
      seconds: values.quick || dataset !== judgedSize ? judgedSeconds / 2 : judgedSeconds,
      rounds: 3,
      warmUpSeconds: 4,
    }),
    wants: (name, group = '') =>
      words === undefined || words.some((word) => name.toLowerCase().includes(word) || group === word),
  };
}
