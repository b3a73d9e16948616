// Imports and their undoing write many rows in one step. Each step asks in one query, too, whether visitors notice.

import type { SeenWriter } from '../kernel/change.ts';

/** For a change of what belongs to these posts. */
export async function seenOnPosts(
  write: SeenWriter,
  workspaceId: string,
  postIds: Iterable<string>,
): Promise<void> {
  if (await write.posts.areAnyShown(workspaceId, [...new Set(postIds)])) write.visitorsSee();
}
