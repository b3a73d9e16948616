// How the team decides what becomes public: submissions of visitors, reports and bans.

import { bareText } from '../../domain/feedback/comment-text.ts';
import { isShown } from '../../domain/feedback/post.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import { badField, conflict, notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { edited } from '../../domain/kernel/version.ts';
import type { User } from '../../domain/people/user.ts';
import {
  type Ban,
  type BanView,
  banSortKey,
  createdSortKey,
  givenReason,
  type ReportView,
  type Submission,
  type SubmissionQuery,
  type SubmissionState,
  type SubmissionView,
} from '../../domain/site/submission.ts';
import type { CameBy } from '../../domain/site/visitor.ts';
import type { Reader } from '../../ports/store.ts';
import { editComment } from '../feedback/comments/comment-writing.ts';
import { follow } from '../feedback/following.ts';
import { standingPost } from '../feedback/merging.ts';
import type { PostWriting } from '../feedback/post-writing.ts';
import { castVote } from '../feedback/vote-casting.ts';
import { type Caller, type Change, change, type Deps } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import { changePost, publishComment, publishPost } from './visiting/publishing.ts';

export type SubmissionListQuery = Omit<SubmissionQuery, 'slice'> & { page: PageRequest };

export interface BanRequest {
  reason?: string | null | undefined;
  /** Also takes back the votes that the person gave on the public site. */
  removeVotes?: boolean | undefined;
}

export interface Moderating {
  page(caller: Caller, query: SubmissionListQuery): Promise<Page<SubmissionView>>;
  get(caller: Caller, id: string): Promise<SubmissionView>;
  /** Publishes it, as of when it was sent. Each of these is CONFLICT if it has been decided. */
  approve(caller: Caller, id: string): Promise<SubmissionView>;
  /** The author reads the reason. */
  reject(caller: Caller, id: string, reason: string | null | undefined): Promise<SubmissionView>;
  /** Counts a new post as a vote of its author for another one, and its text as a comment there if wanted. */
  merge(
    caller: Caller,
    id: string,
    into: { postId: string; asComment?: boolean | undefined },
  ): Promise<SubmissionView>;
  reports(caller: Caller, page: PageRequest): Promise<Page<ReportView>>;
  /** Returns the report's ID. */
  removeReport(caller: Caller, id: string): Promise<string>;
  bans(caller: Caller, page: PageRequest): Promise<Page<BanView>>;
  /** Ends the person's sessions. Repeated, it changes the reason. */
  ban(caller: Caller, userId: string, request: BanRequest): Promise<BanView>;
  /** Whether the person may write on the public site, and when and how they last signed in to it. */
  standing(caller: Caller, userId: string): Promise<Standing>;
  /** If the person is not banned, nothing changes. */
  unban(caller: Caller, userId: string): Promise<User>;
}

export interface Standing {
  ban: Ban | null;
  lastSignedInAt: Instant | null;
  /** The last time. */
  cameBy: CameBy | null;
}

/** Of a ban: more would hold the workspace's lock for too long. */
const votesAtOnce = 500;

