// What a caller can do with votes. A vote is there or not: saying it twice changes nothing.

import { badField, notFound } from '../domain/failure.ts';
import { type Page, type PageRequest, pageOf, sliceOf } from '../domain/page.ts';
import { checkedReference, namesSomebody, type User } from '../domain/user.ts';
import type { Vote } from '../domain/vote.ts';
import { type Caller, type Change, change, type Deps } from './deps.ts';
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

export interface Votes {
  page(caller: Caller, postId: string, page: PageRequest): Promise<Page<VoteView>>;
  add(caller: Caller, postId: string, voter: NamedPerson): Promise<VoteOutcome>;
  remove(caller: Caller, postId: string, voter: NamedPerson): Promise<VoteOutcome>;
}

export function votes(deps: Deps): Votes {
  const { store, clock } = deps;

  return {
    async page({ workspaceId }, postId, request) {
      if ((await store.read.posts.find(workspaceId, postId)) === undefined) throw notFound('Post');
      const rows = await store.read.votes.page(workspaceId, postId, sliceOf(request));
      const page = pageOf(rows, request, ({ votedAt, userId }) => [votedAt, userId]);
      const userIds = page.items.map((vote) => vote.userId);
      const users = await store.read.users.usersOf(workspaceId, userIds);
      return {
        ...page,
        items: page.items.map((vote) => ({ ...vote, user: users.get(vote.userId) ?? null })),
      };
    },

    add(caller, postId, voter) {
      requirePerson(voter);
      return change(deps, caller, async (write) => {
        const count = await countOf(write, caller, postId);
        const user = await resolvePerson(deps, caller, write, voter);
        const vote: Vote = { postId, userId: user.id, votedAt: clock.now() };
        const changed = await write.votes.add(caller.workspaceId, vote);
        if (changed) {
          await write.posts.addToCounts(caller.workspaceId, postId, { votes: 1 });
          write.announce('vote.created', vote);
        }
        return { postId, userId: user.id, voted: true, votesCount: count + (changed ? 1 : 0), changed };
      });
    },

    remove(caller, postId, voter) {
      requirePerson(voter);
      const reference = checkedReference(voter.reference, voter.fields);
      return change(deps, caller, async (write) => {
        const count = await countOf(write, caller, postId);
        const user = await findPerson(write.users, caller.workspaceId, { ...voter, reference });
        const changed = user !== undefined && (await write.votes.remove(caller.workspaceId, postId, user.id));
        if (changed) {
          await write.posts.addToCounts(caller.workspaceId, postId, { votes: -1 });
          write.announce('vote.deleted', { postId, userId: user.id });
        }
        return {
          postId,
          userId: user?.id ?? null,
          voted: false,
          votesCount: count - (changed ? 1 : 0),
          changed,
        };
      });
    },
  };
}

function requirePerson({ reference }: NamedPerson): void {
  if (!namesSomebody(reference)) {
    throw badField('userId', 'is required; "userExternalId" or "userEmail" will do as well.');
  }
}

async function countOf(write: Change, { workspaceId }: Caller, postId: string): Promise<number> {
  const post = await write.posts.find(workspaceId, postId);
  if (post === undefined) throw notFound('Post');
  return post.votesCount;
}
