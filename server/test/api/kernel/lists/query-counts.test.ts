import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletedKinds } from '../../../../src/domain/events/ledger.ts';
import { newWebhook } from '../../../../src/domain/events/webhook.ts';
import { newView } from '../../../../src/domain/feedback/view.ts';
import type { NewMail } from '../../../../src/domain/mail/mail.ts';
import type { User } from '../../../../src/domain/people/user.ts';
import { newExport } from '../../../../src/domain/porting/export.ts';
import { newImport } from '../../../../src/domain/porting/import.ts';
import { newSubmission } from '../../../../src/domain/site/submission.ts';
import type { Writer } from '../../../../src/ports/store.ts';
import { postWrittenExample } from '../../../../src/shapes/feedback/post.ts';
import {
  clock,
  type Home,
  mint,
  newAccount,
  newAttachment,
  newChangelog,
  newComment,
  newEntry,
  newPost,
  newPostType,
  newStatus,
  newStatusChange,
  newTag,
  newUser,
} from '../../../contracts/store/world.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';
import { countQueries } from '../../../support/queries.ts';

/** More than a full page of everything. */
const many = 51;
/** The workspace's revision, the object or page, and one or two per include or kind of lookup. */
const maxQueries = 12;

/** Two objects of the same kind: one with a single related object of each kind, one with many. */
interface Pair {
  few: string;
  many: string;
}

let program: TestProgram;
let posts: Pair;
let users: Pair;
let changelogs: Pair;
let commentId: string;
let statusId: string;
let typeId: string;
let tagId: string;
let webhookId: string;
let deliveryId: string;
let exportId: string;
let importId: string;
let submissionId: string;
let suppressionId: string;
let viewId: string;

beforeAll(async () => {
  program = await startProgram();
  await program.engines.store.transaction(fill);
  // Records the first use of the key now, so that it is not counted.
  await program.live.get('/me');
  await program.idle();
});
afterAll(() => program.close());

const newNotice = (about: string, userId: string): NewMail => ({
  ...{
    id: mint('mail'),
    kind: 'status',
    urgency: 'notice',
    payload: {},
    about,
    userId,
    address: null,
    locale: null,
  },
  ...{ key: `${about}:${userId}`, dueAt: clock.now(), createdAt: clock.now() },
});

