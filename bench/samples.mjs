// What the requests of a run are made of, read from the data itself: ids of real posts and people, positions in lists.
// Adds the few posts that the seed doesn't have: some with a rare word, some with a long discussion.

import { setImmediate as nextTurn } from 'node:timers/promises';

const idsWanted = 50_000;
const peopleWanted = 2_000;
const longestPage = 100;
export const postsPerPage = 20;
const rareWord = 'zeppelin';
const rarePosts = 25;
const trees = 20;
const commentsInTree = 1000;
const commentsPerRequest = 500;

/** Calls the API, and fails on anything but success. */
export const apiOf = (url, key) => async (method, path, body) => {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} failed with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
};

/** `pages` are the page numbers whose positions are needed. */
export async function takeSamples(api, posts, pages) {
  const [newest] = (await api('GET', '/posts?limit=1')).posts;
  const [oldest] = (await api('GET', '/posts?sortBy=oldest&limit=1')).posts;
  const { statuses } = await api('GET', '/statuses?limit=100');
  const stored = statuses.reduce((sum, { postsCount }) => sum + postsCount, 0);
  if (stored < posts) throw new Error(`The data has ${stored} posts, not ${posts}: remove it.`);
  const rarest = statuses
    .filter(({ postsCount }) => postsCount > posts / 100)
    .sort((a, b) => a.postsCount - b.postsCount)[0];
  const [mostVoted] = (await api('GET', '/posts?sortBy=votes&limit=1')).posts;
  const walked = await walk(api, Math.min(posts, idsWanted));
  const people = (await walkUsers(api)).map(({ id }) => id);
  const rare = await addRarePosts(api, Date.parse(oldest.createdAt), Date.parse(newest.createdAt));
  const firstOf = async (query) => (await api('GET', `/posts?${query}`)).next;
  return {
    ...walked,
    positions: await positionsOf(api, pages),
    people,
    newestAt: Date.parse(newest.createdAt),
    oldestAt: Date.parse(oldest.createdAt),
    status: rarest.id,
    mostVoted: mostVoted.id,
    rareWord: rare,
    commonWord: 'notifications',
    next: { recent: await firstOf('limit=20'), votes: await firstOf('sortBy=votes&limit=20') },
    trees: await addTrees(api, Date.parse(oldest.createdAt)),
  };
}

/** The position just before each page. */
async function positionsOf(api, pages) {
  const positions = {};
  for (const page of pages)
    positions[page] = (await api('GET', `/posts?limit=${postsPerPage}&cursor=${page - 1}`)).next;
  return positions;
}

/** The first posts of the list: their ids and titles. */
async function walk(api, rows) {
  const found = { ids: [], titles: [] };
  for (let seen = 0, after = ''; seen < rows; seen += longestPage) {
    const { posts, next } = await api('GET', `/posts?limit=${longestPage}&after=${after}`);
    found.ids.push(...posts.map(({ id }) => id));
    if (found.titles.length < 5000) found.titles.push(...posts.map(({ title }) => title));
    if (next === null) break;
    after = next;
  }
  return found;
}

async function walkUsers(api) {
  const found = [];
  for (let after = ''; found.length < peopleWanted; ) {
    const { users, next } = await api('GET', `/users?limit=${longestPage}&after=${after}`);
    found.push(...users);
    if (next === null) break;
    after = next;
  }
  return found;
}

/** Spread over the whole time, so that finding them all means looking everywhere. */
async function addRarePosts(api, oldestAt, newestAt) {
  for (let place = 0; place < rarePosts; place += 1) {
    const createdAt = new Date(oldestAt + ((newestAt - oldestAt) * place) / rarePosts).toISOString();
    await api('POST', '/posts', { title: `Landing site for the ${rareWord} ${place}`, createdAt });
  }
  return rareWord;
}

/** Older than all others: as the newest posts they would be page 1, and they are shorter than those of other pages. */
async function addTrees(api, oldestAt) {
  const ids = [];
  for (let tree = 0; tree < trees; tree += 1) {
    const createdAt = new Date(oldestAt - (tree + 1) * 1000).toISOString();
    const { id } = await api('POST', '/posts', { title: `A long discussion ${tree}`, createdAt });
    const comments = Array.from({ length: commentsInTree }, (_, place) => ({
      externalId: `tree-${tree}-${place}`,
      // Half of them reply to one of the previous three.
      parentExternalId: place % 2 === 0 ? null : `tree-${tree}-${Math.max(0, place - 1 - (place % 3))}`,
      content: `Comment ${place}: yes, please, and rather today than tomorrow.`,
    }));
    for (let start = 0; start < commentsInTree; start += commentsPerRequest)
      await api('PUT', `/posts/${id}/comments`, {
        comments: comments.slice(start, start + commentsPerRequest),
      });
    ids.push(id);
    await nextTurn();
  }
  return ids;
}

/** A position in a list like a given one, with another value of one of its parts. Part 0 is the order. */
export function movedPosition(next, part, value) {
  const key = JSON.parse(Buffer.from(next, 'base64url').toString());
  return Buffer.from(JSON.stringify(key.with(part, value))).toString('base64url');
}
