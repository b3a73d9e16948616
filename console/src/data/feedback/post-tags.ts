// Tags that a change of posts created. Undoing the change deletes them again, unless they are in use by then.

import type { QueryClient } from '@tanstack/react-query';
import { tagsQuery } from '../catalog.ts';
import { earshot } from '../client.ts';
import { isStatus } from '../query-client.ts';

/** `requestIds`: of the change. */
export async function removeCreatedTags(
  queryClient: QueryClient,
  names: readonly string[],
  requestIds: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const tags = await queryClient.fetchQuery({ ...tagsQuery, staleTime: 0 });
  const created = tags.filter(({ name }) => names.includes(name));
  await Promise.all(created.map(({ id }) => removeCreated(id, requestIds)));
  await queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey });
}

/** Deletes the tag if one of these requests created it and no post has it. */
async function removeCreated(tagId: string, requestIds: readonly string[]): Promise<void> {
  const filters = { objectId: tagId, action: 'tag.created' };
  const [creation] = (await earshot.auditLog.list({ filters, limit: 1 }).page()).items;
  if (creation?.requestId == null || !requestIds.includes(creation.requestId)) return;
  try {
    const { postsCount } = await earshot.tags.get(tagId);
    if (postsCount === 0) await earshot.tags.delete(tagId);
  } catch (error) {
    // Someone else was faster.
    if (!isStatus(error, 404)) throw error;
  }
}
