// The use cases for votes. Voting is idempotent: a repeated vote changes nothing.

import {
  type Vote,
  type VoteOutcome,
  type VoteQuery,
  type VoteView,
  votedNow,
  voteSortKey,
  voteSourceOf,
} from '../../domain/feedback/vote.ts';
import { type Instant, pastInstant } from '../../domain/kernel/clock.ts';
import { badField } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { checkedReference, type NamedPerson, type User } from '../../domain/people/user.ts';
import { type Caller, change, type Deps, faultsOf } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import { together } from '../kernel/together.ts';
import { findPerson, requirePerson, resolvePeople, resolvePerson } from '../people/people.ts';
import { follow } from './following.ts';
import { standingPost } from './merging.ts';
import { pageOfPost } from './of-post.ts';
import { castVote, countNew, withdrawVote } from './vote-casting.ts';

/** A vote to add: who votes, and optionally since when, with the request field of that time. */
export interface Ballot {
  voter: NamedPerson;
  /** Whether they also follow the post. */
  follow?: boolean | undefined;
  votedAt?: { text: string; field: string } | undefined;
}

export interface BulkOutcome {
  postId: string;
  userIds: string[];
  added: number;
  votesCount: number;
}

export type VoteListQuery = Omit<VoteQuery, 'slice'> & { page: PageRequest };

export interface Votes {
  /** All votes of the workspace, newest first. */
  page(caller: Caller, query: VoteListQuery): Promise<Page<VoteView>>;
  pageOfPost(
    caller: Caller,
    postId: string,
    query: Pick<VoteListQuery, 'updatedSince' | 'page'>,
  ): Promise<Page<VoteView>>;
  /** An existing vote stays as it is, with its time. */
  add(caller: Caller, postId: string, ballot: Ballot): Promise<VoteOutcome>;
  /** Adds votes for all of these people; existing votes stay. */
  addMany(caller: Caller, postId: string, ballots: readonly Ballot[]): Promise<BulkOutcome>;
  remove(caller: Caller, postId: string, voter: NamedPerson): Promise<VoteOutcome>;
}

export const maxVotersAtOnce = 1000;

export function votes(deps: Deps): Votes {
  const { store, clock } = deps;

  const page = async (caller: Caller, asked: VoteListQuery) => {
    const { workspaceId } = caller;
    const found = await readPage(asked, (query) => store.read.votes.page(workspaceId, query), voteSortKey);
    const userIds = found.items.map((vote) => vote.userId);
    const users = await store.read.users.usersOf(workspaceId, userIds);
    return {
      ...found,
      items: found.items.map((vote) => ({ ...vote, user: users.get(vote.userId) ?? null })),
    };
  };

  const timeOf = ({ votedAt }: Ballot): Instant | undefined =>
    votedAt === undefined ? undefined : pastInstant(votedAt.text, votedAt.field, clock.now());

  return {
    page,

    pageOfPost: (caller, postId, query) =>
      pageOfPost(store, caller.workspaceId, postId, () => page(caller, { ...query, postIds: [postId] })),

    async add(caller, postId, ballot) {
      requirePerson(ballot.voter);
      const votedAt = timeOf(ballot);
      return change(deps, caller, async (write) => {
        const [{ post, mergedFromId }, user] = await together(
          standingPost(write, caller.workspaceId, postId),
          resolvePerson(deps, caller, write, ballot.voter),
        );
        write.expect(post);
        // Not before others have committed: what comes later must not have an earlier time.
        const cast = { source: voteSourceOf(caller.actor), now: clock.now(), votedAt };
        if (ballot.follow === true)
          await follow(write, caller.workspaceId, { post, mergedFromId }, [user.id], cast);
        return castVote(write, caller.workspaceId, { post, mergedFromId }, user, cast);
      });
    },

    async addMany(caller, postId, ballots) {
      if (ballots.length < 1 || ballots.length > maxVotersAtOnce) {
        throw badField('voters', `must name 1 to ${maxVotersAtOnce} people.`);
      }
      const faults = faultsOf(caller);
      const votedAts = ballots.map((ballot) => {
        faults.check(() => requirePerson(ballot.voter), undefined);
        return faults.check(() => timeOf(ballot), undefined);
      });
      return change(deps, caller, async (write) => {
        const { post, mergedFromId } = await standingPost(write, caller.workspaceId, postId);
        write.expect(post);
        const voters = ballots.map(({ voter }) => voter);
        const people = await resolvePeople(deps, caller, write, voters);
        const now = clock.now();
        const source = voteSourceOf(caller.actor);
        const votes = new Map<string, Vote & { user: User }>();
        for (const [index, user] of people.entries()) {
          const { votedAt, recordedAt = null } = votes.get(user.id) ?? votedNow(now, votedAts[index]);
          // Of a person named twice, the first time counts. What is known of them may have grown since.
          const times = { votedAt, recordedAt };
          votes.set(user.id, { postId: post.id, userId: user.id, ...times, mergedFromId, source, user });
        }
        const newIds = await write.votes.addMany(caller.workspaceId, post.id, [...votes.values()]);
        const added = [...votes.values()].filter(({ userId }) => newIds.has(userId));
        countNew(write, caller.workspaceId, post, added, now);
        const votesCount = post.votesCount + added.length;
        return { postId: post.id, userIds: [...votes.keys()], added: added.length, votesCount };
      });
    },

    async remove(caller, postId, voter) {
      requirePerson(voter);
      const reference = checkedReference(voter.reference, voter.fields, faultsOf(caller));
      return change(deps, caller, async (write) => {
        const { post } = await standingPost(write, caller.workspaceId, postId);
        write.expect(post);
        const user = await findPerson(write.users, caller.workspaceId, { ...voter, reference });
        return user === undefined
          ? { postId: post.id, userId: null, voted: false, votesCount: post.votesCount, changed: false }
          : withdrawVote(write, caller.workspaceId, post, user, clock.now());
      });
    },
  };
}
