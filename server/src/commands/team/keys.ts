// `earshot keys`: create, list and revoke API keys.

import { defineCommand } from 'citty';
import { givenInstant } from '../../domain/kernel/clock.ts';
import { badField } from '../../domain/kernel/failure.ts';
import { type KeyMode, keyModes } from '../../domain/team/api-key.ts';
import { guarded, isoOrDash, print, printTable, withOperator, workspaceArg } from '../command.ts';

const create = defineCommand({
  meta: { name: 'create', description: 'Create a key and print its secret, which is shown only once' },
  args: {
    mode: { type: 'string', required: true, description: 'live or test', valueHint: 'live|test' },
    name: { type: 'string', required: true, description: 'What the key is for' },
    expires: { type: 'string', description: 'When it stops working, ISO 8601', valueHint: 'TIME' },
    ...workspaceArg,
  },
  run: guarded(async ({ args }) => {
    const mode = keyModes.find((known): known is KeyMode => known === args.mode);
    if (mode === undefined) throw badField('mode', 'must be live or test.');
    const expiresAt = args.expires === undefined ? undefined : givenInstant(args.expires, 'expires');
    await withOperator(async (operator) => {
      const { id } = await operator.getBySlug(args.workspace);
      const wanted = { mode, name: args.name, ...(expiresAt !== undefined && { expiresAt }) };
      print((await operator.createKey(id, wanted)).secret);
    });
  }),
});

const list = defineCommand({
  meta: { name: 'list', description: 'List the keys of a workspace' },
  args: workspaceArg,
  run: guarded(({ args }) =>
    withOperator(async (operator) => {
      const { id } = await operator.getBySlug(args.workspace);
      const rows = (await operator.listKeys(id)).map((key) => [
        key.id,
        key.mode,
        key.last4,
        key.name,
        isoOrDash(key.createdAt),
        isoOrDash(key.lastUsedAt),
        isoOrDash(key.expiresAt),
        isoOrDash(key.revokedAt),
      ]);
      printTable([['ID', 'MODE', 'LAST4', 'NAME', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED'], ...rows]);
    }),
  ),
});

const revoke = defineCommand({
  meta: { name: 'revoke', description: 'Revoke a key immediately' },
  args: { id: { type: 'positional', required: true, description: 'ID of the key' }, ...workspaceArg },
  run: guarded(({ args }) =>
    withOperator(async (operator) => {
      const { id } = await operator.getBySlug(args.workspace);
      await operator.revokeKey(id, args.id);
      print(`Revoked ${args.id}.`);
    }),
  ),
});

export const keysCommand = defineCommand({
  meta: { name: 'keys', description: 'Create, list and revoke API keys' },
  subCommands: { create, list, revoke },
});
