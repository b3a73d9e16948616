import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commentsOfPost } from '../../test/contracts/store/world.ts';
import { openEngines } from '../compose/engines.ts';
import { operatorDeps, operatorOf } from '../compose/operator.ts';
import { readConfig } from '../config.ts';
import type { Comment } from '../domain/feedback/comment.ts';
import type { Post } from '../domain/feedback/post.ts';
import { systemClock } from '../domain/kernel/clock.ts';
import { badField } from '../domain/kernel/failure.ts';
import type { Store } from '../ports/store.ts';
import { seed, seededPosts, seededUntil } from './seed.ts';

const all = { take: 10_000, skip: 0, after: undefined };
const posts = 300;
const dayMs = 86_400_000;
const end = Date.UTC(2026, 0, 15, 12);

let directory: string;
let store: Store;
let workspaceId: string;

const open = async (): Promise<void> => {
  directory = await mkdtemp(join(tmpdir(), 'earshot-seed-'));
  ({ store } = await openEngines(readConfig({ DATA_DIR: directory })));
  workspaceId = (await operatorOf(store, systemClock).create('demo', 'Demo')).id;
};

const close = async (): Promise<void> => {
  await store.close();
  await rm(directory, { recursive: true });
};

beforeEach(open);
afterEach(close);

const fill = (name: string, endsAt = end) =>
  seed(operatorDeps(store, systemClock), { workspaceId, posts, seed: name, endsAt });

const allPosts = () => store.read.posts.page(workspaceId, { sort: 'oldest', slice: all });

const mentioningNotifications = () =>
  store.read.posts.page(workspaceId, { sort: 'oldest', searches: [['notifications']], slice: all });

const commentsOf = ({ id }: Post): Promise<Comment[]> => commentsOfPost(store.read, workspaceId, id);

/** All seeded data without ids: people by email, statuses and types by name, parents by index. */
async function content() {
  const statuses = new Map((await store.read.statuses.list(workspaceId)).map(({ id, name }) => [id, name]));
  const types = new Map((await store.read.postTypes.list(workspaceId)).map(({ id, name }) => [id, name]));
  const found = await allPosts();
  const votes = await store.read.votes.votesOf(workspaceId, found, 10_000);
  const tags = await store.read.tags.tagsOf(
    workspaceId,
    found.map(({ id }) => id),
  );
  const comments = new Map<string, Comment[]>();
  for (const post of found) comments.set(post.id, await commentsOf(post));
  const people = await store.read.users.usersOf(workspaceId, [
    ...found.map(({ authorId }) => authorId),
    ...[...votes.values()].flat().map(({ userId }) => userId),
    ...[...comments.values()].flat().map(({ userId }) => userId ?? ''),
  ]);
  const person = (id: string | null) => {
    const { name, email, createdAt } = people.get(id ?? '') ?? {};
    return { name, email, createdAt };
  };
  return found.map(({ id, authorId, statusId, postTypeId, ...post }) => {
    const said = comments.get(id) ?? [];
    return {
      ...post,
      author: person(authorId),
      status: statuses.get(statusId),
      type: types.get(postTypeId),
      tags: tags.get(id)?.map(({ name }) => name) ?? [],
      votes: (votes.get(id) ?? [])
        .map(({ userId, votedAt }) => ({ ...person(userId), votedAt }))
        .sort((a, b) => String(a.email).localeCompare(String(b.email))),
      comments: said.map(({ content, createdAt, userId, parentId }) => ({
        content,
        createdAt,
        by: person(userId),
        parent: parentId === null ? null : said.findIndex((other) => other.id === parentId),
      })),
    };
  });
}

