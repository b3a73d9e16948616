// Fills a workspace with demo feedback, also while a server is running: many small transactions, each of which keeps
// every counter exact. The ledger gets a single entry, because an event per demo vote would only be noise.

import { asSystem, type ChangeDeps, change } from '../app/kernel/change.ts';
import type { Status, StatusChange } from '../domain/catalog/status.ts';
import { newTag } from '../domain/catalog/tag.ts';
import { type Comment, newComment } from '../domain/feedback/comment.ts';
import { newPost, type Post } from '../domain/feedback/post.ts';
import type { Vote } from '../domain/feedback/vote.ts';
import { type Instant, parseInstant } from '../domain/kernel/clock.ts';
import { badField } from '../domain/kernel/failure.ts';
import { newUser } from '../domain/people/user.ts';
import { parseRichText, type RichText, renderHtml } from '../domain/rich-text/rich-text.ts';
import type { Writer } from '../ports/store.ts';
import { demoTags } from './seed-content.ts';
import { drawOf, type PlannedPost, type SeedPlan, seeder, seedPlan } from './seed-plan.ts';
import { maxReleasedPosts, openSite, type PublicPost, publicPost } from './seed-site.ts';

export interface SeedOrder {
  workspaceId: string;
  posts: number;
  seed: string;
  /** The time of the latest event. */
  endsAt: Instant;
  /** Switches the public site on, and makes most of the posts public. */
  withSite?: boolean;
  /** Called after every transaction with the number of posts stored so far. */
  onProgress?(posts: number): void;
}

export interface Seeded {
  people: number;
  posts: number;
  votes: number;
  comments: number;
}

type SeedDeps = ChangeDeps;

export const maxSeededPosts = 10_000_000;

/** Target duration of a transaction, since other writers wait for it. The batch size adapts to it. */
const batchMs = 200;
const fewestRows = 250;
const maxRows = 20_000;
const peopleABatch = 250;

/** Parses the number of posts. */
export function seededPosts(text: string): number {
  const posts = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (posts < 1 || posts > maxSeededPosts)
    throw badField('posts', `must be an integer from 1 to ${maxSeededPosts}.`);
  return posts;
}

/** Parses the end time; defaults to now. Times in the future are rejected. */
export function seededUntil(text: string | undefined, now: Instant): Instant {
  if (text === undefined) return now;
  const endsAt = parseInstant(text.trim());
  if (endsAt === undefined || endsAt > now)
    throw badField('until', 'must be an ISO 8601 time that has been, such as 2026-01-31T09:15:02.123Z.');
  return endsAt;
}

export async function seed(
  deps: SeedDeps,
  { workspaceId, posts, seed: name, endsAt, withSite = false, onProgress }: SeedOrder,
): Promise<Seeded> {
  const { store, clock } = deps;
  const statuses = await store.read.statuses.list(workspaceId);
  const statusById = new Map(statuses.map((status) => [status.id, status]));
  const plan = seedPlan(name, posts, endsAt, {
    statuses,
    postTypes: await store.read.postTypes.list(workspaceId),
  });
  const tagIds = await store.transaction((write) =>
    demoTagIds(deps, write, workspaceId, plan.person(0).createdAt),
  );
  const userIds = await demoUserIds(deps, workspaceId, plan);
  const describe = describer();
  const teamUserId = (await store.read.workspaces.find(workspaceId))?.userId ?? '';
  /** The newest public posts that are completed. */
  const released: string[] = [];
  const seeded: Seeded = { people: userIds.length, posts: 0, votes: 0, comments: 0 };
  let rows = 1000;
  while (seeded.posts < posts) {
    const batch: Batch = { posts: [], votes: [], comments: [], statusChanges: [], tagIdsOf: new Map() };
    while (seeded.posts + batch.posts.length < posts && rowsOf(batch) < rows) {
      const place = seeded.posts + batch.posts.length;
      const planned = plan.post(place);
      const status = statusById.get(planned.statusId);
      const shown =
        withSite && status ? publicPost(drawOf(`${name} ${place} site`), status.category) : undefined;
      addPost(batch, planned, status, shown);
    }
    const tookMs = await store.transaction(async (write) => {
      const startedAt = clock.now();
      await write.workspaces.raiseRevision(workspaceId, startedAt);
      if (withSite) await write.workspaces.raisePublicRevision(workspaceId, startedAt);
      await storeBatch(write, workspaceId, batch);
      return () => clock.now() - startedAt;
    });
    rows = Math.round(
      Math.min(maxRows, Math.max(fewestRows, (rows * batchMs) / Math.max(batchMs / 2, tookMs()))),
    );
    seeded.posts += batch.posts.length;
    seeded.votes += batch.votes.length;
    seeded.comments += batch.comments.length;
    onProgress?.(seeded.posts);
  }
  if (withSite) await openSite(deps, { workspaceId, endsAt, posts: released.reverse() });
  else
    await change(deps, asSystem(workspaceId, seeder), async (write) =>
      write.record('workspace.seeded', workspaceId),
    );
  return seeded;

  function addPost(
    batch: Batch,
    planned: PlannedPost,
    status: Status | undefined,
    shown: PublicPost | undefined,
  ): void {
    const userId = (person: number): string => {
      const id = userIds[person];
      if (id === undefined) throw new RangeError('The plan names a person whom it does not have.');
      return id;
    };
    const postId = deps.mintId('post');
    const { title, postTypeId, statusId, createdAt, updatedAt } = planned;
    const answered = shown?.answer === undefined ? 0 : 1;
    const commentsCount = planned.comments.length + answered;
    const given = {
      id: postId,
      title,
      ...describe(planned.markdown),
      postTypeId,
      statusId,
      authorId: userId(planned.author),
      votesCount: planned.votes.length,
      commentsCount,
      ...(shown && {
        visibility: 'public' as const,
        publicCommentsCount: commentsCount,
        publicUpdatedAt: updatedAt,
      }),
      updatedAt,
    };
    batch.posts.push(newPost(given, createdAt));
    for (const { person, votedAt } of planned.votes)
      batch.votes.push({ postId, userId: userId(person), votedAt });
    const ids = planned.comments.map(() => deps.mintId('comment'));
    for (const [place, { person, content, parent, createdAt }] of planned.comments.entries()) {
      const parentId = parent === undefined ? null : (ids[parent] ?? null);
      const isPublic = shown !== undefined;
      const said = { id: ids[place] ?? '', postId, parentId, userId: userId(person), content, isPublic };
      batch.comments.push(newComment(said, createdAt));
    }
    if (shown !== undefined) addShown(batch, postId, planned, shown);
    if (shown !== undefined && status?.category === 'completed') released.push(postId);
    if (released.length > maxReleasedPosts) released.shift();
    const tags = planned.tags.flatMap((place) => tagIds[place] ?? []);
    if (tags.length > 0) batch.tagIdsOf.set(postId, tags);
  }

  /** What the team says about a public post. */
  function addShown(
    batch: Batch,
    postId: string,
    { statusId, updatedAt }: PlannedPost,
    { reason, answer }: PublicPost,
  ): void {
    if (answer !== undefined) {
      const said = { id: deps.mintId('comment'), postId, userId: teamUserId, content: answer };
      const asTeam = { isPublic: true, isFromTeam: true, isAnswer: true };
      batch.comments.push(newComment({ ...said, ...asTeam }, updatedAt));
    }
    if (reason !== undefined)
      batch.statusChanges.push({
        ...{ id: deps.mintId('statusChange'), postId, fromStatusId: null, toStatusId: statusId },
        ...{ comment: reason, actorType: 'system', actorId: seeder.id, isPublic: true, createdAt: updatedAt },
      });
  }
}

