// `kill -9` while visitors vote and write: what they were told is there, once and whole, and they are still signed in.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { chosenKeys, cleanUpAfterEach, liveKey, type Serving, serve } from '../../e2e/processes.ts';
import { newEngines, type TestEngines } from '../../support/servers/engines.ts';
import { chosenSeed, type Random, seededRandom } from '../random.ts';
import { dataOf } from '../sending.ts';
import type { SiteForm } from '../site-forms.ts';
import { arrived, type SiteVisitor } from '../site-visitor.ts';
import { countsThatAreWrong } from './model.ts';

const rounds = 3;
const visitorsAtOnce = 6;
const seed = chosenSeed('EARSHOT_CRASH_SEED');

let engines: TestEngines;
cleanUpAfterEach();
beforeEach(async () => {
  engines = await newEngines();
});
afterEach(() => engines.close());

const start = () =>
  serve(engines.dataDir, {
    ...engines.environment,
    ...chosenKeys,
    ...{ LOG_LEVEL: 'warn', TRUST_PROXY: 'true', PAGE_LIMIT: '0' },
  });

interface Act {
  kind: 'vote' | 'post' | 'waitingPost' | 'comment';
  /** Who, or what was written: unlike in any other act. */
  mark: string;
  isAnswered: boolean;
}

interface Written {
  acts: Act[];
  visitors: { visitor: SiteVisitor; name: string }[];
}

/** One after the other: people who vote, comment and post, until the server is gone. */
async function visitUntilGone(
  serving: Serving,
  postId: string,
  name: string,
  onAnswer: () => void,
): Promise<Written> {
  const written: Written = { acts: [], visitors: [] };
  try {
    for (let count = 0; ; count += 1) {
      const mark = `${name}n${count}`;
      const visitor = await arrived(serving.address, liveKey, mark);
      written.visitors.push({ visitor, name: mark });
      const link = 'https://example.com';
      const forms: [Act['kind'], SiteForm][] = [
        ['vote', { path: `/posts/${postId}/vote`, fields: { vote: '1' } }],
        ['comment', { path: `/posts/${postId}/comments`, fields: { text: `Said by ${mark}` } }],
        ['post', { path: '/posts', fields: { title: `Sent by ${mark}`, text: 'Words' } }],
        ['waitingPost', { path: '/posts', fields: { title: `Linked by ${mark}`, text: link } }],
      ];
      for (const [kind, form] of forms) {
        const act = { kind, mark, isAnswered: false };
        written.acts.push(act);
        const { status, text } = await visitor.send(form);
        expect([status, text]).toEqual([200, expect.any(String)]);
        act.isAnswered = true;
        onAnswer();
      }
    }
  } catch (error) {
    // How `fetch` says that the connection broke.
    if (!(error instanceof TypeError)) throw error;
    return written;
  }
}

async function crash(serving: Serving, postId: string, round: number, random: Random): Promise<Written[]> {
  const enough = 8 + random.below(60);
  let answered = 0;
  const onAnswer = () => {
    answered += 1;
    if (answered === enough) serving.child.kill('SIGKILL');
  };
  const names = Array.from({ length: visitorsAtOnce }, (_, index) => `r${round}v${index}`);
  const written = await Promise.all(names.map((name) => visitUntilGone(serving, postId, name, onAnswer)));
  expect((await serving.exited).signal).toBe('SIGKILL');
  return written;
}

/** What each act left, as one line for each thing. */
function thingsIn({ database }: TestEngines): Map<string, string[]> {
  const things = new Map<string, string[]>();
  const add = (kind: Act['kind'], query: string) => {
    for (const { mark, what } of database.rows(query)) {
      const key = `${kind} ${String(mark).split(' ').at(-1)}`;
      things.set(key, [...(things.get(key) ?? []), String(what)]);
    }
  };
  const isTheirs = `users.external_id like 'r%'`;
  add(
    'vote',
    `select users.external_id as mark, 'vote' as what from votes
    join users on users.id = votes.user_id join posts on posts.id = votes.post_id
    where ${isTheirs} and posts.title = 'A wish'`,
  );
  add('comment', `select content as mark, 'comment' as what from comments where content like 'Said by %'`);
  add(
    'comment',
    `select comments.content as mark, 'submission' as what from submissions
    join comments on comments.id = submissions.comment_id where submissions.state = 'approved'`,
  );
  add('post', `select title as mark, 'post' as what from posts where title like 'Sent by %'`);
  add(
    'post',
    `select posts.title as mark, 'submission' as what from submissions
    join posts on posts.id = submissions.post_id
    where submissions.state = 'approved' and submissions.comment_id is null`,
  );
  add(
    'post',
    `select posts.title as mark, 'vote' as what from votes
    join posts on posts.id = votes.post_id where posts.title like 'Sent by %'`,
  );
  add('waitingPost', `select title as mark, 'waiting' as what from submissions where state = 'waiting'`);
  add('waitingPost', `select title as mark, 'post' as what from posts where title like 'Linked by %'`);
  return things;
}

const whole: Record<Act['kind'], string[]> = {
  vote: ['vote'],
  comment: ['comment', 'submission'],
  post: ['post', 'submission', 'vote'],
  waitingPost: ['waiting'],
};

it(`nothing that visitors were told is lost, or half there, in ${rounds} crashes, seed ${seed}`, {
  timeout: 60_000 + rounds * 30_000,
}, async ({ annotate }) => {
  const random = seededRandom(seed);
  let serving = await start();
  const ask = (method: string, path: string, body: object) =>
    dataOf(serving.address, liveKey, { method, path, body });
  await ask('PATCH', '/site', { visibility: 'public', moderation: 'links' });
  const { id: postId } = await ask('POST', '/posts', { title: 'A wish', visibility: 'public' });
  const all: Written[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push(...(await crash(serving, postId, round, random)));
    serving = await start();
    const things = thingsIn(engines);
    const faults: unknown[] = [];
    for (const { kind, mark, isAnswered } of all.flatMap(({ acts }) => acts)) {
      const left = things.get(`${kind} ${mark}`)?.sort() ?? [];
      const isWhole = left.join() === whole[kind].join();
      if (!isWhole && (isAnswered || left.length > 0)) faults.push({ kind, mark, isAnswered, left });
    }
    expect(faults).toEqual([]);
    expect(countsThatAreWrong(engines.database)).toEqual([]);
  }
  const visitors = all.flatMap((written) => written.visitors.slice(0, 1));
  for (const { visitor } of visitors) {
    const answer = await fetch(`${serving.address}/p/default/mine`, {
      headers: visitor.headers,
      redirect: 'manual',
    });
    expect(answer.status).toBe(200);
  }
  const acts = all.flatMap((written) => written.acts);
  const answered = acts.filter(({ isAnswered }) => isAnswered).length;
  expect(answered).toBeGreaterThan(rounds * 8);
  await annotate(
    `${answered} acts answered, ${acts.length - answered} not, ${visitors.length} sessions checked`,
  );
});
