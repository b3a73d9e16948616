// What visitors who signed in to the public site can do. They see and touch only what is public, and what they sent
// themselves.

import type { VoteOutcome } from '../../../domain/feedback/vote.ts';
import type { MineQuery, MineView, Submission } from '../../../domain/site/submission.ts';
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
  /** An existing vote stays as it is. */
  vote(visitor: VisitorCaller, postId: string): Promise<VoteOutcome>;
  unvote(visitor: VisitorCaller, postId: string): Promise<VoteOutcome>;
  mine(visitor: VisitorCaller, query: MineQuery): Promise<MineView>;
  /** What the pages mark for this person: on which of these posts they voted. */
  marksOn(visitor: VisitorCaller, postIds: readonly string[]): Promise<{ voted: Set<string> }>;
  /** What they sent that is about this public post or these public comments of it, newest first. */
  sentTo(
    visitor: VisitorCaller,
    things: { postId: string; commentIds: readonly string[] },
  ): Promise<Submission[]>;
  /** Their published posts and comments, and their votes, remain without a name. */
  deleteMyData(visitor: VisitorCaller): Promise<void>;
}

/** On the page of one post. */
const maxSentToPost = 200;

export function visiting(deps: Deps, writing: PostWriting, limits: VisitorLimits): Visiting {
  const { store, clock } = deps;
  return {
    ...sending(deps, writing, limits),
    ...removing(deps, writing),

    async vote(visitor, postId) {
      const { workspaceId } = visitor;
      await limits.take(visitor, 'vote');
      return change(deps, visitor, async (write) => {
        const user = await visitorIn(write, visitor);
        const post = await shownPost(write, workspaceId, postId);
        const cast = { source: 'visitor' as const, now: clock.now() };
        return castVote(write, workspaceId, { post, mergedFromId: null }, user, cast);
      });
    },

    async unvote(visitor, postId) {
      const { workspaceId } = visitor;
      await limits.take(visitor, 'vote');
      return change(deps, visitor, async (write) => {
        const user = await visitorIn(write, visitor);
        const post = await shownPost(write, workspaceId, postId);
        return withdrawVote(write, workspaceId, post, user, clock.now());
      });
    },

    mine: (visitor, query) => mineOf(store.read, visitor, query),

    marksOn: async ({ workspaceId, userId }, postIds) => ({
      voted: await store.read.votes.votedOf(workspaceId, userId, postIds),
    }),

    sentTo: ({ workspaceId, userId }, things) =>
      store.read.submissions.sentTo(workspaceId, userId, things, maxSentToPost),

    deleteMyData: (visitor) =>
      change(deps, visitor, async (write) =>
        erasePerson(deps, write, visitor.workspaceId, await visitorIn(write, visitor)),
      ),
  };
}
