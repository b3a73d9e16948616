// What a visitor finds on their own page: what they sent on the site, as far as it is public or unpublished, and the
// public posts that they voted for or follow. What others wrote in their name is not there.

import type { Comment } from '../../../domain/feedback/comment.ts';
import { isShown, type PostQuery, postSortKey } from '../../../domain/feedback/post.ts';
import type { PageRequest } from '../../../domain/kernel/page.ts';
import { type ListedPost, listedPostFields } from '../../../domain/site/reading.ts';
import {
  createdSortKey,
  type MineItem,
  type MineQuery,
  type MineView,
  type Submission,
} from '../../../domain/site/submission.ts';
import type { Reader } from '../../../ports/store.ts';
import type { VisitorCaller } from '../../kernel/change.ts';
import { readPage } from '../../kernel/paging.ts';
import { catalogOf, listed } from '../reading.ts';

const selection = { form: {}, keys: listedPostFields };

export async function mineOf(
  read: Reader,
  { workspaceId, userId }: VisitorCaller,
  { sent, votes, follows }: MineQuery,
): Promise<MineView> {
  const postsOf = (whose: Pick<PostQuery, 'voterIds' | 'followerIds'>, page: PageRequest) =>
    readPage(
      { ...whose, visibilities: ['public' as const], isMerged: false, sort: 'recent' as const, page },
      (query) => read.posts.pageAsJson(workspaceId, query, selection),
      (post) => postSortKey(post, 'recent'),
    );
  const [catalog, submissions, voted, followed] = await Promise.all([
    catalogOf(read, workspaceId),
    readPage(
      { page: sent },
      ({ slice }) => read.submissions.sentBy(workspaceId, userId, slice),
      createdSortKey,
    ),
    postsOf({ voterIds: [userId] }, votes),
    postsOf({ followerIds: [userId] }, follows),
  ]);
  const comments = await read.comments.commentsOf(
    workspaceId,
    submissions.items.flatMap(({ commentId }) => commentId ?? []),
  );
  const posts = await shownPosts(read, workspaceId, [
    ...submissions.items.flatMap(({ postId }) => postId ?? []),
    ...[...comments.values()].map(({ postId }) => postId),
  ]);
  const itemOf = (submission: Submission): MineItem => {
    const comment = visible(comments.get(submission.commentId ?? ''));
    const post = posts.get(comment?.postId ?? submission.postId ?? '');
    const [listedPost = null] = post === undefined ? [] : listed(catalog, post);
    return { submission, post: listedPost, comment: listedPost === null ? null : (comment ?? null) };
  };
  return {
    sent: { ...submissions, items: submissions.items.map(itemOf) },
    votes: { ...voted, items: voted.items.flatMap((post) => listed(catalog, post)) },
    follows: { ...followed, items: followed.items.flatMap((post) => listed(catalog, post)) },
  };
}

const visible = (comment: Comment | undefined): Comment | undefined =>
  comment?.isPublic === true && !comment.isDeleted ? comment : undefined;

/** By the ID that names them: a public post that was merged stands for its target. */
async function shownPosts(
  read: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, ListedPost['post']>> {
  const named = await read.posts.postsOf(workspaceId, [...new Set(ids)]);
  const targets = await read.posts.postsOf(
    workspaceId,
    [...named.values()].flatMap(({ mergedIntoId }) => mergedIntoId ?? []),
  );
  return new Map(
    [...named].flatMap(([id, post]) => {
      const standing = post.mergedIntoId === null ? post : targets.get(post.mergedIntoId);
      return post.visibility === 'public' && standing !== undefined && isShown(standing)
        ? [[id, standing] as const]
        : [];
    }),
  );
}
