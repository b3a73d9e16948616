// Bulk rows that would take too long through the API.

import type { Comment } from '../../src/domain/comment.ts';
import { idMinter } from '../../src/domain/id.ts';
import type { Post } from '../../src/domain/post.ts';
import { emptyRichText } from '../../src/domain/rich-text/rich-text.ts';
import type { User } from '../../src/domain/user.ts';
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
    const createdAt = given.createdAt ?? clock.now() + index;
    return {
      id: mintId('post'),
      description: emptyRichText,
      descriptionHtml: '',
      postTypeId: postType.id,
      statusId: status.id,
      authorId: workspace.userId,
      votesCount: 0,
      commentsCount: 0,
      externalId: null,
      sourceUrl: null,
      mergedIntoId: null,
      version: 1,
      createdAt,
      updatedAt: createdAt,
      ...given,
    };
  });
  await engines.store.transaction(async (write) => {
    await write.posts.insertMany(workspaceId, posts);
    await write.workspaces.raiseRevision(workspaceId, clock.now());
  });
  database.analyze();
  return posts;
}

/** Voters of one post, a millisecond apart; updates the post's count. */
export async function insertVoters(
  { engines, clock, workspaceId, database }: TestProgram,
  postId: string,
  count: number,
): Promise<User[]> {
  const mintId = idMinter(clock, 'live');
  const users = Array.from(
    { length: count },
    (_, index): User => ({
      id: mintId('user'),
      externalId: `voter-${postId}-${index}`,
      name: `Voter ${index}`,
      email: null,
      avatarUrl: null,
      version: 1,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    }),
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

/** Comments of one post; `parentOf` returns the earlier comment that each one replies to. */
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
    comments.push({
      id: mintId('comment'),
      postId: post.id,
      parentId: parent === undefined ? null : (comments[parent]?.id ?? null),
      userId: post.authorId,
      content: `Comment ${index}`,
      isPrivate: false,
      isDeleted: false,
      mergedFromId: null,
      version: 1,
      createdAt: clock.now() + index,
      updatedAt: clock.now() + index,
    });
  }
  await engines.store.transaction(async (write) => {
    await write.comments.insertMany(workspaceId, comments);
    await write.posts.addToCounts(workspaceId, post.id, { comments: count });
    await write.workspaces.raiseRevision(workspaceId, clock.now());
  });
  database.analyze();
  return comments;
}
