// `earshot seed`: fills a workspace with realistic feedback; deterministic for the same seed and end time.

import { defineCommand } from 'citty';
import { openMigrated, operatorDeps, operatorOf } from '../compose.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../domain/clock.ts';
import { counted } from '../domain/count.ts';
import { seed, seededPosts, seededUntil } from '../seed/seed.ts';
import { guarded, print, workspaceArg } from './command.ts';
import { progressOn } from './progress.ts';

export const seedCommand = defineCommand({
  meta: { name: 'seed', description: 'Fill a workspace with realistic demo data' },
  args: {
    posts: { type: 'string', required: true, description: 'How many posts', valueHint: 'N' },
    seed: {
      type: 'string',
      default: '1',
      description: 'The same seed and end time make the same data',
      valueHint: 'S',
    },
    until: {
      type: 'string',
      description: 'Time of the last entry; defaults to now',
      valueHint: 'TIME',
    },
    ...workspaceArg,
  },
  run: guarded(async ({ args }) => {
    const posts = seededPosts(args.posts);
    const endsAt = seededUntil(args.until, systemClock.now());
    const { store } = await openMigrated(readConfig(process.env), 'bulk');
    try {
      const { id: workspaceId } = await operatorOf(store, systemClock).getBySlug(args.workspace);
      const progress = progressOn(process.stderr, { total: posts, what: 'posts', lines: 10 });
      const startedAt = systemClock.now();
      const order = { workspaceId, posts, seed: args.seed, endsAt, onProgress: progress.show };
      const seeded = await seed(operatorDeps(store, systemClock), order).finally(progress.end);
      const seconds = ((systemClock.now() - startedAt) / 1000).toFixed(1);
      const counts = [
        counted(seeded.posts, 'post'),
        counted(seeded.votes, 'vote'),
        counted(seeded.comments, 'comment'),
        counted(seeded.people, 'person', 'people'),
      ];
      print(`Seeded "${args.workspace}" with ${counts.join(', ')} in ${seconds} s.`);
    } finally {
      await store.close();
    }
  }),
});