export function moderating(deps: Deps, writing: PostWriting): Moderating {
  const { store, clock } = deps;
  const { read } = store;

  /** What is decided about something that waits, and what becomes of it. */
  const decide = (
    caller: Caller,
    id: string,
    state: Exclude<SubmissionState, 'waiting'>,
    work: (write: Change, waiting: Submission) => Promise<Partial<Submission>>,
  ): Promise<SubmissionView> =>
    change(deps, caller, async (write) => {
      const { workspaceId, actor } = caller;
      const before = await write.submissions.find(workspaceId, id);
      if (before === undefined) throw notFound('Submission');
      write.expect(before);
      if (before.state !== 'waiting') throw conflict(`This was ${before.state} already.`);
      const made = await work(write, before);
      const decided = { state, decidedBy: actor.id, decidedAt: clock.now() };
      const after = edited(before, { ...decided, ...made }, clock.now());
      await write.submissions.update(workspaceId, after);
      const [view] = await withAuthors(write, workspaceId, [after]);
      const type = `${isOfPost(before) ? 'post' : 'comment'}.${state}` as const;
      write.happened(type, 'submission', view ?? { ...after, author: null }, before);
      return view ?? { ...after, author: null };
    });

  /** The text is in the post now. */
  const published = { title: null, content: null };

  const publish = async (
    write: Change,
    caller: Caller,
    waiting: Submission,
  ): Promise<Pick<Submission, 'postId' | 'commentId'>> => {
    const { workspaceId } = caller;
    const { kind, postId, commentId } = waiting;
    if (kind === 'post') {
      const { id } = await publishPost(deps, writing, write, caller, waiting);
      return { postId: id, commentId: null };
    }
    const post = postId === null ? undefined : await write.posts.find(workspaceId, postId);
    if (postId === null || post === undefined) throw notFound('Post');
    if (kind === 'comment') {
      const comment = await publishComment(deps, write, caller, postId, waiting);
      return { postId: comment.postId, commentId: comment.id };
    }
    if (kind === 'post_edit') {
      await changePost(deps, writing, write, caller, post, waiting);
      return { postId, commentId: null };
    }
    const comment = commentId === null ? undefined : await write.comments.find(workspaceId, commentId);
    if (comment === undefined || comment.isDeleted) throw notFound('Comment');
    const patch = { text: waiting.content === null ? undefined : bareText(waiting.content) };
    await editComment(deps, write, workspaceId, comment, patch);
    return { postId: comment.postId, commentId };
  };

  return {
    async page(caller, asked) {
      const { workspaceId } = caller;
      const found = await readPage(
        asked,
        (query) => read.submissions.page(workspaceId, query),
        createdSortKey,
      );
      return { ...found, items: await withAuthors(read, workspaceId, found.items) };
    },

    async get({ workspaceId }, id) {
      const submission = await read.submissions.find(workspaceId, id);
      if (submission === undefined) throw notFound('Submission');
      const [view] = await withAuthors(read, workspaceId, [submission]);
      return view ?? { ...submission, author: null };
    },

    approve: (caller, id) =>
      decide(caller, id, 'approved', async (write, waiting) => ({
        ...published,
        ...(await publish(write, caller, waiting)),
      })),

    reject: (caller, id, given) => {
      const reason = givenReason(given);
      return decide(caller, id, 'rejected', async () => ({ reason }));
    },

    merge: (caller, id, { postId, asComment = false }) =>
      decide(caller, id, 'approved', async (write, waiting) => {
        const { workspaceId } = caller;
        if (waiting.kind !== 'post') throw conflict('Only a new post can be merged into another.');
        if ((await write.posts.find(workspaceId, postId)) === undefined)
          throw badField('postId', 'names no post of this workspace.');
        const { post, mergedFromId } = await standingPost(write, workspaceId, postId);
        const { userId, title, content, createdAt } = waiting;
        const author = userId === null ? undefined : await write.users.find(workspaceId, userId);
        const cast = { source: 'visitor' as const, now: clock.now(), votedAt: createdAt };
        if (author !== undefined) {
          await castVote(write, workspaceId, { post, mergedFromId }, author, cast);
          if (waiting.follows) await follow(write, workspaceId, { post, mergedFromId }, [author.id], cast);
        }
        if (!asComment) return { ...published, postId: post.id };
        const text = [title, content].filter((part) => part !== null && part !== '').join('\n\n');
        const said = { ...waiting, content: text };
        const comment = await publishComment(deps, write, caller, post.id, said);
        return { ...published, postId: post.id, commentId: comment.id };
      }),

    async reports({ workspaceId }, page) {
      const found = await readPage(
        { page },
        ({ slice }) => read.reports.page(workspaceId, slice),
        createdSortKey,
      );
      return { ...found, items: await withUsers(read, workspaceId, found.items) };
    },

    async removeReport(caller, id) {
      const { workspaceId } = caller;
      await change(deps, caller, async (write) => {
        if ((await write.reports.find(workspaceId, id)) === undefined) throw notFound('Report');
        await write.reports.remove(workspaceId, id);
        write.record('report.deleted', id);
      });
      return id;
    },

    async bans({ workspaceId }, page) {
      const found = await readPage({ page }, ({ slice }) => read.bans.page(workspaceId, slice), banSortKey);
      return { ...found, items: await withUsers(read, workspaceId, found.items) };
    },

    async ban(caller, userId, { reason: given, removeVotes = false }) {
      const { workspaceId } = caller;
      const reason = givenReason(given);
      return change(deps, caller, async (write) => {
        const user = await write.users.find(workspaceId, userId);
        if (user === undefined) throw notFound('User');
        if ((await write.workspaces.find(workspaceId))?.userId === userId)
          throw conflict("The workspace's own user cannot be banned.");
        const before = await write.bans.find(workspaceId, userId);
        const ban: Ban = { userId, reason, createdAt: before?.createdAt ?? clock.now() };
        const isNew = before === undefined || before.reason !== reason;
        if (isNew) {
          await write.bans.put(workspaceId, ban);
          await write.visitors.endAllOf(workspaceId, userId);
          write.happened('user.banned', 'user', user);
        }
        if (removeVotes) await takeBackVotes(write, workspaceId, user);
        return { ...ban, user };
      });
    },

    async standing({ workspaceId }, userId) {
      const signIns = (await read.visitors.signInsOf(workspaceId, [userId])).get(userId);
      if (signIns === undefined) throw notFound('User');
      const ban = await read.bans.find(workspaceId, userId);
      const { lastSignedInAt, cameBy } = signIns;
      return { ban: ban ?? null, lastSignedInAt, cameBy };
    },

    unban: (caller, userId) =>
      change(deps, caller, async (write) => {
        const { workspaceId } = caller;
        const user = await write.users.find(workspaceId, userId);
        if (user === undefined) throw notFound('User');
        if (await write.bans.remove(workspaceId, userId)) write.happened('user.unbanned', 'user', user);
        return user;
      }),
  };

  async function takeBackVotes(write: Change, workspaceId: string, user: User): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const taken = await write.votes.takeBack(workspaceId, user.id, 'visitor', votesAtOnce, clock.now());
      hasMore = taken.hasMore;
      const posts = await write.posts.postsOf(
        workspaceId,
        taken.votes.map(({ postId }) => postId),
      );
      if ([...posts.values()].some(isShown)) write.visitorsSee();
      for (const vote of taken.votes) write.deleted('vote', { ...vote, user });
      await write.flush();
    }
  }
}

const isOfPost = ({ kind }: Submission): boolean => kind === 'post' || kind === 'post_edit';

async function withAuthors(
  read: Pick<Reader, 'users'>,
  workspaceId: string,
  submissions: readonly Submission[],
): Promise<SubmissionView[]> {
  const users = await read.users.usersOf(
    workspaceId,
    submissions.flatMap(({ userId }) => userId ?? []),
  );
  return submissions.map((submission) => ({
    ...submission,
    author: users.get(submission.userId ?? '') ?? null,
  }));
}

/** What belongs to a person goes with them, so there is one for each. */
async function withUsers<Thing extends { userId: string }>(
  read: Reader,
  workspaceId: string,
  things: readonly Thing[],
): Promise<(Thing & { user: User })[]> {
  const users = await read.users.usersOf(
    workspaceId,
    things.map(({ userId }) => userId),
  );
  return things.flatMap((thing) => {
    const user = users.get(thing.userId);
    return user === undefined ? [] : [{ ...thing, user }];
  });
}