async function fill(write: Writer): Promise<void> {
  const { workspaceId } = program;
  const workspace = await write.workspaces.find(workspaceId);
  const statuses = Array.from({ length: many }, (_, index) =>
    newStatus(10 + index, { slug: `more-${index}` }),
  );
  const types = Array.from({ length: many }, (_, index) =>
    newPostType(10 + index, { slug: `more-${index}` }),
  );
  const tags = Array.from({ length: many }, (_, index) => newTag(`tag ${index}`));
  const people = Array.from({ length: many }, (_, index) => newUser({ name: `Ada ${index}` }));
  for (const status of statuses) await write.statuses.insert(workspaceId, status);
  for (const type of types) await write.postTypes.insert(workspaceId, type);
  for (const tag of tags) await write.tags.insert(workspaceId, tag);
  await write.users.insertMany(workspaceId, people);
  const idAt = (things: { id: string }[], index: number): string => things[index]?.id ?? '';
  const home: Home = {
    workspaceId,
    userId: workspace?.userId ?? '',
    statusIds: [idAt(statuses, 0), idAt(statuses, 1), idAt(statuses, 2), idAt(statuses, 3)],
    typeIds: [idAt(types, 0), idAt(types, 1), idAt(types, 2)],
  };
  const [busy, quiet] = people as [User, User];

  const written = Array.from({ length: many }, (_, index) => {
    clock.advance(1);
    return newPost(home, {
      title: 'Dark mode',
      authorId: index === 1 ? quiet.id : busy.id,
      votesCount: index === 0 ? many : 1,
      externalId: `crm-${index}`,
    });
  });
  await write.posts.insertMany(workspaceId, written);
  const [into] = written;
  const merged = written.map(() => newPost(home, { title: 'Merged away', mergedIntoId: into?.id ?? null }));
  await write.posts.insertMany(workspaceId, merged);
  for (const [index, { id: postId }] of written.entries()) {
    const amount = index === 0 ? many : 1;
    const voters = index === 0 ? people : [index === 1 ? quiet : busy];
    await write.votes.insertMany(
      workspaceId,
      voters.map(({ id: userId }) => ({ postId, userId, votedAt: clock.now() })),
    );
    await write.followers.addMany(
      workspaceId,
      postId,
      voters.map(({ id: userId }) => ({
        ...{ postId, originId: postId, userId, source: 'api' as const },
        followedAt: clock.now(),
      })),
    );
    await write.tags.replaceTags(workspaceId, postId, idsOf(tags.slice(0, Math.min(amount, 20))));
    let parentId: string | null = null;
    for (let number = 0; number < amount; number += 1) {
      const author = index === 1 ? quiet : busy;
      const externalId = index === 0 && number === 0 ? 'known' : null;
      const comment = newComment(home, postId, { parentId, userId: author.id, externalId });
      parentId = comment.id;
      await write.comments.insert(workspaceId, comment);
      await write.comments.insert(
        workspaceId,
        newComment(home, postId, { isPrivate: true, userId: author.id }),
      );
      await write.attachments.insert(workspaceId, newAttachment(postId));
      await write.statuses.insertChange(workspaceId, newStatusChange(home, postId));
    }
    const changelog = newChangelog({ labels: ['new'], state: 'published', publishedAt: clock.now() });
    await write.changelogs.insert(workspaceId, changelog);
    await write.changelogs.replaceLinks(workspaceId, changelog.id, idsOf(written.slice(0, amount)));
    for (const about of [postId, changelog.id])
      await write.mails.enqueue(
        workspaceId,
        'https://feedback.example',
        voters.map(({ id: userId }) => newNotice(about, userId)),
      );
    for (let number = 0; number < amount; number += 1) {
      const attachment = { ...newAttachment(''), postId: null, changelogId: changelog.id };
      await write.attachments.insert(workspaceId, attachment);
    }
    if (index === 0) changelogs = { few: '', many: changelog.id };
    if (index === 1) changelogs.few = changelog.id;
    commentId = parentId ?? '';
  }
  for (const kind of deletedKinds) {
    const gone = { type: `${kind}.deleted`, objectKind: kind, userId: 'user_1' };
    const entries = Array.from({ length: many }, () => newEntry({ ...gone, objectId: mint('post') }));
    await write.ledger.append(workspaceId, entries);
  }
  await write.ledger.append(
    workspaceId,
    Array.from({ length: many }, () =>
      newEntry({ type: 'post.created', payload: JSON.stringify({ object: postWrittenExample }) }),
    ),
  );
  for (let number = 0; number < many; number += 1) {
    webhookId = mint('webhook');
    const given = { id: webhookId, url: 'https://example.com/', secret: 'whsec_x' };
    await write.webhooks.insert(workspaceId, newWebhook(given, clock.now()), 0);
  }
  for (let number = 0; number < many; number += 1) {
    const actor = { type: 'system', id: 'operator' } as const;
    const ended = { state: 'finished', finishedAt: clock.now() } as const;
    exportId = mint('export');
    importId = mint('import');
    await write.exports.insert(workspaceId, newExport({ id: exportId, actor, ...ended }, clock.now()));
    const imported = newImport({ id: importId, source: 'csv', actor, ...ended }, clock.now());
    await write.imports.insert(workspaceId, imported, '');
  }
  const deliveries = Array.from({ length: many }, (_, index) => ({
    sequence: index + 1,
    eventId: mint('event'),
    type: 'post.created' as const,
  }));
  deliveryId = deliveries[0]?.eventId ?? '';
  await write.deliveries.enqueue(workspaceId, webhookId, deliveries, clock.now());
  for (let index = 0; index < many; index += 1) {
    const [userId, postId] = [idAt(people, index), idAt(written, 0)];
    submissionId = mint('submission');
    const sent = { kind: 'post' as const, userId, title: 'Dark mode', content: 'Please' };
    await write.submissions.insert(workspaceId, newSubmission({ id: submissionId, ...sent }, clock.now()));
    const report = { id: mint('report'), postId, commentId: null, userId, reason: 'Spam' };
    await write.reports.insert(workspaceId, { ...report, createdAt: clock.now() });
    await write.bans.put(workspaceId, { userId, reason: 'Spam', createdAt: clock.now() });
    const account = newAccount();
    await write.accounts.insert(account);
    const joined = { accountId: account.id, role: 'member' as const, createdAt: clock.now() };
    await write.memberships.insert({ workspaceId, ...joined });
    viewId = mint('view');
    const view = { id: viewId, name: `view ${index}`, filters: 'merged:false' };
    await write.views.insert(workspaceId, newView(view, clock.now()));
    suppressionId = mint('suppression');
    const suppressed = { scope: 'all', reason: 'bounce', address: `${index}@example.com` } as const;
    await write.suppressions.add(workspaceId, {
      ...{ ...suppressed, id: suppressionId, hash: `hash ${index}`, createdAt: clock.now() },
      isImported: false,
    });
  }
  await write.workspaces.raiseRevision(workspaceId, clock.now());
  posts = { few: idAt(written, 1), many: idAt(written, 0) };
  users = { few: quiet.id, many: busy.id };
  statusId = idAt(statuses, 0);
  typeId = idAt(types, 0);
  tagId = idAt(tags, 0);
}

