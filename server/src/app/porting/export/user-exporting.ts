// Everything that is stored about one user, as one export.

import { setImmediate } from 'node:timers/promises';
import { type CommentView, commentSortKey } from '../../../domain/feedback/comment.ts';
import { followedSortKey } from '../../../domain/feedback/follower.ts';
import { type Post, type PostView, postSortKey } from '../../../domain/feedback/post.ts';
import { type Vote, voteSortKey } from '../../../domain/feedback/vote.ts';
import { notFound } from '../../../domain/kernel/failure.ts';
import type { Slice, SortKey } from '../../../domain/kernel/page.ts';
import { defaultMailSettings } from '../../../domain/mail/settings.ts';
import type { User } from '../../../domain/people/user.ts';
import type { UserExport } from '../../../domain/porting/user-export.ts';
import {
  createdSortKey,
  type ReportView,
  reportedKey,
  type SubmissionView,
} from '../../../domain/site/submission.ts';
import type { Reader } from '../../../ports/store.ts';
import { filesOf } from '../../feedback/comments/comment-files.ts';
import { type PostInclude, withIncludes } from '../../feedback/post-includes.ts';
import type { Caller, Deps } from '../../kernel/change.ts';

export type ExportUser = (caller: Caller, userId: string) => Promise<UserExport>;

const exportedWith: PostInclude[] = ['author', 'tags', 'attachments'];
/**
 * A batch stays in memory until the reader has consumed it. A post can have 100 KB, and several times that once
 * parsed, so the size of each batch of posts depends on the previous one.
 */
const batchCharacters = 256 * 1024;
const sizes = {
  long: { first: 1, max: 16 },
  texts: { first: 64, max: 64 },
  short: { first: 500, max: 500 },
};

export const exportUser =
  ({ store: { read } }: Deps): ExportUser =>
  async ({ workspaceId }, userId) => {
    const user = await read.users.find(workspaceId, userId);
    if (user === undefined) throw notFound('User');
    return {
      user,
      ban: (await read.bans.find(workspaceId, userId)) ?? null,
      mail: (await read.mailSettings.find(workspaceId, userId)) ?? defaultMailSettings,
      posts: postsOf(read, workspaceId, userId),
      comments: commentsOf(read, workspaceId, user),
      votes: votesOf(read, workspaceId, userId),
      following: inBatches(
        sizes.short,
        (slice) => read.followers.pageOfUser(workspaceId, userId, slice),
        followedSortKey,
      ),
      submissions: submissionsOf(read, workspaceId, user),
      reports: reportsOf(read, workspaceId, user),
      sessions: inBatches(
        sizes.short,
        (slice) => read.visitors.sessionsOf(workspaceId, userId, slice),
        createdSortKey,
      ),
    };
  };

async function* postsOf(read: Reader, workspaceId: string, authorId: string): AsyncIterable<PostView[]> {
  const next = (slice: Slice) =>
    read.posts.page(workspaceId, { authorIds: [authorId], sort: 'recent', slice });
  const keyOf = (post: Post) => postSortKey(post, 'recent');
  for await (const posts of inBatches(sizes.long, next, keyOf, (post) => post.descriptionHtml.length))
    yield await withIncludes(read, workspaceId, posts.splice(0), exportedWith);
}

async function* commentsOf(read: Reader, workspaceId: string, author: User): AsyncIterable<CommentView[]> {
  for (const isPrivate of [false, true]) {
    const query = { userIds: [author.id], isPrivate };
    const next = (slice: Slice) => read.comments.page(workspaceId, { ...query, slice });
    for await (const comments of inBatches(
      sizes.texts,
      next,
      commentSortKey,
      ({ content, document }) => content.length + (document?.length ?? 0),
    )) {
      const files = await filesOf(read, workspaceId, comments);
      yield comments.splice(0).map((comment) => ({ ...comment, author, attachments: files.get(comment.id) }));
    }
  }
}

async function* votesOf(read: Reader, workspaceId: string, userId: string): AsyncIterable<Vote[]> {
  const counted = (slice: Slice) => read.votes.page(workspaceId, { userIds: [userId], slice });
  const setAside = (slice: Slice) => read.votes.setAside(workspaceId, userId, slice);
  yield* inBatches(sizes.short, counted, voteSortKey);
  yield* inBatches(sizes.short, setAside, voteSortKey);
}

async function* submissionsOf(
  read: Reader,
  workspaceId: string,
  author: User,
): AsyncIterable<SubmissionView[]> {
  const query = { userIds: [author.id], sort: 'recent' as const };
  const next = (slice: Slice) => read.submissions.page(workspaceId, { ...query, slice });
  const batches = inBatches(sizes.texts, next, createdSortKey, ({ content }) => content?.length ?? 0);
  for await (const submissions of batches)
    yield submissions.splice(0).map((submission) => ({ ...submission, author }));
}

async function* reportsOf(read: Reader, workspaceId: string, user: User): AsyncIterable<ReportView[]> {
  const next = (slice: Slice) => read.reports.reportsOf(workspaceId, user.id, slice);
  for await (const reports of inBatches(sizes.short, next, reportedKey))
    yield reports.splice(0).map((report) => ({ ...report, user }));
}

/** Reads a whole list in batches, using the last item of each as the cursor for the next. */
async function* inBatches<T>(
  { first, max }: { first: number; max: number },
  next: (slice: Slice) => Promise<T[]>,
  keyOf: (item: T) => SortKey,
  charactersOf: (item: T) => number = () => 0,
): AsyncIterable<T[]> {
  let after: SortKey | undefined;
  for (let take = first; ; ) {
    const items = await next({ take, skip: 0, after });
    const last = items.at(-1);
    if (last === undefined) return;
    const isLast = items.length < take;
    const characters = items.reduce((sum, item) => sum + charactersOf(item), 0);
    after = keyOf(last);
    // `splice` hands the items over, so that this generator doesn't retain them while a slow reader consumes them.
    yield items.splice(0);
    if (isLast) return;
    const fitting = Math.floor((take * batchCharacters) / Math.max(1, characters));
    take = Math.max(1, Math.min(fitting, take * 4, max));
    await setImmediate();
  }
}
