// Workspace settings: its name.

import { notFound } from '../../domain/kernel/failure.ts';
import { boundedText } from '../../domain/kernel/text.ts';
import type { Workspace } from '../../domain/team/workspace.ts';
import { type Caller, change, needsRole } from '../kernel/change.ts';
import type { TeamDeps } from './team-deps.ts';

export interface Settings {
  workspace(caller: Caller): Promise<Workspace>;
  rename(caller: Caller, name: string): Promise<Workspace>;
}

export function settings(deps: TeamDeps): Settings {
  const workspace = async ({ workspaceId }: Caller): Promise<Workspace> => {
    const found = await deps.store.read.workspaces.find(workspaceId);
    if (found === undefined) throw notFound('Workspace');
    return found;
  };
  return {
    workspace,
    async rename(caller, given) {
      needsRole(caller, 'admin');
      const name = boundedText(given, 'name', 1, 100);
      await change(deps, caller, async (write) => {
        if ((await write.workspaces.find(caller.workspaceId))?.name === name) return;
        await write.workspaces.rename(caller.workspaceId, name);
        // A site without a name of its own has the workspace's.
        const site = await write.sites.find(caller.workspaceId);
        if (site?.name === null && site.visibility !== 'off') write.visitorsSee();
        write.record('workspace.updated', caller.workspaceId);
      });
      return workspace(caller);
    },
  };
}
