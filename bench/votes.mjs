// A busy workspace: votes at a steady rate while something else is measured. Each raises the revision, which
// invalidates cached responses.

import { setTimeout as sleep } from 'node:timers/promises';

export const votesASecond = 20;

/** The same measurement while people vote on the node and remove their votes. */
export const besideVotes = (node, secret, measure) => async (seconds) => {
  const over = new AbortController();
  const voting = vote(node, secret, over.signal);
  try {
    return await measure(seconds);
  } finally {
    over.abort();
    await voting;
  }
};

async function vote(node, secret, signal) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const [post] = (await (await fetch(`${node.url}/v1/posts?limit=1`, { headers })).json()).data.posts;
  const body = JSON.stringify({ userEmail: 'bench@example.com' });
  const startedAt = performance.now();
  for (let count = 0; !signal.aborted; count += 1) {
    const method = count % 2 === 0 ? 'POST' : 'DELETE';
    const answer = await fetch(`${node.url}/v1/posts/${post.id}/votes`, { method, headers, body });
    if (!answer.ok) throw new Error(`A vote failed with ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    // Catches up after delays.
    const dueMs = (count + 1) * (1000 / votesASecond) - (performance.now() - startedAt);
    await sleep(Math.max(0, dueMs), undefined, { signal }).catch(() => undefined);
  }
}
