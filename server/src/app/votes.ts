// What a caller can do with votes. A vote is there or not: saying it twice changes nothing.

import { setImmediate } from 'node:timers/promises';
import { badField, notFound } from '../domain/failure.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import type { Post } from '../domain/post.ts';
import { checkedReference, namesSomebody, type User } from '../domain/user.ts';
import { type Vote, type VoteQuery, voteId, voteSortKey } from '../domain/vote.ts';
import { type Caller, type Change, change, type Deps } from './deps.ts';
import { standingPost } from './merging.ts';
import { readPage } from './paging.ts';
import { findPerson, type NamedPerson, resolvePerson } from './people.ts';

export interface VoteView extends Vote {
  user: User | null;
}

export interface VoteOutcome {
  postId: string;
  /** Null when the person named is not known, so that there was nothing to take back. */
  userId: string | null;
  voted: boolean;
  votesCount: number;
  changed: boolean;
}

export interface BulkOutcome {
  postId: string;
  userIds: string[];
  added: number;
  votesCount: number;
}

export type VoteListQuery = Omit<VoteQuery, 'slice'> & { page: PageRequest };

export interface Votes {
  /** Of the whole workspace, newest first. */
  page(caller: Caller, query: VoteListQuery): Promise<Page<VoteView>>;
  pageOfPost(
    caller: Caller,
    postId: string,
    query: Pick<VoteListQuery, 'updatedSince' | 'page'>,
  ): Promise<Page<VoteView>>;
  add(caller: Caller, postId: string, voter: NamedPerson): Promise<VoteOutcome>;
  /** All of these people have voted afterwards; others keep their votes. */
  addMany(caller: Caller, postId: string, voters: readonly NamedPerson[]): Promise<BulkOutcome>;
  remove(caller: Caller, postId: string, voter: NamedPerson): Promise<VoteOutcome>;
}

export const maxVotersAtOnce = 1000;
/** People are resolved one by one; after so many of them others get their turn. */
const votersAStep = 50;

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

  const vote = async (
    write: Change,
    { workspaceId }: Caller,
    post: Post,
    user: User,
    mergedFromId: string | null,
  ): Promise<boolean> => {
    const cast: Vote = { postId: post.id, userId: user.id, votedAt: clock.now(), mergedFromId };
    const isNew = await write.votes.add(workspaceId, cast);
    if (isNew) {
      await write.posts.addToCounts(workspaceId, post.id, { votes: 1 }, cast.votedAt);
      write.announce('vote.created', post.id, { postId: post.id, userId: user.id, votedAt: cast.votedAt });
    }
    return isNew;
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
        const changed = await vote(write, caller, post, user, mergedFromId);
        const votesCount = post.votesCount + (changed ? 1 : 0);
        return { postId: post.id, userId: user.id, voted: true, votesCount, changed };
      });
    },

    async addMany(caller, postId, voters) {
      if (voters.length < 1 || voters.length > maxVotersAtOnce) {
        throw badField('voters', `must name 1 to ${maxVotersAtOnce} people.`);
      }
      for (const voter of voters) requirePerson(voter);
      return change(deps, caller, async (write) => {
        const { post, mergedFromId } = await standingPost(write, caller.workspaceId, postId);
        write.expect(post);
        const userIds: string[] = [];
        let added = 0;
        for (const [index, voter] of voters.entries()) {
          if (index % votersAStep === votersAStep - 1) await setImmediate();
          const user = await resolvePerson(deps, caller, write, voter);
          userIds.push(user.id);
          if (await vote(write, caller, post, user, mergedFromId)) added += 1;
        }
        return {
          postId: post.id,
          userIds: [...new Set(userIds)],
          added,
          votesCount: post.votesCount + added,
        };
      });
    },

    async remove(caller, postId, voter) {
      requirePerson(voter);
      const reference = checkedReference(voter.reference, voter.fields);
      return change(deps, caller, async (write) => {
        const { post } = await standingPost(write, caller.workspaceId, postId);
        write.expect(post);
        const user = await findPerson(write.users, caller.workspaceId, { ...voter, reference });
        const changed =
          user !== undefined && (await write.votes.remove(caller.workspaceId, post.id, user.id));
        if (user !== undefined) await write.merges.forgetSetAside(caller.workspaceId, post.id, user.id);
        if (changed) {
          await write.posts.addToCounts(caller.workspaceId, post.id, { votes: -1 }, clock.now());
          write.announce('vote.deleted', post.id, { postId: post.id, userId: user.id });
          write.bury('vote', voteId(post.id, user.id));
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
