// Every operation of the document has a method in the client, and each works against the program.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../server/test/http/pictures.ts';
import { type Earshot, type List, type OperationId, ref } from '../src/index.ts';
import { documented } from './support/document.ts';
import { type Installation, startInstallation } from './support/installation.ts';

/** The operation of a request; as in the router, a literal path wins over a parameter. */
function operationOf(method: string, address: string): string | undefined {
  const pathname = new URL(address).pathname.replace(/^\/v1/, '');
  const fitting = documented.filter(
    ({ path, ...operation }) =>
      operation.method === method && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  return (fitting.find(({ path }) => !path.includes('{')) ?? fitting[0])?.operationId;
}

let installation: Installation;
let earshot: Earshot;
const called = new Set<string>();

beforeAll(async () => {
  installation = await startInstallation();
  earshot = installation.client({
    fetch(address, init) {
      called.add(operationOf(init.method ?? 'GET', address) ?? `${init.method} ${address}`);
      return fetch(address, init);
    },
  });
});

afterAll(() => installation.close());

const post = async (title = 'A post') => (await earshot.posts.create({ title })).id;
const person = { userEmail: 'ada@example.com' };
const external = async () => {
  const externalId = `crm/${name()}`;
  await earshot.posts.create({ title: 'Theirs', externalId });
  return { externalId };
};
const user = async (email = 'ada@example.com') => (await earshot.users.upsert({ email })).id;
const comment = async () =>
  (await earshot.posts.comment(await post(), { content: 'Yes.', authorEmail: 'ada@example.com' })).id;
let names = 0;
const name = () => `Name ${++names}`;
const importedComment = async () => {
  const externalId = name();
  await earshot.comments.upsert(externalId, { postId: await post(), content: 'Yes.' });
  return externalId;
};
const status = async () => (await earshot.statuses.create({ name: name(), category: 'active' })).id;
const postType = async () => (await earshot.postTypes.create({ name: name() })).id;
const view = async () => (await earshot.views.create({ name: name(), filters: 'merged:false' })).id;
const tag = async () => (await earshot.tags.create({ name: name() })).id;
const address = () => `${name().replace(' ', '.')}@example.com`;
const suppression = async () =>
  (await earshot.suppressions.create({ email: address(), reason: 'bounce' })).id;
/** One that waits, and a report. */
const submission = async () => {
  const { submissionIds, reportId } = await installation.plant(await user(), await post());
  return { id: submissionIds[0] ?? '', reportId };
};
const webhook = async () => (await earshot.webhooks.create({ url: 'https://example.com/hook' })).id;
/** A webhook, and a delivery to it. */
const delivery = async (): Promise<[string, string]> => {
  const id = await webhook();
  return [id, (await earshot.webhooks.test(id)).id];
};
/** A finished export. */
const exported = async () => {
  const { id } = await earshot.exports.create({});
  while ((await earshot.exports.get(id)).state !== 'finished');
  return id;
};
/** Waits until the import has ended; returns its id. */
const ended = async (id: string) => {
  for (;;) {
    const { state, error } = await earshot.imports.get(id);
    if (error !== null) throw new Error(error);
    if (state === 'finished' || state === 'undone') return id;
  }
};
const imported = async (dryRun: boolean) => {
  const content = new Blob([`title\n${name()}\n`]);
  const files = [{ content, name: 'posts.csv' }];
  return ended((await earshot.imports.create({ source: 'csv', dryRun, files })).id);
};
const logo = () => ({ content: new Blob([new Uint8Array(png(3, 2))]), name: 'logo.png' });
const changelog = async () => (await earshot.changelogs.create({ title: 'New' })).id;
const idsOf = async (list: List<{ id: string }>) => (await list.toArray()).map(({ id }) => id);

/** One row per operation: without it, this file does not compile. */
const stories: Record<OperationId, () => Promise<unknown>> = {
  getMe: () => earshot.me(),
  listPosts: () => earshot.posts.list().page(),
  createPost: () => earshot.posts.create({ title: 'Dark mode' }),
  getPost: async () => earshot.posts.get(await post()),
  updatePost: async () => earshot.posts.update(await post(), { title: 'Darker mode' }),
  deletePost: async () => earshot.posts.delete(await post()),
  upsertPost: () => earshot.posts.upsert('crm/7 ä', { title: 'Imported' }),
  findSimilarPosts: () => earshot.posts.similar({ title: 'Dark mode' }),
  mergePost: async () => earshot.posts.merge(await post(), { intoId: await post() }),
  unmergePost: async () => {
    const id = await post();
    await earshot.posts.merge(id, { intoId: await post() });
    return earshot.posts.unmerge(id);
  },
  listComments: async () =>
    earshot.posts.comments(await post(), { include: ['replies'], filters: { updatedSince: '2026-01-31' } }),
  createComment: async () => earshot.posts.comment(await post(), { content: 'Yes.' }),
  upsertComments: async () =>
    earshot.posts.commentMany(await post(), { comments: [{ externalId: name(), content: 'Yes.' }] }),
  upsertComment: async () => earshot.comments.upsert(name(), { postId: await post(), content: 'Yes.' }),
  getCommentByExternalId: async () => earshot.comments.getByExternalId(await importedComment()),
  deleteCommentByExternalId: async () => earshot.comments.deleteByExternalId(await importedComment()),
  listAllComments: () => earshot.comments.list().page(),
  getComment: async () => earshot.comments.get(await comment()),
  updateComment: async () => earshot.comments.update(await comment(), { content: 'No.' }),
  deleteComment: async () => earshot.comments.delete(await comment()),
  listVotes: async () => earshot.posts.votes(await post()).page(),
  addVote: async () => earshot.posts.vote(await post(), person),
  addVotes: async () => earshot.posts.voteMany(await post(), { voters: [{ email: 'bo@example.com' }] }),
  removeVote: async () => earshot.posts.unvote(await post(), person),
  listFollowers: async () => earshot.posts.followers(await post()).page(),
  addFollower: async () => earshot.posts.follow(await post(), person),
  addFollowers: async () => earshot.posts.followMany(await post(), { users: [{ email: 'bo@example.com' }] }),
  removeFollower: async () => earshot.posts.unfollow(await post(), person),
  listNoticesOfPost: async () => earshot.posts.notices(await post()).page(),
  getMailSettings: async () => earshot.users.mailSettings(await user()),
  updateMailSettings: async () => earshot.users.updateMailSettings(await user(), { replies: false }),
  listFollowingOfUser: async () => earshot.users.following(await user()).page(),
  listAllVotes: () => earshot.votes.list().page(),
  listUsers: () => earshot.users.list().page(),
  upsertUser: () => earshot.users.upsert({ externalId: 'crm-9', name: 'Cy' }),
  getUser: async () => earshot.users.get(await user()),
  updateUser: async () => earshot.users.update(await user(), { name: null }),
  deleteUser: async () => earshot.users.delete(await user('gone@example.com')),
  listPostsOfUser: async () => earshot.users.posts(await user()).page(),
  listCommentsOfUser: async () => earshot.users.comments(await user()).page(),
  listVotesOfUser: async () => earshot.users.votes(await user()).page(),
  exportUser: async () => earshot.users.export(await user()),
  runBatch: () => earshot.batch([{ method: 'GET', path: '/posts?limit=1' }], { atomic: true }),
  listAuditLog: () => earshot.auditLog.list().page(),
  listChangelogs: () => earshot.changelogs.list().page(),
  createChangelog: () => earshot.changelogs.create({ title: 'New', content: 'See **Settings**.' }),
  getChangelog: async () => earshot.changelogs.get(await changelog(), { include: ['posts'] }),
  updateChangelog: async () => earshot.changelogs.update(await changelog(), { state: 'published' }),
  publishChangelog: async () => earshot.changelogs.publish(await changelog()),
  listNoticesOfChangelog: async () => earshot.changelogs.notices(await changelog()).page(),
  deleteChangelog: async () => earshot.changelogs.delete(await changelog()),
  listStatuses: () => earshot.statuses.list().page(),
  createStatus: () => earshot.statuses.create({ name: name(), category: 'unstarted' }),
  reorderStatuses: async () => earshot.statuses.reorder((await idsOf(earshot.statuses.list())).reverse()),
  getStatus: async () => earshot.statuses.get(await status()),
  updateStatus: async () => earshot.statuses.update(await status(), { name: name() }),
  deleteStatus: async () => earshot.statuses.delete(await status(), { moveTo: await status() }),
  listStatusChanges: () => earshot.statusChanges.list().page(),
  listStatusChangesOfPost: async () => earshot.posts.statusChanges(await post()).page(),
  listPostTypes: () => earshot.postTypes.list().page(),
  createPostType: () => earshot.postTypes.create({ name: name() }),
  reorderPostTypes: async () => earshot.postTypes.reorder((await idsOf(earshot.postTypes.list())).reverse()),
  getPostType: async () => earshot.postTypes.get(await postType()),
  updatePostType: async () => earshot.postTypes.update(await postType(), { color: '#112233' }),
  deletePostType: async () => earshot.postTypes.delete(await postType()),
  listDeletions: () => earshot.deletions.list().page(),
  listEvents: () => earshot.events.list({ after: 'latest' }),
  listWebhooks: () => earshot.webhooks.list().page(),
  createWebhook: () => webhook(),
  getWebhook: async () => earshot.webhooks.get(await webhook()),
  updateWebhook: async () => earshot.webhooks.update(await webhook(), { types: ['vote.*'] }),
  deleteWebhook: async () => earshot.webhooks.delete(await webhook()),
  rotateWebhookSecret: async () => earshot.webhooks.rotateSecret(await webhook()),
  testWebhook: async () => earshot.webhooks.test(await webhook()),
  replayWebhook: async () => earshot.webhooks.replay(await webhook(), { since: '2026-01-31T00:00:00Z' }),
  listDeliveries: async () => earshot.webhooks.deliveries(await webhook()).page(),
  getDelivery: async () => earshot.webhooks.delivery(...(await delivery())),
  redeliver: async () => earshot.webhooks.redeliver(...(await delivery())),
  listExports: () => earshot.exports.list().page(),
  createExport: async () => {
    const made = await earshot.exports.create({ format: 'csv' });
    await earshot.exports.delete(made.id);
    return made;
  },
  getExport: async () => earshot.exports.get(await exported()),
  deleteExport: async () => earshot.exports.delete(await exported()),
  downloadExport: async () => {
    const response = await earshot.exports.download(await exported());
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 2)]).toEqual([...Buffer.from('PK')]);
    return response.headers.get('content-disposition');
  },
  listImports: () => earshot.imports.list().page(),
  createImport: async () => earshot.imports.get(await imported(true)),
  getImport: async () => earshot.imports.get(await imported(true)),
  startImport: async () => {
    const { id } = await earshot.imports.start(await imported(true), { dryRun: false });
    return ended(id);
  },
  undoImport: async () => {
    const { id } = await earshot.imports.undo(await imported(false));
    return ended(id);
  },
  cancelImport: async () => earshot.imports.cancel(await imported(true)),
  deleteImport: async () => earshot.imports.delete(await imported(true)),
  listSubmissions: () => earshot.submissions.list().page(),
  getSubmission: async () => earshot.submissions.get((await submission()).id),
  approveSubmission: async () => earshot.submissions.approve((await submission()).id),
  rejectSubmission: async () => earshot.submissions.reject((await submission()).id, { reason: 'Off topic' }),
  mergeSubmission: async () =>
    earshot.submissions.merge((await submission()).id, { postId: await post(), asComment: true }),
  listReports: () => earshot.reports.list().page(),
  deleteReport: async () => earshot.reports.delete((await submission()).reportId),
  listBans: () => earshot.bans.list().page(),
  banUser: async () => earshot.users.ban(await user('spam@example.com'), { reason: 'Advertising' }),
  unbanUser: async () => earshot.users.unban(await user('spam@example.com')),
  listMembers: () => earshot.members.list().page(),
  listSuppressions: () => earshot.suppressions.list().page(),
  getSuppression: async () => earshot.suppressions.get(await suppression()),
  createSuppression: () => earshot.suppressions.create({ email: address(), reason: 'complaint' }),
  deleteSuppression: async () => earshot.suppressions.delete(await suppression()),
  getSite: () => earshot.site.get(),
  setSiteLogo: () => earshot.site.setLogo(logo()),
  deleteSiteLogo: async () => {
    await earshot.site.setLogo(logo());
    return earshot.site.deleteLogo();
  },
  createVisitorToken: () => earshot.visitorLink({ externalId: name() }),
  createIdentitySecret: () => earshot.site.createIdentitySecret({ mode: 'live' }),
  endUserSessions: async () => earshot.users.endSessions(await user()),
  updateSite: () => earshot.site.update({ name: name() }),
  listViews: () => earshot.views.list().page(),
  createView: () => earshot.views.create({ name: name(), filters: 'hasComments:true' }),
  getView: async () => earshot.views.get(await view()),
  updateView: async () => earshot.views.update(await view(), { name: name() }),
  deleteView: async () => earshot.views.delete(await view()),
  listTags: () => earshot.tags.list().page(),
  createTag: () => earshot.tags.create({ name: name() }),
  getTag: async () => earshot.tags.get(await tag()),
  updateTag: async () => earshot.tags.update(await tag(), { name: name() }),
  deleteTag: async () => earshot.tags.delete(await tag()),
  getPostByExternalId: async () => earshot.posts.get(await external(), { include: ['voters'] }),
  updatePostByExternalId: async () => earshot.posts.update(await external(), { title: 'Renamed' }),
  deletePostByExternalId: async () => earshot.posts.delete(await external()),
  mergePostByExternalId: async () => earshot.posts.merge(await external(), { intoId: await post() }),
  unmergePostByExternalId: async () => {
    const theirs = await external();
    await earshot.posts.merge(theirs, { intoId: await post() });
    return earshot.posts.unmerge(theirs);
  },
  listCommentsByPostExternalId: async () => earshot.posts.comments(await external()),
  createCommentByPostExternalId: async () => earshot.posts.comment(await external(), { content: 'Yes.' }),
  upsertCommentsByPostExternalId: async () =>
    earshot.posts.commentMany(await external(), { comments: [{ externalId: name(), content: 'Yes.' }] }),
  listVotesByPostExternalId: async () => earshot.posts.votes(await external()).page(),
  addVoteByPostExternalId: async () => earshot.posts.vote(await external(), person),
  addVotesByPostExternalId: async () =>
    earshot.posts.voteMany(await external(), { voters: [{ email: 'bo@example.com' }] }),
  removeVoteByPostExternalId: async () => earshot.posts.unvote(await external(), person),
  listNoticesOfPostByExternalId: async () => earshot.posts.notices(await external()).page(),
  listFollowersByPostExternalId: async () => earshot.posts.followers(await external()).page(),
  addFollowerByPostExternalId: async () => earshot.posts.follow(await external(), person),
  addFollowersByPostExternalId: async () =>
    earshot.posts.followMany(await external(), { users: [{ email: 'bo@example.com' }] }),
  removeFollowerByPostExternalId: async () => earshot.posts.unfollow(await external(), person),
  listStatusChangesOfPostByExternalId: async () => earshot.posts.statusChanges(await external()).page(),
};

