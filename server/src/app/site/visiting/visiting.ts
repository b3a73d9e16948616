// What visitors who signed in to the public site can do. They see and touch only what is public, and what they sent
// themselves.

import type { VoteOutcome } from '../../../domain/feedback/vote.ts';
import { notFound } from '../../../domain/kernel/failure.ts';
import type { User } from '../../../domain/people/user.ts';
import type { MineQuery, MineView, Submission } from '../../../domain/site/submission.ts';
import { follow, unfollow } from '../../feedback/following.ts';
import type { PostWriting } from '../../feedback/post-writing.ts';
import { castVote, withdrawVote } from '../../feedback/vote-casting.ts';
import { change, type Deps, type VisitorCaller } from '../../kernel/change.ts';
import { erasePerson } from '../../people/user-erasure.ts';
import type { VisitorLimits } from './limits.ts';
import { mineOf } from './mine.ts';
import { type Removing, removing } from './removing.ts';
import { type Sending, sending } from './sending.ts';
import { shownPost, visitorIn } from './visitor.ts';

export interface Visiting extends Sending, Removing {
  /** An existing vote stays as it is. `follows`: whether a new one makes them follow the post. */
  vote(visitor: VisitorCaller, postId: string, follows: boolean): Promise<Voted>;
  /** They no longer follow the post, either: one tap undoes what another did. */
  unvote(visitor: VisitorCaller, postId: string): Promise<Voted>;
  /** NOT_FOUND if the person can't be told: without an address, or while mail is not set up. */
  follow(visitor: VisitorCaller, postId: string): Promise<void>;
  unfollow(visitor: VisitorCaller, postId: string): Promise<void>;
  mine(visitor: VisitorCaller, query: MineQuery): Promise<MineView>;
  /** What the pages mark for this person: on which of these posts they voted, and which they follow. */
  marksOn(visitor: VisitorCaller, postIds: readonly string[]): Promise<Marks>;
  /** What they sent that is about this public post or these public comments of it, newest first. */
  sentTo(
    visitor: VisitorCaller,
    things: { postId: string; commentIds: readonly string[] },
  ): Promise<Submission[]>;
  /** Their published posts and comments, and their votes, remain without a name. */
  deleteMyData(visitor: VisitorCaller): Promise<void>;
}

export interface Voted extends VoteOutcome {
  isFollowing: boolean;
}

export interface Marks {
  voted: ReadonlySet<string>;
  followed: ReadonlySet<string>;
}

/** On the page of one post. */
const maxSentToPost = 200;

export function visiting(
  deps: Deps,
  writing: PostWriting,
  limits: VisitorLimits,
  hasMail: boolean,
): Visiting {
  const { store, clock } = deps;
  /** People without an address can't be told, so they follow nothing. */
  const isTellable = ({ email }: User): boolean => hasMail && email !== null;
  return {
    ...sending(deps, writing, limits, isTellable),
    ...removing(deps, writing),

    async vote(visitor, postId, follows) {
      const { workspaceId } = visitor;
      await limits.take(visitor, 'vote');
      return change(deps, visitor, async (write) => {
        const user = await visitorIn(write, visitor);
        const post = await shownPost(write, workspaceId, postId);
        const cast = { source: 'visitor' as const, now: clock.now() };
        const voted = { post, mergedFromId: null };
        const outcome = await castVote(write, workspaceId, voted, user, cast);
        if (follows && outcome.changed && isTellable(user)) {
          await follow(write, workspaceId, voted, [user.id], cast);
          return { ...outcome, isFollowing: true };
        }
        const followed = await write.followers.followedOf(workspaceId, user.id, [post.id]);
        return { ...outcome, isFollowing: followed.has(post.id) };
      });
    },

    async unvote(visitor, postId) {
      const { workspaceId } = visitor;
      await limits.take(visitor, 'vote');
      return change(deps, visitor, async (write) => {
        const user = await visitorIn(write, visitor);
        const post = await shownPost(write, workspaceId, postId);
        await unfollow(write, workspaceId, post.id, user.id);
        const outcome = await withdrawVote(write, workspaceId, post, user, clock.now());
        return { ...outcome, isFollowing: false };
      });
    },

    async follow(visitor, postId) {
      const { workspaceId } = visitor;
      await limits.take(visitor, 'vote');
      await change(deps, visitor, async (write) => {
        const user = await visitorIn(write, visitor);
        const post = await shownPost(write, workspaceId, postId);
        if (!isTellable(user)) throw notFound('Page');
        const by = { source: 'visitor' as const, now: clock.now() };
        await follow(write, workspaceId, { post, mergedFromId: null }, [user.id], by);
      });
    },

    unfollow: (visitor, postId) =>
      change(deps, visitor, async (write) => {
        const { workspaceId } = visitor;
        const { id } = await visitorIn(write, visitor);
        const post = await shownPost(write, workspaceId, postId);
        await unfollow(write, workspaceId, post.id, id);
      }),

    mine: (visitor, query) => mineOf(store.read, visitor, query),

    async marksOn({ workspaceId, userId }, postIds) {
      const [voted, followed] = await Promise.all([
        store.read.votes.votedOf(workspaceId, userId, postIds),
        hasMail ? store.read.followers.followedOf(workspaceId, userId, postIds) : new Set<string>(),
      ]);
      return { voted, followed };
    },

    sentTo: ({ workspaceId, userId }, things) =>
      store.read.submissions.sentTo(workspaceId, userId, things, maxSentToPost),

    deleteMyData: (visitor) =>
      change(deps, visitor, async (write) =>
        erasePerson(deps, write, visitor.workspaceId, await visitorIn(write, visitor)),
      ),
  };
}
