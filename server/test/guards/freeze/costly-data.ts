// Data that is expensive to process: crowds at one instant, deep and wide trees, many voters, long texts. Three of
// everything that a write can consume, so that a suspicious result can be rechecked.

import { parseRichText, renderHtml } from '../../../src/domain/rich-text/rich-text.ts';
import { insertComments, insertPosts, insertVoters } from '../../support/bulk.ts';
import type { TestProgram } from '../../support/program.ts';
import type { Kind } from '../document.ts';

export interface CostlyData {
  /** Thousands of posts share this instant. */
  crowdedAt: string;
  /** By kind: objects that are expensive to read, change and delete, all equally. */
  ids: Partial<Record<Kind, string[]>>;
  /** Many ordinary ones, for lists and filters. */
  crowd: Partial<Record<Kind, string[]>>;
}

const copies = 3;
/** Enough to reveal growth; more would take SQLite's index long to load. */
const crowdSize = 4_000;
const treeSize = 2_000;
/** More than a response includes. */
const voterCount = 1_100;
/** The maximum for a changelog, each post as long as possible. */
const linked = 200;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export async function makeCostlyData(program: TestProgram): Promise<CostlyData> {
  const create = async (path: string, body: object): Promise<string> =>
    (await program.live.post(path, body)).body.data.id;
  const each = (make: (index: number) => Promise<string>) =>
    inOrder(times(copies, (index) => () => make(index)));
  const users = await each((index) => create('/users', { email: `heavy-${index}@example.com` }));
  const statuses = await each((index) => create('/statuses', { name: `Heavy ${index}`, category: 'active' }));
  const types = await each((index) => create('/post-types', { name: `Heavy ${index}` }));
  const turn = (things: string[], index: number) => things[index % copies] ?? '';
  const createdAt = Date.parse('2025-03-04T05:06:07.890Z');
  const shared = (index: number) => ({
    authorId: turn(users, index),
    statusId: turn(statuses, index),
    postTypeId: turn(types, index),
  });
  const crowd = await insertPosts(
    program,
    times(crowdSize, (index) => ({
      title: `Crowd ${index} ${index.toString(36)} แสดงความคิดเห็น 反馈`,
      createdAt,
      ...shared(index),
    })),
  );
  const large = largeText();
  const apart = await insertPosts(
    program,
    times(linked, (index) => ({ title: `Linked ${index}`, ...large })),
  );
  const apartIds = apart.map(({ id }) => id);
  const heavy = await insertPosts(
    program,
    times(copies, (index) => ({ title: `Heavy ${index}`, ...shared(index) })),
  );
  for (const post of heavy) {
    await insertComments(program, post, 2 * treeSize, (index) =>
      index === 0 || index > treeSize ? undefined : index - 1,
    );
    program.clock.advance(60_000);
    await insertVoters(program, post.id, voterCount);
  }
  const tag = await tagMany(program, apartIds);
  const posts = heavy.map(({ id }) => id);
  await moveOften(program, posts[0] ?? '', statuses);
  const changelogs = await each((index) =>
    create('/changelogs', { title: `Heavy ${index}`, linkedPostIds: apartIds }),
  );
  return {
    crowdedAt: new Date(createdAt).toISOString(),
    ids: { post: posts, user: users, status: statuses, postType: types, tag: [tag], changelog: changelogs },
    crowd: { post: crowd.map(({ id }) => id) },
  };
}

async function inOrder<T>(steps: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (const step of steps) results.push(await step());
  return results;
}

/** The maximum length of a description. */
function largeText() {
  const description = parseRichText(
    'A long **story**. '.repeat(5000).slice(0, 95_000),
    'markdown',
    'description',
  );
  return { description, descriptionHtml: renderHtml(description) };
}

/** Through the API, which also fills the audit log. */
async function tagMany({ live }: TestProgram, postIds: readonly string[]): Promise<string> {
  for (let from = 0; from < postIds.length; from += 100) {
    const operations = postIds
      .slice(from, from + 100)
      .map((id) => ({ method: 'PATCH', path: `/posts/${id}`, body: { tags: ['crowded'] } }));
    await live.post('/batch', { operations });
  }
  return (await live.get('/tags?filters=search:crowded')).body.data.tags[0].id;
}

async function moveOften({ live }: TestProgram, postId: string, statuses: readonly string[]): Promise<void> {
  const operations = times(100, (index) => ({
    method: 'PATCH',
    path: `/posts/${postId}`,
    body: { statusId: statuses[index % copies] },
  }));
  await live.post('/batch', { operations });
}
