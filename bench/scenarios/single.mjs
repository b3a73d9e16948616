// One post by its id: always the same one, and real posts in random order.

import { bareHttp, compare, smallerData } from '../driver.mjs';
import { many, oneOf } from '../samples.mjs';

export default async (bench) => [
  ...(await compare(bench, {
    name: 'the same post again',
    requests: ({ ids }) => [{ path: `/v1/posts/${ids[0]}` }],
    limits: [bareHttp(25)],
  })),
  ...(await compare(bench, {
    name: 'random posts',
    requests: ({ ids }, seconds) => many(seconds, () => ({ path: `/v1/posts/${oneOf(ids)}` })),
    limits: [bareHttp(), smallerData(75)],
  })),
];
