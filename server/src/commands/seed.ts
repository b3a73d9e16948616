// `earshot seed`: fills a workspace, or many new ones, with realistic feedback; deterministic for the same seed and end
// time.

import { defineCommand } from 'citty';
import { openMigrated } from '../compose/engines.ts';
import { operatorDeps, operatorOf } from '../compose/operator.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../domain/kernel/clock.ts';
import { counted } from '../domain/kernel/count.ts';
import { addressOf } from '../http/edge/listening.ts';
import type { Store } from '../ports/store.ts';
import { type SeedOrder, seed, seededPosts, seededUntil } from '../seed/seed.ts';
import { seededWorkspaces, seedWorkspaces } from '../seed/seed-workspaces.ts';
import { siteAddresses } from '../shapes/site/addresses.ts';
import { guarded, print, printTable, workspaceArg } from './command.ts';
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
    site: {
      type: 'boolean',
      default: false,
      description: 'Switch the public site on too, and make most of the posts public',
    },
    workspaces: {
      type: 'string',
      description:
        'Create this many workspaces of very different size instead, and print a live key for each',
      valueHint: 'N',
    },
    ...workspaceArg,
  },
  run: guarded(async ({ args }) => {
    const posts = seededPosts(args.posts);
    const workspaces = args.workspaces === undefined ? undefined : seededWorkspaces(args.workspaces, posts);
    const endsAt = seededUntil(args.until, systemClock.now());
    const { store } = await openMigrated(readConfig(process.env), 'bulk');
    const progress = progressOn(process.stderr, { total: posts, what: 'posts', lines: 10 });
    const order = { posts, seed: args.seed, endsAt, withSite: args.site, onProgress: progress.show };
    try {
      if (workspaces === undefined) await seedOne(store, args.workspace, order, progress.end);
      else await seedMany(store, workspaces, order, progress.end);
    } finally {
      await store.close();
    }
  }),
});

async function seedOne(
  store: Store,
  slug: string,
  order: Omit<SeedOrder, 'workspaceId'>,
  onEnd: () => void,
): Promise<void> {
  const { id: workspaceId } = await operatorOf(store, systemClock).getBySlug(slug);
  const startedAt = systemClock.now();
  const seeded = await seed(operatorDeps(store, systemClock), { ...order, workspaceId }).finally(onEnd);
  const seconds = ((systemClock.now() - startedAt) / 1000).toFixed(1);
  const counts = [
    counted(seeded.posts, 'post'),
    counted(seeded.votes, 'vote'),
    counted(seeded.comments, 'comment'),
    counted(seeded.people, 'person', 'people'),
  ];
  print(`Seeded "${slug}" with ${counts.join(', ')} in ${seconds} s.`);
  if (order.withSite !== true) return;
  const { publicUrl, publicHosts, host, port } = readConfig(process.env);
  print(`Public site: ${siteAddresses(() => publicUrl ?? addressOf(host, port), publicHosts).urlOf(slug)}`);
}

async function seedMany(
  store: Store,
  workspaces: number,
  order: Omit<SeedOrder, 'workspaceId'>,
  onEnd: () => void,
): Promise<void> {
  const operator = operatorOf(store, systemClock);
  const deps = operatorDeps(store, systemClock);
  const seeded = await seedWorkspaces(deps, operator, { ...order, workspaces }).finally(onEnd);
  const rows = seeded.map(({ slug, posts, secret }) => [slug, String(posts), secret]);
  printTable([['WORKSPACE', 'POSTS', 'KEY'], ...rows]);
}
