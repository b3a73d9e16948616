// Kills nodes of the built program in the middle of deliveries, again and again, and expects every event to arrive.

import { expect } from 'vitest';
import { hang, type Receiver, status } from '../../support/network/receiver.ts';
import { liveKey, type Serving } from '../processes.ts';

const postsPerRound = 8;

/** `starts` starts each node, and starts it again after a kill. Each round kills the next node in turn. */
export async function expectNoneLost(
  receiver: Receiver,
  starts: readonly (() => Promise<Serving>)[],
  rounds: number,
): Promise<void> {
  const nodes: Serving[] = [];
  for (const start of starts) nodes.push(await start());
  const make = async ({ address }: Serving, path: string, body: object) => {
    const headers = { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${address}/v1${path}`, request);
    expect(response.status).toBe(201);
    return (await response.json()).data;
  };
  const nodeAt = (index: number): Serving => {
    const node = nodes[index % nodes.length];
    if (node === undefined) throw new Error('There is no node.');
    return node;
  };

  await make(nodeAt(0), '/webhooks', { url: receiver.url('/hook'), types: ['post.created'] });
  const posts = new Set<string>();
  const arrived = () =>
    new Set(receiver.received('/hook').map(({ body }) => JSON.parse(body).data.object.id));
  for (let round = 0; round < rounds; round += 1) {
    let requests = 0;
    // Some requests are always under way when a node is killed.
    receiver.answer('/hook', (response, received) => {
      requests += 1;
      (requests % 4 === 3 ? hang : status(200))(response, received);
    });
    for (let count = 0; count < postsPerRound; count += 1)
      posts.add((await make(nodeAt(count), '/posts', { title: 'A post' })).id);
    await receiver.until('/hook', () => requests > round % 5);
    const victim = nodeAt(round);
    victim.child.kill('SIGKILL');
    await victim.exited;
    if (round === rounds - 1) receiver.answer('/hook', status(200));
    const start = starts[round % starts.length];
    if (start !== undefined) nodes[round % nodes.length] = await start();
  }
  await receiver.until('/hook', () => [...posts].every((id) => arrived().has(id)));
  expect(arrived()).toEqual(posts);
  expect(posts.size).toBe(rounds * postsPerRound);
}
