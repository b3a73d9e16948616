// What follows when a changelog becomes public, whether somebody publishes it or its time has come.

import type { Changelog, ChangelogView } from '../../domain/changelog.ts';
import { edited } from '../../domain/version.ts';
import { type Change, change, type Deps } from '../kernel/change.ts';
import { writtenChangelog } from './changelog-includes.ts';
import { completePosts } from './complete-posts.ts';

/** Who publishes what was scheduled, in the ledger. */
const publisher = { type: 'system', id: 'publisher' } as const;

/** Within the transaction that made it public, after all else is written. */
export async function recordPublished(
  deps: Deps,
  write: Change,
  workspaceId: string,
  before: Changelog | undefined,
  after: ChangelogView,
): Promise<void> {
  const known = before && { state: before.state, publishedAt: before.publishedAt };
  write.happened('changelog.published', 'changelog', after, known);
  if (after.completesPosts) await completePosts(deps, write, workspaceId, after.linkedPostIds);
}

/**
 * Publishes a scheduled changelog that is due; false when another publisher, an edit or a delete was first. The
 * transaction holds the row while it looks, so that one of any number of publishers finds it still scheduled.
 */
export const publishScheduled = (deps: Deps, workspaceId: string, id: string): Promise<boolean> =>
  change(deps, { workspaceId, actor: publisher, requestId: null }, async (write) => {
    const before = await write.changelogs.find(workspaceId, id);
    const now = deps.clock.now();
    if (before?.state !== 'scheduled' || before.publishedAt === null || before.publishedAt > now)
      return false;
    const after = edited(before, { state: 'published' }, now);
    await write.changelogs.update(workspaceId, after);
    const view = await writtenChangelog(write, workspaceId, after);
    await recordPublished(deps, write, workspaceId, before, view);
    return true;
  });