describe('a seed', () => {
  it('makes the same people, posts, votes, comments, tags and dates again in another store', async () => {
    await fill('same');
    const first = await content();
    await close();
    await open();
    await fill('same');
    expect(await content()).toEqual(first);
  });

  it('ends when it is told to: nothing is later, the last weeks are lively, and another end moves all of it', async () => {
    await fill('timed');
    const first = await content();
    const times = first.flatMap(({ createdAt, updatedAt, votes, comments }) => [
      createdAt,
      updatedAt,
      ...votes.map(({ votedAt }) => votedAt),
      ...comments.map((comment) => comment.createdAt),
    ]);
    expect(Math.max(...times)).toBeLessThanOrEqual(end);
    const votedAts = first.flatMap(({ votes }) => votes.map(({ votedAt }) => votedAt));
    for (const days of [7, 30]) {
      const since = end - days * dayMs;
      expect(first.filter(({ createdAt }) => createdAt > since).length).toBeGreaterThanOrEqual(days / 7);
      expect(votedAts.filter((votedAt) => votedAt > since).length).toBeGreaterThan(2 * days);
    }
    await close();
    await open();
    await fill('timed', end + dayMs);
    const moved = await content();
    expect(moved.map(({ title }) => title)).toEqual(first.map(({ title }) => title));
    expect(moved.map(({ createdAt }) => createdAt - dayMs)).toEqual(first.map(({ createdAt }) => createdAt));
  });

  it('makes other feedback than another seed', async () => {
    await fill('one');
    const titles = (await allPosts()).map(({ title }) => title);
    await close();
    await open();
    await fill('other');
    expect((await allPosts()).map(({ title }) => title)).not.toEqual(titles);
  });

  it('leaves every counter exact, answers under what they answer, and every title found', async () => {
    const revision = await store.read.workspaces.revision(workspaceId);
    const seeded = await fill('counted');
    const found = await allPosts();
    expect(found).toHaveLength(posts);
    const votes = await store.read.votes.votesOf(workspaceId, found, 10_000);
    let depth = 0;
    let comments = 0;
    for (const post of found) {
      expect(post.votesCount).toBe(votes.get(post.id)?.length ?? 0);
      const said = await commentsOf(post);
      expect(post.commentsCount).toBe(said.length);
      comments += said.length;
      const depths = new Map<string, number>();
      for (const { id, parentId } of said) {
        const above = parentId === null ? 0 : depths.get(parentId);
        if (above === undefined) throw new Error('An answer came before what it answers.');
        depths.set(id, above + 1);
        depth = Math.max(depth, above + 1);
      }
    }
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
    expect(seeded).toMatchObject({ posts, comments, votes: sum(found.map(({ votesCount }) => votesCount)) });
    expect(seeded.votes).toBeGreaterThan(posts);
    expect(seeded.people).toBeGreaterThan(0);
    expect(depth).toBeGreaterThan(2);

    for (const status of await store.read.statuses.list(workspaceId)) {
      expect(status.postsCount).toBe(found.filter(({ statusId }) => statusId === status.id).length);
    }
    for (const type of await store.read.postTypes.list(workspaceId)) {
      expect(type.postsCount).toBe(found.filter(({ postTypeId }) => postTypeId === type.id).length);
    }
    const matches = await mentioningNotifications();
    expect(matches).toEqual(found.filter(({ title }) => title.includes('notifications')));
    expect(matches.length).toBeGreaterThan(0);
    expect(await store.read.workspaces.revision(workspaceId)).toBeGreaterThan(revision);
  });

  it('adds to what an earlier run made, people of the same address being the same', async () => {
    const first = await fill('twice');
    await fill('twice');
    const { people } = await fill('another');
    const found = await allPosts();
    expect(found).toHaveLength(3 * posts);
    expect(people).toBe(first.people);
    const matches = await mentioningNotifications();
    expect(matches).toEqual(found.filter(({ title }) => title.includes('notifications')));
    const statuses = await store.read.statuses.list(workspaceId);
    expect(statuses.reduce((sum, { postsCount }) => sum + postsCount, 0)).toBe(3 * posts);
  });
});

describe('the number of posts', () => {
  it.each(['0', '-1', '1.5', '1e3', 'many', '', '10000001', '99999999999'])('cannot be %j', (text) => {
    expect(() => seededPosts(text)).toThrow(badField('posts', 'must be an integer from 1 to 10000000.'));
  });

  it('can be anything in between', () => {
    expect(['1', '300', '10000000'].map(seededPosts)).toEqual([1, 300, 10_000_000]);
  });
});

describe('the end of it', () => {
  it('is now unless it is said, and never to come', () => {
    expect(seededUntil(undefined, end)).toBe(end);
    expect(seededUntil('2026-01-15T12:00:00Z', end)).toBe(end);
    for (const text of ['2026-01-15T12:00:00.001Z', 'yesterday', ''])
      expect(() => seededUntil(text, end)).toThrow(/"until" must be an ISO 8601 time that has been/);
  });
});

it('with a site, makes most of the posts public, says something about them, and writes a changelog', async () => {
  const before = await store.read.sites.find(workspaceId);
  const order = { workspaceId, posts, seed: '1', endsAt: end, withSite: true };
  await seed(operatorDeps(store, systemClock), order);
  expect(before?.visibility).toBe('off');
  expect(await store.read.sites.findPublic('demo')).toMatchObject({ site: { visibility: 'public' } });
  expect(await store.read.workspaces.publicRevision(workspaceId)).toBeGreaterThan(0);
  const telling = (await store.read.statuses.list(workspaceId)).filter(
    ({ notifyFollowers }) => notifyFollowers,
  );
  expect(telling.map(({ name }) => name)).toEqual(['Complete']);
  const found = await allPosts();
  const shown = found.filter(({ visibility }) => visibility === 'public');
  expect(shown.length).toBeGreaterThan(posts / 2);
  expect(shown.length).toBeLessThan(posts);
  for (const { publicUpdatedAt, updatedAt, publicCommentsCount, commentsCount } of shown)
    expect([publicUpdatedAt, publicCommentsCount]).toEqual([updatedAt, commentsCount]);
  const comments = (await Promise.all(found.map(commentsOf))).flat();
  const publicIds = new Set(shown.map(({ id }) => id));
  for (const { postId, isPublic } of comments) expect(isPublic).toBe(publicIds.has(postId));
  expect(comments.filter(({ isAnswer }) => isAnswer).length).toBeGreaterThan(5);
  for (const post of found)
    expect(comments.filter(({ postId }) => postId === post.id)).toHaveLength(post.commentsCount);
  const reasons = await store.read.statuses.pageOfChanges(workspaceId, { slice: all });
  expect(reasons.length).toBeGreaterThan(10);
  expect(reasons.every(({ isPublic, postId }) => isPublic && publicIds.has(postId))).toBe(true);
  const entries = await store.read.changelogs.page(workspaceId, { sort: 'published', slice: all });
  expect(entries).toHaveLength(6);
  const links = await store.read.changelogs.linkedPostIdsOf(
    workspaceId,
    entries.map(({ id }) => id),
  );
  expect([...links.values()].flat().every((id) => publicIds.has(id))).toBe(true);
  expect(links.size).toBeGreaterThan(0);
});
