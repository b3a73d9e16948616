// The requests that are measured, as a table. `requests` gives those of one round; `once` means that no address occurs
// twice in it, so nothing comes from the cache. `limits` are what the scenario is compared with, on both engines or by
// engine; `goals` are what each engine must reach. No scenario has a path of its own in the program.

import { datasets, judgedSeconds, judgedSize, largestSize, smallestSize } from './datasets.mjs';
import { image } from './image.mjs';
import { movedPosition, postsPerPage } from './samples.mjs';

/** More than a node answers in a second. */
const addressesPerSecond = 15_000;

const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const below = (end) => Math.floor(Math.random() * end);
const oneOf = (values) => values[below(values.length)];
const each = (seconds, make) => times(seconds * addressesPerSecond, make);
const json = (value) => JSON.stringify(value);

/** The same address again and again. */
const again = (pathOf) => (samples) => [{ path: pathOf(samples) }];
/** Every address once. */
const once = (pathOf) => (samples, seconds) => each(seconds, (index) => ({ path: pathOf(samples, index) }));

/** A moment in the newer 90 % of the data: different posts each time. */
const someTime = ({ oldestAt, newestAt }) => newestAt - below(0.9 * (newestAt - oldestAt));
const afterSomeTime = (samples) => movedPosition(samples.next.recent, 1, someTime(samples));
/** Different each time, across rounds too. */
let starts = 0;
const nextStart = () => {
  starts += 1;
  return starts;
};
/** Before the newest post, so that the first page follows. */
const beforeAll = (samples) =>
  movedPosition(samples.next.recent, 1, samples.newestAt + 86_400_000 + nextStart());
const fromTheMostVoted = (samples) => movedPosition(samples.next.votes, 1, 1_000_000 + nextStart());
/** Of two values of `after`, the last counts, and an empty one is none. For lists in other orders. */
const ignoredPosition = () => `after=${nextStart()}&after=`;
const shuffled = (values) => {
  const order = values.map((value) => [Math.random(), value]);
  return order.sort(([a], [b]) => a - b).map(([, value]) => value);
};

const bare = (atLeast) => ({ limit: 'bare', atLeast });
/** PostgreSQL is another process, so only the kept list and the create have goals there. */
const ofBare = (share) => ({ sqlite: bare(share) });

const post = (samples) => ({
  title: `Sort ${oneOf(['invoices', 'reports', 'charts', 'tags'])} by ${oneOf(['date', 'name', 'owner'])} ${below(1e9)}`,
  description:
    'We use this every day, and it costs us more time than it should.\n\nWhat would help us:\n\n- a switch for each ' +
    'project\n- a sensible default\n\nHappy to try an **early version**.',
  authorId: oneOf(samples.people),
});
const newPost = (samples) => ({ method: 'POST', path: '/v1/posts', body: json(post(samples)) });
const newVote = ({ ids, people }) => ({
  method: 'POST',
  path: `/v1/posts/${oneOf(ids)}/votes`,
  body: json({ userId: oneOf(people) }),
});
const newBatch = (samples) => ({
  method: 'POST',
  path: '/v1/batch',
  body: json({ operations: times(100, () => ({ method: 'POST', path: '/posts', body: post(samples) })) }),
});
const mixed = (samples, index) => {
  if (index % 20 === 19) return index % 40 === 19 ? newVote(samples) : newPost(samples);
  return { path: index % 2 === 0 ? '/v1/posts' : `/v1/posts/${oneOf(samples.ids)}` };
};

