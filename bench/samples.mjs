// What the requests of a run are made of, read from the data: ids of real posts and people, positions in lists.

const idsWanted = 10_000;
const peopleWanted = 1_000;
const deepPage = 100;
/** More than a server answers in a second. */
const addressesPerSecond = 15_000;

export async function takeSamples({ url, key }) {
  const api = async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} failed with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const [newest] = (await api('GET', '/posts?limit=1')).posts;
  const [oldest] = (await api('GET', '/posts?sortBy=oldest&limit=1')).posts;
  const [newestAt, oldestAt] = [newest, oldest].map(({ createdAt }) => Date.parse(createdAt));
  await addRarePosts(api, oldestAt, newestAt);
  return {
    newestAt,
    oldestAt,
    ids: await idsOf(api, 'posts', idsWanted),
    people: await idsOf(api, 'users', peopleWanted),
    position: (await api('GET', '/posts?limit=20')).next,
    deepPosition: (await api('GET', `/posts?limit=20&cursor=${deepPage - 1}`)).next,
  };
}

async function idsOf(api, plural, wanted) {
  const ids = [];
  for (let after = ''; ids.length < wanted && after !== null; ) {
    const page = await api('GET', `/${plural}?limit=100&after=${after}`);
    ids.push(...page[plural].map(({ id }) => id));
    after = page.next;
  }
  return ids;
}

export const rareWord = 'zeppelin';
export const commonWord = 'notifications';
const rarePosts = 25;

/** Spread over the whole time, so that finding them all means looking everywhere. */
async function addRarePosts(api, oldestAt, newestAt) {
  for (let place = 0; place < rarePosts; place += 1) {
    const createdAt = new Date(oldestAt + ((newestAt - oldestAt) * place) / rarePosts).toISOString();
    await api('POST', '/posts', { title: `Landing site for the ${rareWord} ${place}`, createdAt });
  }
}

export const below = (end) => Math.floor(Math.random() * end);
export const oneOf = (values) => values[below(values.length)];
/** As many requests as a round can take. */
export const many = (seconds, make) => Array.from({ length: seconds * addressesPerSecond }, make);

/** A position like a given one at another time. Part 0 of a position is the order, part 1 the time. */
function movedTo(position, time) {
  const key = JSON.parse(Buffer.from(position, 'base64url').toString());
  return Buffer.from(JSON.stringify(key.with(1, time))).toString('base64url');
}

let used = 0;
/** Before the newest post, and different each time: the first page, but never from the cache of answers. */
export function beforeAll({ position, newestAt }) {
  used += 1;
  return movedTo(position, newestAt + 86_400_000 + used);
}

/** In the newer 90 % of the data: different posts each time. */
export const somewhere = ({ position, oldestAt, newestAt }) =>
  movedTo(position, newestAt - below(0.9 * (newestAt - oldestAt)));

/** Around page 100, different each time. */
export function deepDown({ deepPosition }) {
  used += 1;
  const [, time] = JSON.parse(Buffer.from(deepPosition, 'base64url').toString());
  return movedTo(deepPosition, time - used);
}

/** The same page by number. A filter that matches everything makes the address different each time. */
export function deepNumber() {
  used += 1;
  return `${deepPage}&filters=createdSince:${new Date(used).toISOString()}`;
}

const post = ({ people }) => ({
  title: `Sort ${oneOf(['invoices', 'reports', 'charts', 'tags'])} by ${oneOf(['date', 'name'])} ${below(1e9)}`,
  description:
    'We use this every day, and it costs us more time than it should.\n\nWhat would help us:\n\n- a switch for each ' +
    'project\n- a sensible default\n\nHappy to try an **early version**.',
  authorId: oneOf(people),
});

export const newPost = (samples) => ({
  method: 'POST',
  path: '/v1/posts',
  body: JSON.stringify(post(samples)),
});

export const newPosts = (samples, seconds) => many(seconds, () => newPost(samples));

export const newVote = ({ ids, people }) => ({
  method: 'POST',
  path: `/v1/posts/${oneOf(ids)}/votes`,
  body: JSON.stringify({ userId: oneOf(people) }),
});

export const newBatch = (samples, size) => {
  const operations = Array.from({ length: size }, () => ({
    method: 'POST',
    path: '/posts',
    body: post(samples),
  }));
  return { method: 'POST', path: '/v1/batch', body: JSON.stringify({ operations }) };
};