const idsOf = (things: readonly { id: string }[]): string[] => things.map(({ id }) => id);

/** Paths as documented, with a query string. Each list is requested with limits of 1 and 50. */
const lists: [path: string, id?: () => string][] = [
  ['/posts'],
  ['/posts?include=attachments;voters;author;tags;mergedInto'],
  ['/posts?include=details'],
  ['/posts?include=owner'],
  ['/posts?filters=ownerId:none'],
  ['/members'],
  ['/posts?filters=authorId:{user}', () => users.many],
  ['/posts?sortBy=votes&filters=authorId:{user};createdSince:2020-01-01', () => users.many],
  ['/posts?filters=search:dark;tag:{tag}', () => tagId],
  ['/posts?sortBy=votes&filters=tag:tag 0'],
  ['/posts?filters=mergedIntoId:{post}', () => posts.many],
  ['/posts?sortBy=votes'],
  ['/posts?sortBy=oldest&filters=search:dark'],
  ['/posts?filters=search:dark&include=author'],
  ['/posts?filters=voterId:{user}', () => users.many],
  ['/posts?filters=statusId:{status}', () => statusId],
  ['/posts/similar?title=Dark mode'],
  ['/posts/{id}/votes', () => posts.many],
  ['/posts/by-external-id/{externalId}/votes', () => 'crm-0'],
  ['/posts/{id}/followers', () => posts.many],
  ['/posts/by-external-id/{externalId}/followers', () => 'crm-0'],
  ['/posts/{id}/notices', () => posts.many],
  ['/posts/by-external-id/{externalId}/notices', () => 'crm-0'],
  ['/changelogs/{id}/notices', () => changelogs.many],
  ['/posts/{id}/status-changes', () => posts.many],
  ['/posts/by-external-id/{externalId}/status-changes', () => 'crm-0'],
  ['/comments'],
  ['/comments?filters=private:true'],
  ['/votes'],
  ['/votes?filters=userId:{user}', () => users.many],
  ['/users'],
  ['/users?filters=search:ada'],
  ['/users?filters=updatedSince:2020-01-01T00:00:00Z'],
  ['/users/{id}/posts', () => users.many],
  ['/users/{id}/posts?include=attachments;voters;author;tags', () => users.many],
  ['/users/{id}/comments', () => users.many],
  ['/users/{id}/votes', () => users.many],
  ['/users/{id}/following', () => users.many],
  ['/audit-log'],
  ['/audit-log?filters=action:post.created'],
  ['/deletions'],
  ['/events?types=post.created'],
  ['/deletions?filters=kind:post;kind:tag;since:2020-01-01T00:00:00Z'],
  ['/changelogs'],
  ['/changelogs?include=posts;attachments'],
  ['/changelogs?filters=label:new;search:what'],
  ['/statuses'],
  ['/status-changes'],
  ['/post-types'],
  ['/tags'],
  ['/exports'],
  ['/imports'],
  ['/submissions'],
  ['/reports'],
  ['/bans'],
  ['/suppressions'],
  ['/views'],
  ['/posts?filters=viewId:{view}', () => viewId],
  ['/suppressions?filters=reason:bounce'],
  ['/webhooks'],
  ['/webhooks/{id}/deliveries', () => webhookId],
];

const singles: [string, () => Pair][] = [
  ['/posts/{id}', () => posts],
  ['/posts/{id}?include=attachments;voters', () => posts],
  ['/posts/{id}?include=comments', () => posts],
  ['/posts/{id}?include=comments.replies;attachments;voters', () => posts],
  ['/posts/by-external-id/{externalId}', () => externalIds],
  ['/posts/by-external-id/{externalId}/comments', () => externalIds],
  ['/posts/{id}/comments', () => posts],
  ['/posts/{id}/comments?include=replies', () => posts],
  ['/users/{id}', () => users],
  ['/users/{id}/export', () => users],
  ['/users/{id}/mail', () => same(users.many)],
  ['/changelogs/{id}', () => changelogs],
  ['/changelogs/{id}?include=posts;attachments', () => changelogs],
  ['/comments/{id}', () => same(commentId)],
  ['/comments/by-external-id/{externalId}', () => same('known')],
  ['/statuses/{id}', () => same(statusId)],
  ['/post-types/{id}', () => same(typeId)],
  ['/tags/{id}', () => same(tagId)],
  ['/exports/{id}', () => same(exportId)],
  ['/imports/{id}', () => same(importId)],
  ['/submissions/{id}', () => same(submissionId)],
  ['/suppressions/{id}', () => same(suppressionId)],
  ['/views/{id}', () => same(viewId)],
  ['/webhooks/{id}', () => same(webhookId)],
  ['/webhooks/{id}/deliveries/{deliveryId}', () => same(`${webhookId} ${deliveryId}`)],
  ['/me', () => same('')],
  ['/site', () => same('')],
];

