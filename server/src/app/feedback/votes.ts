// The use cases for votes. Voting is idempotent: a repeated vote changes nothing.

import type { Instant } from '../../domain/clock.ts';
import { badField, notFound } from '../../domain/failure.ts';
import type { Page, PageRequest } from '../../domain/page.ts';
import { checkedReference, type NamedPerson, namesSomebody, type User } from '../../domain/user.ts';
import {
  type Vote,
  type VoteOutcome,
  type VoteQuery,
  type VoteView,
  voteSortKey,
} from '../../domain/vote.ts';
import { type Caller, type Change, change, type Deps, faultsOf } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import { findPerson, resolvePeople, resolvePerson } from '../people/people.ts';
import { standingPost } from './merging.ts';

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
  add(caller: Caller, postId: string, voter: NamedPerson): Promise<VoteOutcome>;
  /** Adds votes for all of these people; existing votes stay. */
  addMany(caller: Caller, postId: string, voters: readonly NamedPerson[]): Promise<BulkOutcome>;
  remove(caller: Caller, postId: string, voter: NamedPerson): Promise<VoteOutcome>;
}

export const maxVotersAtOnce = 1000;

export function votes(deps: Deps): Votes {
  const { store, clock } = deps;

  const page = async (caller: Caller, asked: VoteListQuery) => {
    const { workspaceId } = caller;
    const found = await readPage(
      deps,
      caller,
      'votes',
      asked,
      (query) => store.read.votes.page(workspaceId, query),
      voteSortKey,
    );
    const userIds = found.items.map((vote) => vote.userId);
    const users = await store.read.users.usersOf(workspaceId, userIds);
    return {
      ...found,
      items: found.items.map((vote) => ({ ...vote, user: users.get(vote.userId) ?? null })),
    };
  };

  /** Updates the count once for all new votes and records each of them. */
  const countNew = async (
    write: Change,
    { workspaceId }: Caller,
    postId: string,
    users: readonly User[],
    votedAt: Instant,
  ): Promise<void> => {
    if (users.length === 0) return;
    await write.posts.addToCounts(workspaceId, postId, { votes: users.length }, votedAt);
    for (const user of users) write.created('vote', { postId, userId: user.id, votedAt, user });
  };

  return {
    page,

    async pageOfPost(caller, postId, query) {
      if ((await store.read.posts.find(caller.workspaceId, postId)) === undefined) throw notFound('Post');
      return page(caller, { ...query, postIds: [postId] });
    },

    async add(caller, postId, voter) {
      requirePerson(voter);
      return change(deps, caller, async (write) => {
        const { post, mergedFromId } = await standingPost(write, caller.workspaceId, postId);
        write.expect(post);
        const user = await resolvePerson(deps, caller, write, voter);
        const vote: Vote = { postId: post.id, userId: user.id, votedAt: clock.now(), mergedFromId };
        const changed = await write.votes.add(caller.workspaceId, vote);
        await countNew(write, caller, post.id, changed ? [user] : [], vote.votedAt);
        const votesCount = post.votesCount + (changed ? 1 : 0);
        return { postId: post.id, userId: user.id, voted: true, votesCount, changed };
      });
    },

    async addMany(caller, postId, voters) {
      if (voters.length < 1 || voters.length > maxVotersAtOnce) {
        throw badField('voters', `must name 1 to ${maxVotersAtOnce} people.`);
      }
      for (const voter of voters) faultsOf(caller).check(() => requirePerson(voter), undefined);
      return change(deps, caller, async (write) => {
        const { post, mergedFromId } = await standingPost(write, caller.workspaceId, postId);
        write.expect(post);
        const people = await resolvePeople(deps, caller, write, voters);
        const byId = new Map(people.map((user) => [user.id, user]));
        const userIds = [...byId.keys()];
        const votedAt = clock.now();
        const votes = userIds.map((userId): Vote => ({ postId: post.id, userId, votedAt, mergedFromId }));
        const newIds = await write.votes.addMany(caller.workspaceId, post.id, votes);
        const added = [...byId.values()].filter(({ id }) => newIds.has(id));
        await countNew(write, caller, post.id, added, votedAt);
        return { postId: post.id, userIds, added: added.length, votesCount: post.votesCount + added.length };
      });
    },

    async remove(caller, postId, voter) {
      requirePerson(voter);
      const reference = checkedReference(voter.reference, voter.fields, faultsOf(caller));
      return change(deps, caller, async (write) => {
        const { post } = await standingPost(write, caller.workspaceId, postId);
        write.expect(post);
        const user = await findPerson(write.users, caller.workspaceId, { ...voter, reference });
        const vote = user && (await write.votes.remove(caller.workspaceId, post.id, user.id));
        const changed = vote !== undefined;
        if (user !== undefined) await write.merges.forgetSetAside(caller.workspaceId, post.id, user.id);
        if (changed) {
          await write.posts.addToCounts(caller.workspaceId, post.id, { votes: -1 }, clock.now());
          write.deleted('vote', { ...vote, user: user ?? null });
        }
        const votesCount = post.votesCount - (changed ? 1 : 0);
        return { postId: post.id, userId: user?.id ?? null, voted: false, votesCount, changed };
      });
    },
  };
}

function requirePerson({ reference, fields }: NamedPerson): void {
  if (namesSomebody(reference)) return;
  throw badField(fields.id, `is required; "${fields.externalId}" or "${fields.email}" will do as well.`);
}
