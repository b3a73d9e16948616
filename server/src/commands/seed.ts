// `earshot seed`: fills a workspace with realistic feedback, the same for the same seed and end.

import { defineCommand } from 'citty';
import { openMigrated, operatorDeps, operatorOf } from '../compose.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../domain/clock.ts';
import { seed, seededPosts, seededUntil } from '../seed/seed.ts';
import { grouped, progressOn } from './progress.ts';

interface Args {
  posts: string;
  seed: string;
  until?: string | undefined;
  workspace: string;
}

export const seedCommand = (
  guarded: <T>(run: (context: T) => Promise<void>) => (context: T) => Promise<void>,
) =>
  defineCommand({
    meta: { name: 'seed', description: 'Fill a workspace with realistic demo data' },
    args: {
      posts: { type: 'string', required: true, description: 'How many posts', valueHint: 'N' },
      seed: {
        type: 'string',
        default: '1',
        description: 'The same seed makes the same data, until the same time',
        valueHint: 'S',
      },
      until: {
        type: 'string',
        description: 'When the last of it happens; now, unless given',
        valueHint: 'TIME',
      },
      workspace: {
        type: 'string',
        default: 'default',
        description: 'Slug of the workspace',
        valueHint: 'SLUG',
      },
    },
    run: guarded(async ({ args }: { args: Args }) => {
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
          `${grouped(seeded.posts)} posts`,
          `${grouped(seeded.votes)} votes`,
          `${grouped(seeded.comments)} comments`,
          `${grouped(seeded.people)} people`,
        ];
        process.stdout.write(`Seeded "${args.workspace}" with ${counts.join(', ')} in ${seconds} s.\n`);
      } finally {
        await store.close();
      }
    }),
  });
