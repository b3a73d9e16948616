// Publishing a changelog entry, by a caller or on schedule.

import type { Changelog, ChangelogView } from '../../domain/changelog/changelog.ts';
import type { Choice } from '../../domain/kernel/notify.ts';
import { edited } from '../../domain/kernel/version.ts';
import { statusTellingKey } from '../../domain/mail/telling.ts';
import { asSystem, type Change, change, type Deps } from '../kernel/change.ts';
import type { Rehearsed } from '../kernel/rehearsal.ts';
import { tell } from '../kernel/telling.ts';
import { writtenChangelog } from './changelog-includes.ts';
import { completePosts } from './complete-posts.ts';

/** The ledger actor for scheduled publishing. */
const publisher = { type: 'system', id: 'publisher' } as const;

/** What an entry says of its telling once it is published. */
export const toldWith = (
  { mail, clock }: Deps,
  before: Pick<Changelog, 'toldAt'> | undefined,
  notify: Choice | null | undefined,
): Pick<Changelog, 'notify' | 'toldAt'> => ({
  notify: null,
  toldAt: before?.toldAt ?? (mail === undefined || notify == null ? null : clock.now()),
});

/** Call last in the transaction that publishes the entry. */
export async function recordPublished(
  deps: Deps,
  write: Change,
  workspaceId: string,
  before: Changelog | undefined,
  after: ChangelogView,
  notify: Choice | null,
): Promise<Rehearsed> {
  const known = before && { state: before.state, publishedAt: before.publishedAt };
  write.visitorsSee();
  write.happened('changelog.published', 'changelog', after, known);
  if (after.completesPosts) await completePosts(deps, write, workspaceId, after.linkedPostIds);
  if (notify === null) return {};
  // It takes the place of what waits to be told of these posts.
  await write.tellings.removeByKeys(workspaceId, after.linkedPostIds.map(statusTellingKey));
  const { id } = after;
  const payload = { changelogId: id, choice: notify };
  return tell(deps, write, workspaceId, { kind: 'changelog', about: id, key: `changelog:${id}`, payload });
}

/**
 * Publishes a scheduled entry that is due. Returns false if another publisher, an edit or a deletion came first. The
 * transaction locks the row, so that only one publisher can find it still scheduled.
 */
export const publishScheduled = (deps: Deps, workspaceId: string, id: string): Promise<boolean> =>
  change(deps, asSystem(workspaceId, publisher), async (write) => {
    const before = await write.changelogs.find(workspaceId, id);
    const now = deps.clock.now();
    if (before?.state !== 'scheduled' || before.publishedAt === null || before.publishedAt > now)
      return false;
    const after = edited(before, { state: 'published', ...toldWith(deps, before, before.notify) }, now);
    await write.changelogs.update(workspaceId, after);
    const view = await writtenChangelog(write, workspaceId, after);
    await recordPublished(deps, write, workspaceId, before, view, before.notify);
    return true;
  });
