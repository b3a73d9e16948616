// `earshot setup-link`: creates a one-time link for the first owner of a workspace.

import { defineCommand } from 'citty';
import { readConfig } from '../../config.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import { addressOf } from '../../http/edge/listening.ts';
import { guarded, print, withOperator, workspaceArg } from '../command.ts';
import { setupUrl } from '../welcome.ts';

export const setupLinkCommand = defineCommand({
  meta: { name: 'setup-link', description: 'Print a link for the first owner of a workspace' },
  args: workspaceArg,
  run: guarded(async ({ args }) => {
    const { publicUrl, host, port } = readConfig(process.env);
    await withOperator(async (operator) => {
      const { id } = await operator.getBySlug(args.workspace);
      const token = await operator.setupToken(id);
      if (token === undefined)
        throw conflict('The workspace already has an owner, who can invite others in the console.');
      print(setupUrl(publicUrl ?? addressOf(host, port), token));
    });
  }),
});
