// Merging a duplicate into another post, and unmerging. Votes and comments move and keep their origin, so that
// unmerging is exact; people who voted on both posts are counted once (docs/adr: merging).

import { setImmediate } from 'node:timers/promises';
import { asSeen, isPublic, isShown, type Post, type PostView } from '../../domain/feedback/post.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import { badField, conflict, notFound } from '../../domain/kernel/failure.ts';
import { edited, touched } from '../../domain/kernel/version.ts';
import type { Writer } from '../../ports/store.ts';
import { type Caller, type Change, change, type Deps, type SeenWriter } from '../kernel/change.ts';
import { publishCommentsOf, writtenPost } from './post-writing.ts';

export interface MergeOptions {
  /** Also show visitors the comments that come to a public post, except private notes. */
  publishComments?: boolean | undefined;
}

export interface Merging {
  /** Returns the source post. */
  merge(caller: Caller, sourceId: string, intoId: string, options?: MergeOptions): Promise<PostView>;
  unmerge(caller: Caller, sourceId: string): Promise<PostView>;
}

export function merging(deps: Deps): Merging {
  return {
    merge: (caller, sourceId, intoId, { publishComments = false } = {}) =>
      change(deps, caller, async (write) => {
        const { workspaceId } = caller;
        const source = await write.posts.find(workspaceId, sourceId);
        if (source === undefined) throw notFound('Post');
        write.expect(source);
        if (intoId === sourceId) throw badField('intoId', 'must name another post.');
        const target = await write.posts.find(workspaceId, intoId);
        if (target === undefined) throw badField('intoId', 'names no post of this workspace.');
        await refuseChains(write, workspaceId, source, target);
        if (publishComments && !isPublic(target)) throw badField('publishComments', 'needs a public target.');
        await moveInto(write, workspaceId, source, target, deps.clock.now(), publishComments);
        const view = await writtenPost(write, workspaceId, sourceId);
        write.happened('post.merged', 'post', view, source);
        return view;
      }),

    unmerge: (caller, sourceId) =>
      change(deps, caller, async (write) => {
        const source = await write.posts.find(caller.workspaceId, sourceId);
        if (source === undefined) throw notFound('Post');
        write.expect(source);
        if (source.mergedIntoId === null) throw conflict('This post is not merged into another.');
        await unmergeOne(deps, write, caller.workspaceId, source, source.mergedIntoId);
        return writtenPost(write, caller.workspaceId, sourceId);
      }),
  };
}

/** Moves votes, comments and followers to the target, and marks the source as merged. It keeps the number of imported votes. */
async function moveInto(
  write: SeenWriter,
  workspaceId: string,
  source: Post,
  target: Post,
  now: Instant,
  publishComments = false,
): Promise<void> {
  if (isPublic(source) || isPublic(target)) write.visitorsSee();
  if (publishComments) await publishCommentsOf(write, workspaceId, source.id, now);
  await write.followers.move(workspaceId, source.id, target.id);
  const votes = await write.merges.moveVotes(workspaceId, source.id, target.id);
  // What was written where visitors did not read stays with the team.
  const isHidden = !isPublic(source) && isPublic(target) && !publishComments;
  const comments = await write.merges.moveComments(workspaceId, source.id, target.id, now, isHidden);
  const countedInPublic = isHidden ? 0 : comments.countedInPublic;
  await write.posts.addToCounts(workspaceId, source.id, {
    votes: -(votes.moved + votes.setAside + source.importedVotes),
    comments: -comments.counted,
    publicComments: -comments.countedInPublic,
  });
  await write.posts.addToCounts(workspaceId, target.id, {
    votes: votes.moved + source.importedVotes,
    comments: comments.counted,
    publicComments: countedInPublic,
  });
  await write.posts.update(workspaceId, edited(source, { mergedIntoId: target.id }, now));
  await write.posts.update(workspaceId, withNews(touched(target, now), countedInPublic));
}

/** The target of a merge, or of one that was undone. Votes alone are no news to visitors. */
const withNews = (post: Post, publicComments: number): Post =>
  publicComments > 0 && isShown(post) ? { ...post, publicUpdatedAt: post.updatedAt } : post;

/**
 * For imports: merges without an event. If the source is merged already, nothing happens. A chain of merges ends in one
 * level: everything is merged into the last post. Returns why the posts can't be merged.
 */
