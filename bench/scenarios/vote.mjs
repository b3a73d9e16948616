// Votes of random people for random posts.

import { bareInserts, compare, smallerData } from '../driver.mjs';
import { many, newVote } from '../samples.mjs';

/** In percent of the limit. On PostgreSQL, each statement of a write crosses a socket. */
const goals = { sqlite: 15, postgres: 5 };

export default (bench) =>
  compare(bench, {
    name: 'vote',
    requests: (samples, seconds) => many(seconds, () => newVote(samples)),
    limits: [bareInserts(goals[bench.engine]), smallerData(75)],
  });
