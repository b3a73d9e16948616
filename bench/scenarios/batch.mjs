// 100 creates in one request: not much slower than the same creates one by one.

import { compare, otherRequests } from '../driver.mjs';
import { newBatch, newPosts } from '../samples.mjs';

const size = 100;
const batches = 50;

export default (bench) =>
  compare(bench, {
    name: `batch of ${size}`,
    requests: (samples) => Array.from({ length: batches }, () => newBatch(samples, size)),
    connections: 2,
    // In a shorter round, hardly any is answered.
    leastSeconds: 4,
    limits: [
      otherRequests('the same creates one by one', newPosts, { atLeast: 40, factor: size, connections: 16 }),
    ],
  });