export async function mergePosts(
  write: SeenWriter,
  workspaceId: string,
  sourceId: string,
  intoId: string,
  now: Instant,
): Promise<string | undefined> {
  const source = await write.posts.find(workspaceId, sourceId);
  const named = await write.posts.find(workspaceId, intoId);
  const target =
    named === undefined || named.mergedIntoId === null
      ? named
      : await write.posts.find(workspaceId, named.mergedIntoId);
  if (source === undefined || target === undefined || source.id === target.id)
    return 'must name another post, and not one that is merged into this one.';
  if (source.mergedIntoId !== null) return undefined;
  const earlier = await write.merges.sourcesOf(workspaceId, source.id);
  for (const id of earlier) {
    const merged = await write.posts.find(workspaceId, id);
    if (merged !== undefined) await moveBack(write, workspaceId, merged, source.id, now);
  }
  for (const id of [source.id, ...earlier]) {
    const each = await write.posts.find(workspaceId, id);
    const into = await write.posts.find(workspaceId, target.id);
    if (each !== undefined && into !== undefined) await moveInto(write, workspaceId, each, into, now);
  }
  return undefined;
}

/** Unmerges everything merged into a post that is about to be deleted. */
export async function unmergeAll(
  deps: Deps,
  write: Change,
  workspaceId: string,
  intoId: string,
): Promise<void> {
  for (const sourceId of await write.merges.sourcesOf(workspaceId, intoId)) {
    const source = await write.posts.find(workspaceId, sourceId);
    if (source !== undefined) await unmergeOne(deps, write, workspaceId, source, intoId);
    await setImmediate();
  }
}

/** The post that collects votes and comments: the post itself, or the one it was merged into. */
export async function standingPost(
  write: Change,
  workspaceId: string,
  id: string,
): Promise<{ post: Post; mergedFromId: string | null }> {
  const named = await write.posts.find(workspaceId, id);
  if (named === undefined) throw notFound('Post');
  if (named.mergedIntoId === null) return { post: named, mergedFromId: null };
  const post = await write.posts.find(workspaceId, named.mergedIntoId);
  if (post === undefined) throw notFound('Post');
  return { post, mergedFromId: id };
}

async function unmergeOne(
  deps: Deps,
  write: Change,
  workspaceId: string,
  source: Post,
  intoId: string,
): Promise<void> {
  await moveBack(write, workspaceId, source, intoId, deps.clock.now());
  write.happened('post.unmerged', 'post', await writtenPost(write, workspaceId, source.id), source);
}

/** For undoing an import: unmerges without an event. */
export async function unmergePost(
  write: SeenWriter,
  workspaceId: string,
  sourceId: string,
  now: Instant,
): Promise<void> {
  const source = await write.posts.find(workspaceId, sourceId);
  if (source?.mergedIntoId == null) return;
  await moveBack(write, workspaceId, source, source.mergedIntoId, now);
}

/** Moves votes, comments and followers back from the target. */
async function moveBack(
  write: SeenWriter,
  workspaceId: string,
  source: Post,
  intoId: string,
  now: Instant,
): Promise<void> {
  await write.followers.move(workspaceId, source.id, source.id);
  const votes = await write.merges.returnVotes(workspaceId, source.id, intoId);
  const comments = await write.merges.returnComments(workspaceId, source.id, intoId, now);
  await write.posts.addToCounts(workspaceId, intoId, {
    votes: votes.promoted - votes.returned - source.importedVotes,
    comments: -comments.counted,
    publicComments: -comments.countedInPublic,
  });
  await write.posts.addToCounts(workspaceId, source.id, {
    votes: votes.returned + votes.restored + source.importedVotes,
    comments: comments.counted,
    publicComments: comments.countedInPublic,
  });
  await write.posts.update(workspaceId, asSeen(source, edited(source, { mergedIntoId: null }, now)));
  const target = await write.posts.find(workspaceId, intoId);
  if (isPublic(source) || (target !== undefined && isPublic(target))) write.visitorsSee();
  if (target !== undefined)
    await write.posts.update(workspaceId, withNews(touched(target, now), comments.countedInPublic));
}

/** Merges are one level deep: in a chain, unmerging one link could not restore every count. */
async function refuseChains(write: Writer, workspaceId: string, source: Post, target: Post): Promise<void> {
  if (source.mergedIntoId !== null) {
    throw conflict(`This post is merged into "${source.mergedIntoId}" already; unmerge it first.`);
  }
  if (target.mergedIntoId !== null) {
    throw conflict(
      `The post "${target.id}" is itself merged into "${target.mergedIntoId}"; merge into that one.`,
    );
  }
  const [merged] = await write.merges.sourcesOf(workspaceId, source.id);
  if (merged !== undefined) {
    throw conflict(`The post "${merged}" is merged into this one; unmerge it first.`);
  }
}
