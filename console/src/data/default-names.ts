// Names the statuses and types that every workspace starts with in the language that it was set up in.

import type { BatchOperation } from '@earshot/client';
import { earshot } from './client.ts';

export interface DefaultNames {
  /** By slug. */
  statuses: Readonly<Record<string, string>>;
  postTypes: Readonly<Record<string, string>>;
}

/** Not in a workspace that has posts already: applications may look for the names that it has. */
export async function nameDefaults(before: DefaultNames, names: DefaultNames): Promise<void> {
  const [posts, statuses, postTypes] = await Promise.all([
    earshot.posts.list({ limit: 1 }).page(),
    earshot.statuses.list().toArray(),
    earshot.postTypes.list().toArray(),
  ]);
  if (posts.items.length > 0) return;
  const renamed = (
    things: readonly { id: string; slug: string; name: string }[],
    from: Readonly<Record<string, string>>,
    to: Readonly<Record<string, string>>,
  ) =>
    things.flatMap(({ id, slug, name }) =>
      name === from[slug] && to[slug] !== undefined && to[slug] !== name ? [{ id, name: to[slug] }] : [],
    );
  const operations: BatchOperation[] = [
    ...renamed(statuses, before.statuses, names.statuses).map(
      ({ id, name }): BatchOperation => ({ method: 'PATCH', path: `/statuses/${id}`, body: { name } }),
    ),
    ...renamed(postTypes, before.postTypes, names.postTypes).map(
      ({ id, name }): BatchOperation => ({ method: 'PATCH', path: `/post-types/${id}`, body: { name } }),
    ),
  ];
  if (operations.length > 0) await earshot.batch(operations, { atomic: true });
}
