// Lists of what belongs to one post.

import { notFound } from '../../domain/kernel/failure.ts';
import type { Page } from '../../domain/kernel/page.ts';
import type { Store } from '../../ports/store.ts';

export async function postMustExist({ read }: Store, workspaceId: string, postId: string): Promise<void> {
  if ((await read.posts.find(workspaceId, postId)) === undefined) throw notFound('Post');
}

/** The page of a post that exists; otherwise NOT_FOUND. */
export async function pageOfPost<Item>(
  store: Store,
  workspaceId: string,
  postId: string,
  readPage: () => Promise<Page<Item>>,
): Promise<Page<Item>> {
  await postMustExist(store, workspaceId, postId);
  const page = await readPage();
  // It may have been deleted meanwhile, with everything on it.
  if (page.items.length === 0) await postMustExist(store, workspaceId, postId);
  return page;
}