describe('every operation', () => {
  it('of the document has a row here, and there are no others', () => {
    expect(Object.keys(stories).sort()).toEqual(documented.map(({ operationId }) => operationId).sort());
  });

  it.each(Object.entries(stories))('%s works through its method', async (operationId, story) => {
    called.clear();
    expect(await story()).toEqual(expect.anything());
    expect(called).toContain(operationId);
  });
});

it('no operation has two names', () => {
  const ownOperations = 3; // me, batch, visitorLink
  // One method takes both kinds of names of a post.
  const twins = documented.filter(
    ({ operationId, path }) => path.startsWith('/posts/by-external-id/') && operationId !== 'upsertPost',
  );
  const named = Object.values(earshot).flatMap((resource) => Object.keys(resource));
  // `events.stream` reads the pages of `events.list`.
  const streams = 1;
  expect(named).toHaveLength(documented.length + streams - ownOperations - twins.length);
});

it('a batch refers to what its earlier operations made, in paths and in bodies', async () => {
  const { results, applied } = await earshot.batch(
    [
      { method: 'POST', path: '/posts', body: { title: 'Parent', author: { email: 'ada@example.com' } } },
      { method: 'POST', path: `/posts/${ref(0, 'id')}/comments`, body: { content: 'First' } },
      {
        method: 'POST',
        path: `/posts/${ref(0, 'id')}/comments`,
        body: { content: 'Reply', parentId: ref(1, 'id'), authorId: ref(0, 'author.id') },
      },
    ],
    { atomic: true },
  );
  expect([applied, results.map(({ status }) => status)]).toEqual([true, [201, 201, 201]]);
});

