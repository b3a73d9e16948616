// Creating posts, with a description and an author. A create runs about ten statements, its limit one.

import { bareInserts, compare, smallerData } from '../driver.mjs';
import { newPosts } from '../samples.mjs';

/** In percent of the limit. On PostgreSQL, each statement of a write crosses a socket. */
const goals = { sqlite: 15, postgres: 5 };

export default (bench) =>
  compare(bench, {
    name: 'create',
    requests: newPosts,
    limits: [bareInserts(goals[bench.engine]), smallerData(75)],
  });
