// Statuses and post types can be named by slug wherever an ID is taken. A slug names what has it now: what is stored
// is the ID.

import { isSlug, type Ordered } from '../../domain/catalog/ordered.ts';
import type { OrderedReader } from '../../ports/catalog/catalog-store.ts';

/** By ID or slug. */
export const findNamed = <T extends Ordered>(
  things: Pick<OrderedReader<T>, 'find' | 'findBySlug'>,
  workspaceId: string,
  idOrSlug: string,
): Promise<T | undefined> =>
  isSlug(idOrSlug) ? things.findBySlug(workspaceId, idOrSlug) : things.find(workspaceId, idOrSlug);

/** The IDs of those that are named by slug, in place of the slugs. A slug of none is left as it is. */
export async function withIds<T extends Ordered>(
  things: Pick<OrderedReader<T>, 'list'>,
  workspaceId: string,
  idsOrSlugs: readonly string[],
): Promise<string[]> {
  if (!idsOrSlugs.some(isSlug)) return [...idsOrSlugs];
  const ids = new Map((await things.list(workspaceId)).map(({ slug, id }) => [slug, id]));
  return idsOrSlugs.map((name) => ids.get(name) ?? name);
}
