// Lists of what belongs to one post.

import { notFound } from '../../domain/failure.ts';
import type { Page } from '../../domain/page.ts';
import type { Store } from '../../ports/store.ts';

/** The page of a post that exists; otherwise NOT_FOUND. */
export async function pageOfPost<Item>(
  { read }: Store,
  workspaceId: string,
  postId: string,
  readPage: () => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const mustExist = async () => {
    if ((await read.posts.find(workspaceId, postId)) === undefined) throw notFound('Post');
  };
  await mustExist();
  const page = await readPage();
  // It may have been deleted meanwhile, with everything on it.
  if (page.items.length === 0) await mustExist();
  return page;
}