it('a list with details has the fields of a single post', async () => {
  const { externalId } = await external();
  const [listed] = await earshot.posts.list({ filters: { externalId }, include: ['details'] }).toArray();
  const single = await earshot.posts.get({ externalId });
  expect(listed).toEqual(single);
});

it('deletions tell of everything that was deleted, by kind and since a time', async () => {
  const [postId, tagId] = [await post(), await tag()];
  await earshot.posts.vote(postId, person);
  await earshot.posts.unvote(postId, person);
  await earshot.tags.delete(tagId);
  const filters = { kind: ['vote' as const, 'tag' as const], since: new Date(0) };
  const deletions = await earshot.deletions.list({ filters }).toArray();
  expect(deletions.at(-1)).toEqual({ id: tagId, kind: 'tag', deletedAt: expect.any(String) });
  const userId = await user();
  expect(deletions.at(-2)).toMatchObject({ id: `${postId}:${userId}`, kind: 'vote', postId, userId });
});

it('responses match the wire: lists unwrapped, orders as lists', async () => {
  const ids = await idsOf(earshot.statuses.list());
  expect((await earshot.statuses.reorder(ids)).map(({ id }) => id)).toEqual(ids);
  await earshot.posts.create({ title: 'Export to spreadsheets' });
  const [similar] = await earshot.posts.similar({ title: 'export spreadsheets', limit: 1 });
  expect(similar).toMatchObject({ title: 'Export to spreadsheets', similarity: expect.any(Number) });
});

