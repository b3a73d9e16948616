// The workspace itself.

import Type, { type Static } from 'typebox';
import { toIso } from '../../domain/clock.ts';
import type { Workspace } from '../../domain/workspace.ts';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';

const WorkspacePatch = Type.Object({ name: Type.String() });

const presentWorkspace = ({ id, slug, name, createdAt }: Workspace) => ({
  id,
  slug,
  name,
  createdAt: toIso(createdAt),
});

export const workspaceOperations = ({ console: { settings } }: ConsoleApiOptions) =>
  ({
    read: {
      handler: async ({ caller }) => presentWorkspace(await settings.workspace(caller)),
    },
    rename: {
      body: WorkspacePatch,
      async handler({ caller, body }) {
        const { name } = body as Static<typeof WorkspacePatch>;
        return presentWorkspace(await settings.rename(caller, name));
      },
    },
  }) satisfies Record<string, ConsoleOperation>;
