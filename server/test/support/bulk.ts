// Bulk rows that would take too long through the API.

import { type Comment, newComment } from '../../src/domain/feedback/comment.ts';
import { newPost, type Post } from '../../src/domain/feedback/post.ts';
import { idMinter } from '../../src/domain/kernel/id.ts';
import { newUser, type User } from '../../src/domain/people/user.ts';
import type { TestProgram } from './program.ts';

/** Posts with these titles, a millisecond apart, oldest first. */
export async function insertPosts(
  { engines, clock, workspaceId, database }: TestProgram,
  some: readonly (Partial<Post> & { title: string })[],
): Promise<Post[]> {
  const mintId = idMinter(clock, 'live');
  const { read } = engines.store;
  const workspace = await read.workspaces.find(workspaceId);
  const status = await read.statuses.findDefault(workspaceId);
  const postType = await read.postTypes.findDefault(workspaceId);
  if (workspace === undefined || status === undefined || postType === undefined) {
    throw new Error('The workspace lacks its defaults.');
  }
  const posts = some.map((given, index): Post => {
    const named = { postTypeId: postType.id, statusId: status.id, authorId: workspace.userId };
    const createdAt = given.createdAt ?? clock.now() + index;
    return newPost({ id: mintId('post'), ...named, ...given }, createdAt);
  });
  await engines.store.transaction(async (write) => {
    await write.posts.insertMany(workspaceId, posts);
    await write.workspaces.raiseRevision(workspaceId, clock.now());
  });
  database.analyze();
  return posts;
}

/** Adds `count` voters to a post, a millisecond apart, and updates the post's count. */
export async function insertVoters(
  { engines, clock, workspaceId, database }: TestProgram,
  postId: string,
  count: number,
): Promise<User[]> {
  // SQLite adds users to its search index one by one, in place of together, unless they come after all others. Among
  // those of one millisecond, that would be a matter of chance.
  clock.advance(1);
  const mintId = idMinter(clock, 'live');
  const users = Array.from({ length: count }, (_, index) =>
    newUser(
      { id: mintId('user'), externalId: `voter-${postId}-${index}`, name: `Voter ${index}` },
      clock.now(),
    ),
  );
  await engines.store.transaction(async (write) => {
    await write.users.insertMany(workspaceId, users);
    const votes = users.map((user, index) => ({ postId, userId: user.id, votedAt: clock.now() + index }));
    await write.votes.insertMany(workspaceId, votes);
    await write.posts.addToCounts(workspaceId, postId, { votes: count });
    await write.workspaces.raiseRevision(workspaceId, clock.now());
  });
  database.analyze();
  return users;
}

/** Adds `count` comments to a post; `parentOf` gives the index of the comment that each one replies to. */
export async function insertComments(
  { engines, clock, workspaceId, database }: TestProgram,
  post: Pick<Post, 'id' | 'authorId'>,
  count: number,
  parentOf: (index: number) => number | undefined,
): Promise<Comment[]> {
  const mintId = idMinter(clock, 'live');
  const comments: Comment[] = [];
  for (let index = 0; index < count; index += 1) {
    const parent = parentOf(index);
    const parentId = parent === undefined ? null : (comments[parent]?.id ?? null);
    const said = { postId: post.id, parentId, userId: post.authorId, content: `Comment ${index}` };
    comments.push(newComment({ id: mintId('comment'), ...said }, clock.now() + index));
  }
  await engines.store.transaction(async (write) => {
    await write.comments.insertMany(workspaceId, comments);
    await write.posts.addToCounts(workspaceId, post.id, { comments: count });
    await write.workspaces.raiseRevision(workspaceId, clock.now());
  });
  database.analyze();
  return comments;
}
