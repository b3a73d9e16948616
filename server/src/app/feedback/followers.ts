// The use cases for followers. Following is idempotent, and visitors see nothing of it.

import { type FollowerView, type FollowOutcome, followerSortKey } from '../../domain/feedback/follower.ts';
import { voteSourceOf } from '../../domain/feedback/vote.ts';
import { badField } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { checkedReference, type NamedPerson } from '../../domain/people/user.ts';
import { type Caller, change, type Deps, faultsOf } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import { together } from '../kernel/together.ts';
import { findPerson, requirePerson, resolvePeople, resolvePerson } from '../people/people.ts';
import { follow, unfollow } from './following.ts';
import { standingPost } from './merging.ts';
import { pageOfPost } from './of-post.ts';

export interface BulkFollowOutcome {
  postId: string;
  userIds: string[];
  added: number;
}

export interface Followers {
  /** Newest first. */
  pageOfPost(caller: Caller, postId: string, page: PageRequest): Promise<Page<FollowerView>>;
  add(caller: Caller, postId: string, person: NamedPerson): Promise<FollowOutcome>;
  addMany(caller: Caller, postId: string, people: readonly NamedPerson[]): Promise<BulkFollowOutcome>;
  remove(caller: Caller, postId: string, person: NamedPerson): Promise<FollowOutcome>;
}

export const maxFollowersAtOnce = 1000;

export function followers(deps: Deps): Followers {
  const { store, clock } = deps;

  return {
    pageOfPost: ({ workspaceId }, postId, page) =>
      pageOfPost(store, workspaceId, postId, async () => {
        const found = await readPage(
          { page },
          ({ slice }) => store.read.followers.pageOfPost(workspaceId, postId, slice),
          followerSortKey,
        );
        const users = await store.read.users.usersOf(
          workspaceId,
          found.items.map(({ userId }) => userId),
        );
        const items = found.items.map((item) => ({ ...item, user: users.get(item.userId) ?? null }));
        return { ...found, items };
      }),

    async add(caller, postId, person) {
      requirePerson(person);
      const { workspaceId } = caller;
      return change(deps, caller, async (write) => {
        const [standing, user] = await together(
          standingPost(write, workspaceId, postId),
          resolvePerson(deps, caller, write, person),
        );
        write.expect(standing.post);
        const by = { source: voteSourceOf(caller.actor), now: clock.now() };
        const added = await follow(write, workspaceId, standing, [user.id], by);
        return { postId: standing.post.id, userId: user.id, following: true, changed: added.size > 0 };
      });
    },

    async addMany(caller, postId, people) {
      if (people.length < 1 || people.length > maxFollowersAtOnce) {
        throw badField('users', `must name 1 to ${maxFollowersAtOnce} people.`);
      }
      const { workspaceId } = caller;
      const faults = faultsOf(caller);
      for (const person of people) faults.check(() => requirePerson(person), undefined);
      return change(deps, caller, async (write) => {
        const standing = await standingPost(write, workspaceId, postId);
        write.expect(standing.post);
        const found = await resolvePeople(deps, caller, write, people);
        const userIds = [...new Set(found.map(({ id }) => id))];
        const by = { source: voteSourceOf(caller.actor), now: clock.now() };
        const added = await follow(write, workspaceId, standing, userIds, by);
        return { postId: standing.post.id, userIds, added: added.size };
      });
    },

    async remove(caller, postId, person) {
      requirePerson(person);
      const { workspaceId } = caller;
      const reference = checkedReference(person.reference, person.fields, faultsOf(caller));
      return change(deps, caller, async (write) => {
        const { post } = await standingPost(write, workspaceId, postId);
        write.expect(post);
        const user = await findPerson(write.users, workspaceId, { ...person, reference });
        const changed = user !== undefined && (await unfollow(write, workspaceId, post.id, user.id));
        return { postId: post.id, userId: user?.id ?? null, following: false, changed };
      });
    },
  };
}
