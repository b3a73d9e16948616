// Pages of a public site, for visitors without a session, while its team gets one vote a second: each one changes the
// page, so it is rendered again. The goal keeps a link in the news from taking the server down.

import { setInterval } from 'node:timers';
import { bareHttp, compare, otherRequests } from '../driver.mjs';
import { earshot } from '../processes.mjs';
import { beforeAll, commonWord, many, newVote, takeSamples } from '../samples.mjs';

const slug = 'public-site';
const votesEveryMs = 1_000;

/** In percent of the limit. On PostgreSQL, the query for the revision runs in another process, on the same two cores. */
const goals = { sqlite: 25, postgres: 20 };

/** A workspace beside the large one, whose site is public. */
async function publicSite({ large, posts }) {
  const { environment, url } = large;
  earshot(environment, ['workspaces', 'create', slug]);
  earshot(environment, ['seed', '--posts', `${posts / 10}`, '--workspace', slug, '--site']);
  const ofSite = ['--mode', 'live', '--name', 'bench', '--workspace', slug];
  const key = earshot(environment, ['keys', 'create', ...ofSite]).trim();
  return { ...large, key, samples: await takeSamples({ url, key }) };
}

/** Votes for what is on the first page until it is stopped. One that fails fails the measurement. */
async function voting({ url, key, samples: { people } }) {
  const { posts } = await (await fetch(`${url}/p/${slug}.json`)).json();
  const ids = posts.map(({ id }) => id);
  const sent = [];
  const timer = setInterval(() => {
    const { method, path, body } = newVote({ ids, people });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    sent.push(fetch(url + path, { method, headers, body }).then(({ ok }) => ok));
  }, votesEveryMs);
  return async () => {
    clearInterval(timer);
    if (!(await Promise.all(sent)).every(Boolean)) throw new Error('Not all votes were accepted.');
  };
}

export default async (bench) => {
  const ofSite = { ...bench, large: await publicSite(bench) };
  const stop = await voting(ofSite.large);
  const searching = (path) => (samples, seconds) =>
    many(seconds, () => ({ path: `${path}${commonWord}&after=${beforeAll(samples)}` }));
  const rows = [
    ...(await compare(ofSite, {
      name: 'the first page, one vote a second',
      requests: () => [{ path: `/p/${slug}` }],
      limits: [bareHttp(goals[bench.engine])],
    })),
    ...(await compare(ofSite, {
      name: 'a search of visitors, a new one each time',
      requests: searching(`/p/${slug}?sort=new&q=`),
      limits: [
        otherRequests('that of the API', searching('/v1/posts?include=total&filters=search:'), {
          atLeast: 50,
        }),
      ],
    })),
  ];
  await stop();
  return rows;
};
