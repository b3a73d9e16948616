// A list of 20 posts: the answer that is kept until something changes, pages that no cache helps with, and pages deep
// down. The goals keep a list from becoming slow with the data, or with the number of the page.

import { bareHttp, compare, otherRequests, smallerData } from '../driver.mjs';
import { beforeAll, deepDown, deepNumber, many, somewhere } from '../samples.mjs';

const firstPage = (samples, seconds) =>
  many(seconds, () => ({ path: `/v1/posts?after=${beforeAll(samples)}` }));

export default async (bench) => [
  ...(await compare(bench, {
    name: 'the same list again',
    requests: () => [{ path: '/v1/posts' }],
    limits: [bareHttp(25)],
  })),
  ...(await compare(bench, {
    name: 'a new list each time',
    requests: (samples, seconds) => many(seconds, () => ({ path: `/v1/posts?after=${somewhere(samples)}` })),
    limits: [bareHttp(), smallerData(75)],
  })),
  ...(await compare(bench, {
    name: 'page 100, by position',
    requests: (samples, seconds) => many(seconds, () => ({ path: `/v1/posts?after=${deepDown(samples)}` })),
    limits: [otherRequests('page 1', firstPage, { atLeast: 75 })],
  })),
  ...(await compare(bench, {
    name: 'page 100, by number',
    requests: (_samples, seconds) => many(seconds, () => ({ path: `/v1/posts?cursor=${deepNumber()}` })),
    limits: [otherRequests('page 1', firstPage, { atLeast: 20 })],
  })),
];
