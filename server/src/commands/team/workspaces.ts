// `earshot workspaces`: create and list workspaces.

import { defineCommand } from 'citty';
import { guarded, isoOrDash, print, printTable, withOperator } from '../command.ts';

const create = defineCommand({
  meta: { name: 'create', description: 'Create a workspace with the default statuses and post types' },
  args: {
    slug: { type: 'positional', required: true, description: 'Lowercase name without spaces' },
    name: { type: 'string', description: 'Display name; defaults to the slug' },
  },
  run: guarded(({ args }) =>
    withOperator(async (operator) => print((await operator.create(args.slug, args.name ?? args.slug)).id)),
  ),
});

const list = defineCommand({
  meta: { name: 'list', description: 'List all workspaces' },
  run: guarded(() =>
    withOperator(async (operator) => {
      const all = await operator.list();
      const rows = all.map(({ id, slug, name, createdAt }) => [id, slug, name, isoOrDash(createdAt)]);
      printTable([['ID', 'SLUG', 'NAME', 'CREATED'], ...rows]);
    }),
  ),
});

export const workspacesCommand = defineCommand({
  meta: { name: 'workspaces', description: 'Create and list workspaces' },
  subCommands: { create, list },
});
