// The settings of the workspace.

import Type, { type Static } from 'typebox';
import { toIso } from '../../domain/kernel/clock.ts';
import type { Workspace } from '../../domain/team/workspace.ts';
import { dateTime, named } from '../../shapes/kernel/common.ts';
import { operation } from './operation.ts';

const WorkspaceShape = named('Workspace', {
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  createdAt: dateTime(),
});

const presentWorkspace = ({ id, slug, name, createdAt }: Workspace): Static<typeof WorkspaceShape> => ({
  id,
  slug,
  name,
  createdAt: toIso(createdAt),
});

export const workspaceOperations = {
  read: operation({
    operationId: 'getWorkspace',
    summary: 'Get the workspace',
    answer: WorkspaceShape,
    handler: async ({ console, caller }) => presentWorkspace(await console.settings.workspace(caller)),
  }),
  rename: operation({
    operationId: 'updateWorkspace',
    summary: 'Rename the workspace',
    body: named('WorkspacePatch', { name: Type.String() }),
    answer: WorkspaceShape,
    handler: async ({ console, caller, body }) =>
      presentWorkspace(await console.settings.rename(caller, body.name)),
  }),
};
