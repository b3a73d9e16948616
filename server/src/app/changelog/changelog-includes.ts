// Loads the related data of changelog entries. Each loader runs once per page.

import type { Changelog, ChangelogRelations, ChangelogView } from '../../domain/changelog/changelog.ts';
import type { Reader } from '../../ports/store.ts';

type Linked = Pick<ChangelogView, 'id' | 'linkedPostIds'>;
type Related = (changelog: Linked) => ChangelogRelations;
type Source = Pick<Reader, 'changelogs' | 'posts' | 'attachments'>;
type Loader = (read: Source, workspaceId: string, changelogs: readonly Linked[]) => Promise<Related>;

const loaders = {
  async posts(read, workspaceId, changelogs) {
    const ids = changelogs.flatMap((changelog) => changelog.linkedPostIds);
    const posts = await read.posts.postsOf(workspaceId, ids);
    return (changelog) => ({ posts: changelog.linkedPostIds.flatMap((id) => posts.get(id) ?? []) });
  },
  async attachments(read, workspaceId, changelogs) {
    const ids = changelogs.map(({ id }) => id);
    const attachments = await read.attachments.attachmentsOfChangelogs(workspaceId, ids);
    return ({ id }) => ({ attachments: attachments.get(id) ?? [] });
  },
} satisfies Record<string, Loader>;

export type ChangelogInclude = keyof typeof loaders;
export const changelogIncludes = Object.keys(loaders) as ChangelogInclude[];

export async function withChangelogIncludes(
  read: Source,
  workspaceId: string,
  changelogs: readonly Changelog[],
  includes: readonly ChangelogInclude[],
): Promise<ChangelogView[]> {
  const ids = changelogs.map(({ id }) => id);
  const links = await read.changelogs.linkedPostIdsOf(workspaceId, ids);
  // Modified in place: copying would parse every content.
  const linked = changelogs.map((changelog) =>
    Object.assign(changelog, { linkedPostIds: links.get(changelog.id) ?? [] }),
  );
  const related: Related[] = [];
  for (const include of includes) related.push(await loaders[include](read, workspaceId, linked));
  return linked.map((changelog) => Object.assign(changelog, ...related.map((of) => of(changelog))));
}

/** The changelog entry as shown in the response to a write. */
export async function writtenChangelog(
  write: Source,
  workspaceId: string,
  changelog: Changelog,
): Promise<ChangelogView> {
  const [view] = await withChangelogIncludes(write, workspaceId, [changelog], ['attachments']);
  return view ?? { ...changelog, linkedPostIds: [] };
}
