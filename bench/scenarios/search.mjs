// Searching titles: a word in 25 of them, and one in a tenth of all. Both must stay possible as the data grows.

import { bareHttp, compare, smallerData } from '../driver.mjs';
import { beforeAll, commonWord, many, rareWord, somewhere } from '../samples.mjs';

const searching = (word, positionOf) => (samples, seconds) =>
  many(seconds, () => ({ path: `/v1/posts?filters=search:${word}&after=${positionOf(samples)}` }));

export default async (bench) => [
  ...(await compare(bench, {
    name: 'a rare word',
    requests: searching(rareWord, beforeAll),
    limits: [bareHttp(), smallerData(50)],
  })),
  ...(await compare(bench, {
    name: 'a common word',
    requests: searching(commonWord, somewhere),
    limits: [bareHttp(), smallerData(50)],
  })),
];