export const scenarios = [
  {
    name: 'kept list',
    group: 'reads',
    what: '`GET /v1/posts`, 20 posts, always the same address: the answer is kept until something changes',
    requests: again(() => '/v1/posts'),
    limits: ['bare'],
    goals: { sqlite: bare(0.5), postgres: bare(0.25) },
  },
  {
    name: 'kept list, new requests',
    group: 'reads',
    what: '`GET /v1/posts?n=…`: the same kept answer, but no two requests are the same, byte for byte',
    // Kept answers are sent faster than others.
    requests: (_samples, seconds) => each(3 * seconds, () => ({ path: `/v1/posts?n=${nextStart()}` })),
    limits: ['bare'],
  },
  {
    name: 'kept list, beside votes',
    group: 'reads',
    what: 'the same while 20 votes per second are written, each of which makes the kept answers invalid',
    requests: again(() => '/v1/posts'),
    beside: 'votes',
    limits: ['bare'],
  },
  {
    name: 'kept single read',
    group: 'reads',
    what: '`GET /v1/posts/{id}`, always the same post',
    requests: again(({ ids }) => `/v1/posts/${ids[0]}`),
    limits: ['bare'],
    goals: ofBare(0.5),
  },
  {
    name: 'single read, never repeated',
    group: 'reads',
    what: '`GET /v1/posts/{id}`, posts in random order, each once',
    requests: ({ ids }) => shuffled(ids).map((id) => ({ path: `/v1/posts/${id}` })),
    once: true,
    limits: ['bare', 'driver'],
  },
  {
    name: 'list, never repeated',
    group: 'reads',
    what: '`GET /v1/posts?after=…`, 20 posts from a random moment on, never the same one',
    requests: once((samples) => `/v1/posts?after=${afterSomeTime(samples)}`),
    once: true,
    limits: ['bare', 'driver'],
    goals: ofBare(0.15),
  },
  {
    name: 'list by votes',
    group: 'reads',
    what: '`sortBy=votes`, the first page, never the same address',
    requests: once((samples) => `/v1/posts?sortBy=votes&after=${fromTheMostVoted(samples)}`),
    once: true,
    limits: ['bare', 'driver'],
  },
  {
    name: 'list by status',
    group: 'reads',
    what: '`filters=statusId:…`, the rarest status, from a random moment on',
    requests: once(
      (samples) => `/v1/posts?filters=statusId:${samples.status}&after=${afterSomeTime(samples)}`,
    ),
    once: true,
    limits: ['bare', 'driver'],
  },
  {
    name: 'search for a rare word',
    group: 'reads',
    what: '`filters=search:…`, a word in 25 titles, the first page, never the same address',
    requests: once((samples) => `/v1/posts?filters=search:${samples.rareWord}&after=${beforeAll(samples)}`),
    once: true,
    limits: ['bare', 'driver'],
    goals: ofBare(0.12),
  },
  {
    name: 'search for a common word',
    group: 'reads',
    what: '`filters=search:…`, a word in a tenth of all titles, from a random moment on',
    requests: once(
      (samples) => `/v1/posts?filters=search:${samples.commonWord}&after=${afterSomeTime(samples)}`,
    ),
    once: true,
    limits: ['bare', 'driver'],
    goals: ofBare(0.12),
  },
  {
    name: 'list with voters',
    group: 'reads',
    what: '`include=voters;attachments;author`, from a random moment on',
    requests: once(
      (samples) => `/v1/posts?include=voters;attachments;author&after=${afterSomeTime(samples)}`,
    ),
    once: true,
    limits: ['bare', 'driver'],
  },
  {
    name: 'tree of 1,000 comments',
    group: 'reads',
    what: '`GET /v1/posts/{id}/comments?include=replies`, 20 trees in turn',
    requests: ({ trees }) => trees.map((id) => ({ path: `/v1/posts/${id}/comments?include=replies` })),
    limits: ['bare', 'driver'],
  },
  {
    name: 'similar posts',
    group: 'reads',
    what: '`GET /v1/posts/similar`, for the titles of real posts',
    requests: ({ titles }) =>
      shuffled(titles).map((title) => ({ path: `/v1/posts/similar?title=${encodeURIComponent(title)}` })),
    limits: ['bare'],
  },
  ...[
    [
      'votes of a post',
      ({ mostVoted }) => `/v1/posts/${mostVoted}/votes?`,
      'of the post with the most votes',
    ],
    [
      'posts a person voted for',
      ({ people }) => `/v1/posts?filters=voterId:${people[0]}&`,
      'always one person',
    ],
    ['comments', () => '/v1/comments?', '`GET /v1/comments`, the newest of all posts'],
    ['people by search', () => '/v1/users?filters=search:a&', '`GET /v1/users?filters=search:a`'],
    ['audit log', () => '/v1/audit-log?', '`GET /v1/audit-log`'],
  ].map(([name, pathOf, what]) => ({
    name,
    group: 'reads',
    what: `${what}, never the same address`,
    requests: once((samples) => pathOf(samples) + ignoredPosition()),
    once: true,
    limits: ['bare'],
  })),
  {
    name: 'page 1',
    group: 'pages',
    what: 'the first page of 20, never the same address',
    requests: once((samples) => `/v1/posts?after=${beforeAll(samples)}`),
    once: true,
    limits: ['bare'],
    leastSeconds: judgedSeconds,
  },
  ...[100, 10_000].flatMap((page) => [
    {
      name: `page ${page.toLocaleString('en-US')} by cursor`,
      group: 'pages',
      page,
      what: `\`cursor=N\`, pages around ${page.toLocaleString('en-US')}, never the same address`,
      requests: pagesAround(page),
      once: true,
      leastSeconds: judgedSeconds,
      limits: ['page 1'],
      goals: { sqlite: { limit: 'page 1', atLeast: 0.2 }, postgres: { limit: 'page 1', atLeast: 0.2 } },
    },
    {
      name: `page ${page.toLocaleString('en-US')} by after`,
      group: 'pages',
      page,
      what: '`after=…`, the same pages by position',
      requests: once(({ positions }, index) => {
        const time = JSON.parse(Buffer.from(positions[page], 'base64url').toString())[1];
        return `/v1/posts?after=${movedPosition(positions[page], 1, time - index)}`;
      }),
      once: true,
      leastSeconds: judgedSeconds,
      limits: ['page 1'],
      goals: { sqlite: { limit: 'page 1', atLeast: 0.9 }, postgres: { limit: 'page 1', atLeast: 0.9 } },
    },
  ]),
  {
    name: 'create',
    group: 'writes',
    what: '`POST /v1/posts`, JSON with a description and an author',
    requests: (samples, seconds) => each(seconds, () => newPost(samples)),
    limits: { sqlite: ['inserts'], postgres: ['driver'] },
    goals: { sqlite: { limit: 'inserts', atLeast: 0.2 }, postgres: { limit: 'driver', atLeast: 0.4 } },
  },
  {
    name: 'create with a 1 MB image',
    group: 'writes',
    what: '`POST /v1/posts` as a form with a PNG of 1 MB',
    requests: () => [{ method: 'POST', path: '/v1/posts', ...image() }],
    limits: { sqlite: ['inserts'], postgres: [] },
  },
  {
    name: 'vote',
    group: 'writes',
    what: '`POST /v1/posts/{id}/votes`, random people for random posts',
    requests: (samples, seconds) => each(seconds, () => newVote(samples)),
    limits: { sqlite: ['inserts'], postgres: [] },
    goals: { sqlite: { limit: 'inserts', atLeast: 0.2 } },
  },
  {
    name: 'batch of 100',
    group: 'writes',
    what: '`POST /v1/batch`, 100 creates in one request, on 2 connections, in rounds of 8 s: each may take a second or two',
    connections: 2,
    // In a shorter round, hardly any is answered.
    leastSeconds: 8,
    requests: (samples) => times(200, () => newBatch(samples)),
    limits: { sqlite: ['inserts'], postgres: [] },
  },
  {
    name: '95 % reads, 5 % writes',
    group: 'writes',
    what: 'lists and random single posts, with a create or a vote as every twentieth request',
    requests: (samples, seconds) => each(seconds, (index) => mixed(samples, index)),
    limits: ['bare'],
  },
];