const externalIds: Pair = { few: 'crm-1', many: 'crm-0' };
const same = (id: string): Pair => ({ few: id, many: id });
/** Fills in the IDs, which spaces separate. */
const at = (path: string, ids: string): string => {
  const left = ids.split(' ');
  return encodeURI(path.replace(/\{\w+\}/g, () => left.shift() ?? ''));
};

/** The number of queries for a response, and the size of its body. The API key is known by then. */
async function measured(path: string, mode: 'live' | 'test') {
  let size = 0;
  let things = 0;
  await program[mode].get('/me');
  const queries = await countQueries(async () => {
    const { status, body, text } = await program[mode].get(path);
    expect([path, status]).toEqual([path, 200]);
    size = text.length;
    things = Object.values(body.data).find((value) => Array.isArray(value))?.length ?? 0;
  });
  return { queries, size, things };
}

describe('a list runs as many queries for 50 objects as for 1', () => {
  it.each(lists)('GET %s', async (path, id = () => '') => {
    const address = `${at(path, id())}${path.includes('?') ? '&' : '?'}limit=`;
    for (const mode of ['live', 'test'] as const) {
      const one = await measured(`${address}1`, mode);
      const fifty = await measured(`${address}50`, mode);
      expect([one.things, fifty.things]).toEqual([1, 50]);
      expect(fifty.queries).toBe(one.queries);
      expect(one.queries).toBeGreaterThan(0);
      expect(one.queries).toBeLessThanOrEqual(maxQueries);
    }
  });
});

describe('a single object runs as many queries with many related objects as with few', () => {
  it.each(singles)('GET %s', async (path, pair) => {
    const { few, many: much } = pair();
    const small = await measured(at(path, few), 'live');
    const large = await measured(at(path, much), 'test');
    // An export reads posts in small batches with three more queries each, as posts can be large.
    const furtherBatches = path.endsWith('/export') ? Math.ceil(many / 16) + 2 : 0;
    expect(large.queries).toBeGreaterThanOrEqual(small.queries);
    expect(large.queries).toBeLessThanOrEqual(small.queries + 4 * furtherBatches);
    // It reads each of its lists with a query or two of its own.
    expect(small.queries).toBeLessThanOrEqual(path.endsWith('/export') ? 2 * maxQueries : maxQueries);
    // Makes sure that there was more to read.
    if (few !== much && path !== '/users/{id}') expect(large.size).toBeGreaterThan(small.size);
  });
});

describe('a bulk write', () => {
  /** Chunks of an `in` list, of a multi-row statement and of the ledger. A query per comment would be 450 more. */
  const furtherChunks = 50;

  it('of 500 comments makes no query per comment: not for parents, authors, replies or edits', async () => {
    const entries = (from: number, count: number, more: object = {}) =>
      Array.from({ length: count }, (_, index) => ({
        externalId: `bulk-${from + index}`,
        content: `Comment ${index}`,
        authorEmail: `bulk-${index % 10}@example.com`,
        ...(index > 0 && { parentExternalId: `bulk-${from + index - 1}` }),
        ...more,
      }));
    const put = (comments: object[]) =>
      countQueries(async () => {
        const path = `/posts/${posts.few}/comments`;
        expect((await program.live.call('PUT', path, { body: { comments } })).status).toBe(200);
      });
    const small = await put(entries(0, 50));
    expect(await put(entries(1000, 500))).toBeLessThanOrEqual(small + furtherChunks);
    const unchanged = await put(entries(0, 50));
    expect(await put(entries(1000, 500))).toBeLessThanOrEqual(unchanged + furtherChunks);
    const edited = await put(entries(0, 50, { content: 'Edited', createdAt: '2025-01-31' }));
    const edits = entries(1000, 500, { content: 'Edited', createdAt: '2025-01-31' });
    expect(await put(edits)).toBeLessThanOrEqual(edited + furtherChunks);
  });
});

it('covers every read operation', () => {
  const { paths } = program.app.swagger() as { paths: Record<string, object> };
  const isRead = (path: string) => 'get' in (paths[path] ?? {}) && path !== '/exports/{id}/file';
  const reads = Object.keys(paths).filter(isRead);
  const counted = [...lists, ...singles].map(([path]) => path.split('?', 1)[0]);
  expect([...new Set(counted)].sort()).toEqual(reads.sort());
});
