// Adds and removes one vote within a transaction: shared by every way to vote.

import { isShown, type Post } from '../../domain/feedback/post.ts';
import { type Vote, type VoteOutcome, type VoteSource, votedNow } from '../../domain/feedback/vote.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import type { User } from '../../domain/people/user.ts';
import type { Change } from '../kernel/change.ts';

/** The post that the vote counts for, and the merged one that it was given to, if any. */
interface Voted {
  post: Post;
  mergedFromId: string | null;
}

interface Cast {
  source: VoteSource;
  now: Instant;
  /** Defaults to now. */
  votedAt?: Instant | undefined;
}

/** An existing vote stays as it is. */
export async function castVote(
  write: Change,
  workspaceId: string,
  { post, mergedFromId }: Voted,
  user: User,
  { source, now, votedAt }: Cast,
): Promise<VoteOutcome> {
  const vote: Vote = {
    postId: post.id,
    userId: user.id,
    ...votedNow(now, votedAt),
    mergedFromId,
    source,
  };
  const changed = await write.votes.add(workspaceId, vote);
  countNew(write, workspaceId, post, changed ? [{ ...vote, user }] : [], now);
  const votesCount = post.votesCount + (changed ? 1 : 0);
  return { postId: post.id, userId: user.id, voted: true, votesCount, changed };
}

/** Updates the count once for all new votes and records each of them. */
export function countNew(
  write: Change,
  workspaceId: string,
  post: Post,
  votes: readonly (Vote & { user: User })[],
  now: Instant,
): void {
  if (votes.length === 0) return;
  write.alongside(write.posts.addToCounts(workspaceId, post.id, { votes: votes.length }, now));
  if (isShown(post)) write.visitorsSee();
  for (const vote of votes) write.created('vote', vote);
}

/** Also forgets votes of the person that a merge into this post has set aside. */
export async function withdrawVote(
  write: Change,
  workspaceId: string,
  post: Post,
  user: User,
  now: Instant,
): Promise<VoteOutcome> {
  const vote = await write.votes.remove(workspaceId, post.id, user.id);
  await write.merges.forgetSetAside(workspaceId, post.id, user.id);
  const changed = vote !== undefined;
  if (changed) {
    await write.posts.addToCounts(workspaceId, post.id, { votes: -1 }, now);
    if (isShown(post)) write.visitorsSee();
    write.deleted('vote', { ...vote, user });
  }
  const votesCount = post.votesCount - (changed ? 1 : 0);
  return { postId: post.id, userId: user.id, voted: false, votesCount, changed };
}
