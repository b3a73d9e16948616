// The public site may name people who have signed in to it themselves.

import type { Change } from '../kernel/change.ts';

/** If pages name people, they show that a name has changed or gone, or that another one stands there. */
export async function noteNameShown(write: Change, workspaceId: string): Promise<void> {
  const site = await write.sites.find(workspaceId);
  if (site?.showNames === true) write.visitorsSee();
}