/**
 * Page numbers around a page, in random order. Near the beginning there are too few of them for a round, so a filter
 * that matches everything makes the addresses different.
 */
function pagesAround(page) {
  const spread = Math.floor(page / 10);
  return (_samples, seconds) => {
    if (spread >= 1000)
      return shuffled(times(2 * spread, (index) => ({ path: `/v1/posts?cursor=${page - spread + index}` })));
    return each(seconds, () => {
      const since = new Date(nextStart()).toISOString();
      return { path: `/v1/posts?cursor=${page - spread + below(2 * spread)}&filters=createdSince:${since}` };
    });
  };
}

/** For the data set of many workspaces: the keys of all of them in turn. */
export const manyKeys = [
  {
    name: '1,000 keys, lists',
    group: 'keys',
    what: '`GET /v1/posts` with the keys of 1,000 workspaces in turn: more answers than are kept',
    requests: ({ keys }) => keys.map((key) => ({ path: '/v1/posts', key })),
    limits: ['bare'],
  },
  {
    name: '1,000 keys, never repeated',
    group: 'keys',
    what: '`GET /v1/posts?after=…` with 1,000 keys in turn, never the same address',
    requests: (samples, seconds) =>
      each(seconds, (index) => ({
        path: `/v1/posts?after=${beforeAll(samples)}`,
        key: samples.keys[index % samples.keys.length],
      })),
    once: true,
    limits: ['bare'],
  },
  {
    name: '1,000 keys, creates',
    group: 'keys',
    what: '`POST /v1/posts` with 1,000 keys in turn',
    requests: ({ keys }, seconds) =>
      each(seconds, (index) => ({
        method: 'POST',
        path: '/v1/posts',
        key: keys[index % keys.length],
        body: json({ title: `Sort reports by owner ${below(1e9)}` }),
      })),
    limits: { sqlite: ['inserts'], postgres: [] },
  },
];

/** Whether a data set has the page of a scenario. */
export const hasPage = ({ page = 0 }, dataset) => page * postsPerPage < datasets[dataset].posts;

/**
 * The limits of a scenario. The driver alone tells where the time goes, so it is measured where goals are judged. At the
 * largest size, the same scenario at the smallest one is a limit, too.
 */
export function limitsOf(scenario, { engine, dataset }) {
  const { limits } = scenario;
  const all = Array.isArray(limits) ? limits : limits[engine];
  if (dataset === judgedSize) return all;
  const others = all.filter((limit) => limit !== 'driver');
  return dataset === largestSize && hasPage(scenario, smallestSize) ? [...others, 'smallest'] : others;
}
