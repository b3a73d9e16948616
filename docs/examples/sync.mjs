// Pushes feedback from JSON files to Earshot, or pulls what changed in Earshot into a JSON file. Run either as often as
// you like: a push changes only what is different, and a pull reads only what changed since the last one.
//
//   EARSHOT_KEY=sk_live_es_… node sync.mjs push FOLDER    posts.json, comments.json, votes.json → Earshot
//   EARSHOT_KEY=sk_live_es_… node sync.mjs pull FOLDER    Earshot → mirror.json

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const url = process.env.EARSHOT_URL ?? 'http://localhost:3000';
const headers = {
  authorization: `Bearer ${process.env.EARSHOT_KEY}`,
  'content-type': 'application/json',
};

/** Sends one request; if the server asks to wait (429, 503), waits and sends it again. Adds the server's time. */
async function call(method, path, body) {
  for (;;) {
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    const { data, error } = await response.json();
    if (response.ok) return { ...data, servedAt: Date.parse(response.headers.get('date')) };
    const seconds = response.headers.get('retry-after');
    if (seconds === null) throw new Error(`${method} ${path}: ${error.status} ${error.message}`);
    console.log(`Waiting ${seconds} seconds: ${error.message}`);
    await wait(Number(seconds) * 1000);
  }
}

const operationsPerBatch = 100;

const readJson = async (folder, name) => JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
const postPath = (externalId) => `/posts/by-external-id/${encodeURIComponent(externalId)}`;
const commentPath = (externalId) => `/comments/by-external-id/${encodeURIComponent(externalId)}`;

async function push(folder) {
  // The votes are in votes.json, so creating a post must not add one for its author.
  const posts = (await readJson(folder, 'posts')).map(({ externalId, ...post }) => {
    return { method: 'PUT', path: postPath(externalId), body: { voteAsAuthor: false, ...post } };
  });
  const comments = (await readJson(folder, 'comments')).map(({ externalId, ...comment }) => {
    return { method: 'PUT', path: commentPath(externalId), body: comment };
  });
  const votes = (await readJson(folder, 'votes')).map(({ postExternalId, ...vote }) => {
    return { method: 'POST', path: `${postPath(postExternalId)}/votes`, body: vote };
  });
  await run('posts', posts);
  await run('comments', comments);
  await run('votes', votes);
}

/** Runs the operations in order, 100 per request, and counts what became of them. */
async function run(name, operations) {
  const waiting = [...operations];
  let [created, existing, failed] = [0, 0, 0];
  while (waiting.length > 0) {
    const batch = waiting.splice(0, operationsPerBatch);
    const { results } = await call('POST', '/v1/batch', { operations: batch });
    for (const [index, { status, body }] of results.entries()) {
      if (status === 413 && index > 0) {
        waiting.unshift(...batch.slice(index)); // The response was full: these were not run.
        break;
      }
      if (status === 201) created += 1;
      else if (status === 200) existing += 1;
      else {
        failed += 1;
        console.error(`${batch[index].path}: ${status} ${body.error.message}`);
      }
    }
  }
  console.log(`${name}: ${created} created, ${existing} already there, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

const lists = [
  { name: 'posts', kind: 'post', query: { include: 'details;voters' } },
  { name: 'comments', kind: 'comment', query: {} },
  { name: 'users', kind: 'user', query: {} },
];
const emptyMirror = { since: '1970-01-01T00:00:00.000Z', posts: {}, comments: {}, users: {} };

/** Every item of a list, page by page. */
async function* itemsOf(name, query) {
  let after = '';
  do {
    const page = await call('GET', `/v1/${name}?${new URLSearchParams({ ...query, limit: '100', after })}`);
    yield* page[name];
    after = page.next;
  } while (after !== null);
}

async function pull(folder) {
  const file = join(folder, 'mirror.json');
  const mirror = existsSync(file) ? await readJson(folder, 'mirror') : emptyMirror;
  const { servedAt } = await call('GET', '/v1/me');
  let changes = 0;
  for (const { name, query } of lists) {
    for await (const item of itemsOf(name, { ...query, filters: `updatedSince:${mirror.since}` })) {
      mirror[name][item.id] = item;
      changes += 1;
    }
  }
  const kinds = lists.map(({ kind }) => `kind:${kind}`).join(';');
  for await (const { id, kind } of itemsOf('deletions', { filters: `since:${mirror.since};${kinds}` })) {
    delete mirror[`${kind}s`][id];
  }
  // The comments of a deleted post have no deletions of their own.
  for (const { id, postId } of Object.values(mirror.comments))
    if (mirror.posts[postId] === undefined) delete mirror.comments[id];
  // Next time, start a minute before this pull did, so that a change that was being saved then is not missed.
  mirror.since = new Date(servedAt - 60_000).toISOString();
  await writeFile(file, JSON.stringify(mirror, null, 2));
  const size = lists.map(({ name }) => `${Object.keys(mirror[name]).length} ${name}`);
  console.log(`${changes} changes read; the mirror has ${size.join(', ')}`);
}

const [, , direction, folder = '.'] = process.argv;
if (direction === 'push') await push(folder);
else if (direction === 'pull') await pull(folder);
else throw new Error('Usage: node sync.mjs push|pull FOLDER');