interface Batch {
  statusChanges: StatusChange[];
  posts: Post[];
  votes: Vote[];
  comments: Comment[];
  tagIdsOf: Map<string, string[]>;
}

/** A post costs as much as several votes: it has many indexes, including search. */
const rowsOf = ({ posts, votes, comments }: Batch): number =>
  5 * posts.length + votes.length + comments.length;

async function storeBatch(write: Writer, workspaceId: string, batch: Batch): Promise<void> {
  await write.posts.insertMany(workspaceId, batch.posts);
  await write.votes.insertMany(workspaceId, batch.votes);
  await write.comments.insertMany(workspaceId, batch.comments);
  for (const made of batch.statusChanges) await write.statuses.insertChange(workspaceId, made);
  for (const [postId, tagIds] of batch.tagIdsOf) await write.tags.replaceTags(workspaceId, postId, tagIds);
  for (const [id, posts] of countedBy(batch.posts, 'statusId')) {
    await write.statuses.addToPostsCount(workspaceId, id, posts);
  }
  for (const [id, posts] of countedBy(batch.posts, 'postTypeId')) {
    await write.postTypes.addToPostsCount(workspaceId, id, posts);
  }
}

function countedBy(posts: readonly Post[], key: 'statusId' | 'postTypeId'): Map<string, number> {
  const counts = new Map<string, number>();
  for (const post of posts) counts.set(post[key], (counts.get(post[key]) ?? 0) + 1);
  return counts;
}

/** The ids of the demo users; existing users with the same email are reused. */
async function demoUserIds(
  { store, clock, mintId }: SeedDeps,
  workspaceId: string,
  plan: SeedPlan,
): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < plan.people) {
    const places = Array.from(
      { length: Math.min(peopleABatch, plan.people - ids.length) },
      (_, n) => ids.length + n,
    );
    const found = await store.transaction(async (write) => {
      await write.workspaces.raiseRevision(workspaceId, clock.now());
      const unknown = [];
      const batch = [];
      for (const place of places) {
        const person = plan.person(place);
        const known = await write.users.findByEmail(workspaceId, person.email);
        const id = known?.id ?? mintId('user');
        if (known === undefined) unknown.push(newUser({ ...person, id }, person.createdAt));
        batch.push(id);
      }
      await write.users.insertMany(workspaceId, unknown);
      return batch;
    });
    ids.push(...found);
  }
  return ids;
}

async function demoTagIds(
  { clock, mintId }: SeedDeps,
  write: Writer,
  workspaceId: string,
  createdAt: number,
): Promise<string[]> {
  await write.workspaces.raiseRevision(workspaceId, clock.now());
  const ids: string[] = [];
  for (const name of demoTags) {
    const known = await write.tags.findByName(workspaceId, name);
    const tag = known ?? newTag({ id: mintId('tag'), name }, createdAt);
    if (known === undefined) await write.tags.insert(workspaceId, tag);
    ids.push(tag.id);
  }
  return ids;
}

/** Descriptions repeat, so each is parsed and rendered once. */
function describer(): (markdown: string) => { description: RichText; descriptionHtml: string } {
  const known = new Map<string, { description: RichText; descriptionHtml: string }>();
  return (markdown) => {
    const seen = known.get(markdown);
    if (seen !== undefined) return seen;
    const description = parseRichText(markdown, 'markdown', 'description');
    const described = { description, descriptionHtml: renderHtml(description) };
    known.set(markdown, described);
    return described;
  };
}
