// Measures how long a large comment tree blocks the server: while another process reads the tree, this one polls
// something small, and the longest wait counts.

import { spawn } from 'node:child_process';
import { once } from 'node:events';

const deep = 10_000;
const wide = 100_000;
const commentsPerRequest = 500;

const readAll = `
  const [url, authorization] = process.argv.slice(1);
  const answer = await fetch(url, { headers: { authorization } });
  if (answer.status !== 200) process.exit(1);
  for await (const chunk of answer.body) void chunk;`;

/** The longest wait in ms for each tree; removes the posts again. */
export async function measureTrees({ url }, secret) {
  const authorization = `Bearer ${secret}`;
  const ask = async (method, path, body) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} failed with ${answer.status}.`);
    return (await answer.json()).data;
  };
  const waits = {};
  for (const [name, grow] of Object.entries({ deep: growDeep, wide: growWide })) {
    const post = await ask('POST', '/posts', { title: `A ${name} discussion` });
    await grow(ask, post.id);
    waits[name] = await longestWait(
      url,
      `${url}/v1/posts/${post.id}/comments?include=replies`,
      authorization,
    );
    await ask('DELETE', `/posts/${post.id}`);
  }
  return waits;
}

/** Each comment replies to the one before. */
const growDeep = (ask, postId) =>
  addComments(ask, postId, deep, (place) => ({
    content: `Level ${place}`,
    parentExternalId: place === 0 ? null : `deep-${place - 1}`,
    externalId: `deep-${place}`,
  }));

const growWide = (ask, postId) =>
  addComments(ask, postId, wide, (place) => ({
    content: `Comment ${place}: yes, please, and rather today than tomorrow.`,
    externalId: `wide-${place}`,
  }));

async function addComments(ask, postId, count, commentAt) {
  for (let start = 0; start < count; start += commentsPerRequest) {
    const comments = Array.from({ length: commentsPerRequest }, (_, index) => commentAt(start + index));
    await ask('PUT', `/posts/${postId}/comments`, { comments });
  }
}

async function longestWait(url, tree, authorization) {
  const reader = spawn(process.execPath, ['--input-type=module', '-e', readAll, tree, authorization]);
  let isOver = false;
  const over = once(reader, 'exit').then(([code]) => {
    isOver = true;
    if (code !== 0) throw new Error('The tree could not be read.');
  });
  let longest = 0;
  while (!isOver) {
    const startedAt = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    longest = Math.max(longest, performance.now() - startedAt);
  }
  await over;
  return Math.round(longest * 10) / 10;
}
