// The script of docs/sync.md, at the default limits: it completes, and running it again changes nothing.

import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { blocksOf, root } from '../../support/documents/markdown.ts';
import { startTimeLapse, type TimeLapse } from '../../support/network/time-lapse.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { cleanUpAfterAll, newDirectory, runToEnd } from '../processes.ts';

const { read, write } = readConfig({}).limits;

/** A tenth of what docs/sync.md calculates with. */
const plan = { posts: 50, comments: 150, votes: 200, people: 25 };

cleanUpAfterAll();

let program: TestProgram;
let server: TimeLapse;
let folder: string;

beforeAll(async () => {
  program = await startProgram({
    environment: { RATE_LIMIT_READ: String(read), RATE_LIMIT_WRITE: String(write) },
  });
  server = await startTimeLapse(program, await program.listen());
  folder = await newDirectory();
  for (const [name, entries] of Object.entries(feedback()))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(entries));
});
afterAll(async () => {
  await server?.close();
  await program?.close();
});

const person = (index: number) => ({
  externalId: `crm-${index % plan.people}`,
  name: `Person ${index % plan.people}`,
});
const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + (index % 300), 9)).toISOString();
const times = <T>(count: number, entryOf: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => entryOf(index));

/** Each post has three comments, of which the last replies to the first, and four votes. */
const feedback = () => ({
  posts: times(plan.posts, (index) => ({
    externalId: `ticket-${index}`,
    title: `Request ${index}`,
    description: `As a **user**, I want number ${index}.`,
    tags: ['imported', `area-${index % 5}`],
    createdAt: day(index),
    author: person(index),
  })),
  comments: times(plan.comments, (index) => {
    const post = index % plan.posts;
    return {
      externalId: `ticket-${post}-${index}`,
      postExternalId: `ticket-${post}`,
      ...(index >= 2 * plan.posts && { parentExternalId: `ticket-${post}-${post}` }),
      content: `Comment ${index}`,
      createdAt: day(index + 1),
      author: person(index + 1),
    };
  }),
  votes: times(plan.votes, (index) => ({
    postExternalId: `ticket-${index % plan.posts}`,
    votedAt: day(index + 2),
    user: person(Math.floor(index / plan.posts) + index),
  })),
});

async function sync(direction: 'push' | 'pull', files = folder) {
  const environment = { EARSHOT_URL: server.baseUrl, EARSHOT_KEY: program.secrets.live };
  const { code, stdout, stderr } = await runToEnd(
    [direction, files],
    environment,
    join(root, 'docs/examples/sync.mjs'),
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '' && !line.startsWith('Waiting'));
}

interface Mirror {
  posts: Record<string, Record<string, unknown>>;
  comments: Record<string, Record<string, unknown>>;
}
const mirror = async (): Promise<Mirror> => JSON.parse(await readFile(join(folder, 'mirror.json'), 'utf8'));

/** Everything that would tell of a change: the revision in the ETags, and the ledger. */
async function state() {
  program.clock.advance(60_000);
  const lists = ['/posts?include=details;voters&limit=100', '/comments', '/votes', '/users', '/audit-log'];
  const answers = await Promise.all(lists.map((path) => program.live.get(path)));
  return {
    events: program.events().length,
    lists: answers.map(({ headers, text }) => ({ etag: headers.etag, text })),
  };
}

const counts = ([created, existing]: readonly ['all' | 'none', 'all' | 'none']) =>
  (['posts', 'comments', 'votes'] as const).map(
    (name) =>
      `${name}: ${created === 'all' ? plan[name] : 0} created, ` +
      `${existing === 'all' ? plan[name] : 0} already there, 0 failed`,
  );

describe('the sync script', () => {
  it('pushes everything at the default limits, with its dates and people', async () => {
    // The posts, which count as 3 writes, just fit into this minute.
    for (let left = write - 3; left > 0; left -= 1) await program.live.post('/posts', {});
    expect(await sync('push')).toEqual(counts(['all', 'none']));
    const batches = [plan.posts, plan.comments, plan.votes].reduce(
      (sum, each) => sum + Math.ceil(each / 100),
      0,
    );
    expect(server.statuses.get(200)).toBe(batches);
    expect(server.statuses.get(429)).toBe(1);
    const { body } = await program.live.get('/posts/by-external-id/ticket-7?include=voters;comments.replies');
    expect(body.data).toMatchObject({
      title: 'Request 7',
      createdAt: day(7),
      author: person(7),
      votesCount: 4,
      commentsCount: 3,
    });
    expect(body.data.comments.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual([
      day(8),
      day(58),
    ]);
  });

  it('changes nothing when it is run again', async () => {
    const before = await state();
    expect(await sync('push')).toEqual(counts(['none', 'all']));
    expect(await state()).toEqual(before);
  });

  it('pulls everything, then only what changed', async () => {
    const size = `the mirror has ${plan.posts} posts, ${plan.comments} comments, ${plan.people + 1} users`;
    expect(await sync('pull')).toEqual([
      `${plan.posts + plan.comments + plan.people + 1} changes read; ${size}`,
    ]);
    // Past the minute that each pull reads again.
    program.clock.advance(120_000);
    const [edited = '', removed = ''] = Object.keys((await mirror()).posts);
    await program.live.patch(`/posts/${edited}`, { title: 'Edited in Earshot' });
    await program.live.delete(`/posts/${removed}`);
    expect(await sync('pull')).toEqual([
      `1 changes read; the mirror has ${plan.posts - 1} posts, ${plan.comments - 3} comments, ${plan.people + 1} users`,
    ]);
    const { posts } = await mirror();
    expect(posts[edited]).toMatchObject({ title: 'Edited in Earshot' });
    expect(posts[edited]?.voters).toHaveLength(4);
  });

  it('pushes the files that the page shows', async () => {
    const files = await newDirectory();
    const shown = blocksOf('docs/sync.md').filter(({ info }) => info.endsWith('.json'));
    for (const { info, code } of shown) writeFileSync(join(files, info), code);
    const sizes = shown.map(
      ({ info, code }) => `${info.replace('.json', '')}: ${JSON.parse(code).length} created`,
    );
    expect(await sync('push', files)).toEqual(sizes.map((size) => `${size}, 0 already there, 0 failed`));
  });
});
