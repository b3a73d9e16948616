// Loads related data of posts, requested by name. Each loader runs once per page, and all users are read in one
// query.

import { setImmediate } from 'node:timers/promises';
import type { Post, PostRelations } from '../../domain/feedback/post.ts';
import { maxVotersPerPost, type Voter } from '../../domain/feedback/vote.ts';
import type { User } from '../../domain/people/user.ts';
import type { Reader } from '../../ports/store.ts';

type People = ReadonlyMap<string, User>;

/** What must be known of a post to load its relations. */
export const relatedBy = [
  'id',
  'authorId',
  'ownerId',
  'votesCount',
  'importedVotes',
  'mergedIntoId',
] as const;
type Related = Pick<Post, (typeof relatedBy)[number]>;

/** The related data of a page of posts, and the users needed to show it. */
interface Found {
  userIds?: string[][];
  of(post: Related, people: People): PostRelations;
}

type Loader = (read: Reader, workspaceId: string, posts: readonly Related[]) => Promise<Found>;

const loaders = {
  async author(_read, _workspaceId, posts) {
    return {
      userIds: [posts.map((post) => post.authorId)],
      of(post, people) {
        const author = people.get(post.authorId);
        return author === undefined ? {} : { author };
      },
    };
  },
  async owner(read, workspaceId, posts) {
    const owners = await read.memberships.membersOf(
      workspaceId,
      posts.flatMap(({ ownerId }) => ownerId ?? []),
    );
    return {
      of({ ownerId }) {
        const owner = ownerId === null ? undefined : owners.get(ownerId);
        return { owner: owner === undefined ? null : { id: owner.id, name: owner.name } };
      },
    };
  },
  async tags(read, workspaceId, posts) {
    const tags = await read.tags.tagsOf(workspaceId, idsOf(posts));
    return { of: (post) => ({ tags: tags.get(post.id) ?? [] }) };
  },
  async attachments(read, workspaceId, posts) {
    const attachments = await read.attachments.attachmentsOf(workspaceId, idsOf(posts));
    return { of: (post) => ({ attachments: attachments.get(post.id) ?? [] }) };
  },
  async voters(read, workspaceId, posts) {
    // One more than is shown tells whether there are more: some of the votes may have no voter.
    const votes = await read.votes.votesOf(workspaceId, posts, maxVotersPerPost + 1);
    return {
      userIds: [...votes.values()].map((ofPost) => ofPost.map((vote) => vote.userId)),
      of(post, people) {
        const voters: Voter[] = [];
        const found = votes.get(post.id) ?? [];
        for (const { userId, votedAt } of found.slice(0, maxVotersPerPost)) {
          const user = people.get(userId);
          if (user !== undefined) voters.push({ user, votedAt });
        }
        return found.length > maxVotersPerPost ? { voters, votersTruncated: true } : { voters };
      },
    };
  },
  async details() {
    // More fields of the post itself, and these relations: see `withIncludes`.
    return { of: () => ({}) };
  },
  async mergedInto(read, workspaceId, posts) {
    const targets = await read.posts.postsOf(
      workspaceId,
      posts.flatMap(({ mergedIntoId }) => mergedIntoId ?? []),
    );
    return {
      of({ mergedIntoId }) {
        const target = mergedIntoId === null ? undefined : targets.get(mergedIntoId);
        return { mergedInto: target === undefined ? null : { id: target.id, title: target.title } };
      },
    };
  },
} satisfies Record<string, Loader>;

/** How many voters are processed before yielding to the event loop. */
const votersATurn = 5_000;

export type PostInclude = keyof typeof loaders;
export const postIncludes = Object.keys(loaders) as PostInclude[];

/** Details are fields of the post itself, and these relations. */
const shownInDetails: PostInclude[] = ['author', 'tags'];

/** Adds the requested relations to the posts in place: copying them would parse every description. */
export async function withIncludes<P extends Related>(
  read: Reader,
  workspaceId: string,
  posts: readonly P[],
  includes: readonly PostInclude[],
): Promise<(P & PostRelations)[]> {
  const found: Found[] = [];
  const wanted = new Set([...includes, ...(includes.includes('details') ? shownInDetails : [])]);
  for (const include of wanted) found.push(await loaders[include](read, workspaceId, posts));
  const people = await read.users.usersOf(workspaceId, await allOf(found));
  let voters = 0;
  for (const post of posts) {
    const relations: PostRelations = Object.assign(post, ...found.map((related) => related.of(post, people)));
    voters += relations.voters?.length ?? 0;
    if (voters < votersATurn) continue;
    voters = 0;
    await setImmediate();
  }
  return [...posts];
}

async function allOf(found: readonly Found[]): Promise<string[]> {
  const all = new Set<string>();
  let seen = 0;
  for (const userIds of found.flatMap((related) => related.userIds ?? [])) {
    for (const id of userIds) all.add(id);
    seen += userIds.length;
    if (seen < votersATurn) continue;
    seen = 0;
    await setImmediate();
  }
  return [...all];
}

const idsOf = (posts: readonly Related[]): string[] => posts.map((post) => post.id);