it('an external id may contain anything a path can', async () => {
  const externalId = 'a/b?c#d e;f:g%2F';
  const { id } = await earshot.posts.upsert(externalId, { title: 'Once' });
  const again = await earshot.posts.upsert(externalId, { sourceUrl: 'https://example.com/' }).withResponse();
  expect(again).toMatchObject({ status: 200, data: { id, externalId } });
  expect(await earshot.posts.get({ externalId })).toMatchObject({ id });
});

it('a second run of an import changes nothing', async () => {
  const postId = await post();
  const comments = [
    { externalId: 'reply', parentExternalId: 'top', content: 'Me too.', createdAt: '2025-02-01T00:00:00Z' },
    { externalId: 'top', content: 'Yes.', createdAt: '2025-01-31T00:00:00Z', authorEmail: 'ada@example.com' },
  ];
  const first = await earshot.posts.commentMany(postId, { comments });
  expect(first).toMatchObject({ postId, created: 2, updated: 0, unchanged: 0, commentsCount: 2 });
  const second = await earshot.posts.commentMany(postId, { comments });
  expect(second).toEqual({ ...first, created: 0, unchanged: 2 });
  const filters = { externalId: ['reply', 'unknown'] };
  expect(await idsOf(earshot.comments.list({ filters }))).toEqual(first.commentIds.slice(0, 1));
});

it.each(['', '.', '..'])('an id that would change the path is rejected before sending: %j', async (id) => {
  called.clear();
  await expect(earshot.posts.delete(id)).rejects.toThrow(TypeError);
  await expect(earshot.posts.get(undefined as unknown as string)).rejects.toThrow('"id" must be a text');
  expect(called).toEqual(new Set());
});
