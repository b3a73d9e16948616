// What a kept database holds, and what is asked of it: a bit of everything that the API could do in its first version,
// so that the same requests fill any version's database.

const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns the IDs that questions need. */
export async function fill(api) {
  await api.post('/users', { email: 'ada@example.com', externalId: 'ada', name: 'Ada Lovelace' });
  const planned = await api.post('/statuses', { name: 'Someday', category: 'active', color: '#336699' });
  const dark = await api.post('/posts', {
    title: 'Dark mode',
    description: 'My **eyes** hurt at [night](https://example.com/night).',
    authorEmail: 'ada@example.com',
    tags: ['ui', 'Ünïcode 🎉'],
    externalId: 'ticket-1',
    sourceUrl: 'https://example.com/tickets/1',
  });
  const night = await api.post(
    '/posts',
    { title: 'Night theme', authorEmail: 'grace@example.com' },
    { 'idempotency-key': 'kept' },
  );
  await discuss(api, dark.id);
  await api.patch(`/posts/${dark.id}`, { statusId: planned.id });
  for (const name of ['grace', 'david', 'linus'])
    await api.post(`/posts/${dark.id}/votes`, { userEmail: `${name}@example.com` });
  await api.delete(`/posts/${dark.id}/votes`, { userEmail: 'linus@example.com' });
  await api.post(`/posts/${night.id}/votes`, { userEmail: 'david@example.com' });
  await api.post(`/posts/${night.id}/merge`, { intoId: dark.id });
  const gone = await api.post('/posts', { title: 'A mistake', authorEmail: 'ada@example.com' });
  await api.delete(`/posts/${gone.id}`);
  const pictured = await attach(api);
  await announce(api, dark.id);
  return { posts: [dark.id, night.id, pictured.id] };
}

async function discuss(api, postId) {
  const comments = `/posts/${postId}/comments`;
  const first = await api.post(comments, { content: 'Yes *please*', authorEmail: 'grace@example.com' });
  await api.post(comments, { content: 'Soon', parentId: first.id, authorEmail: 'ada@example.com' });
  await api.post(comments, { content: 'For us only', isPrivate: true, authorEmail: 'ada@example.com' });
  const answered = await api.post(comments, { content: 'Gone', authorEmail: 'david@example.com' });
  await api.post(comments, { content: 'It was here', parentId: answered.id, authorEmail: 'ada@example.com' });
  await api.delete(`/comments/${answered.id}`);
}

async function attach(api) {
  const form = new FormData();
  form.set('title', 'A picture of it');
  form.set('authorEmail', 'ada@example.com');
  form.append('attachments', new Blob([image], { type: 'image/png' }), 'dot.png');
  return api.post('/posts', form);
}

async function announce(api, postId) {
  await api.post('/changelogs', { title: 'A draft', content: 'Not **yet**.' });
  const entry = { title: 'Out now', content: '# News\n\n- dark', linkedPostIds: [postId] };
  await api.post('/changelogs', { ...entry, state: 'published' });
  await api.post('/changelogs', {
    title: 'Later',
    content: 'Wait.',
    state: 'scheduled',
    publishedAt: '2199-01-31T09:15:02.123Z',
  });
}

/** Every list, and each post as a whole. */
export const questionsAbout = ({ posts }) => [
  '/me',
  '/posts?sortBy=oldest&include=author,tags,voters,attachments,mergedInto',
  '/posts?filters=search:dark',
  '/posts?filters=merged:true',
  ...posts.flatMap((id) => [
    `/posts/${id}?include=attachments,voters,mergedInto,comments,comments.replies`,
    `/posts/${id}/comments?include=replies`,
    `/posts/${id}/votes`,
    `/posts/${id}/status-changes`,
  ]),
  '/comments',
  '/votes',
  '/users',
  '/statuses',
  '/post-types',
  '/tags',
  '/changelogs',
  '/audit-log?limit=100',
  '/deletions',
  '/events',
];
