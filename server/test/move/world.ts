// An installation with rows in every table, filled through the API, and a text form of all rows to compare two
// databases.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { newSecret, newWebhook } from '../../src/domain/events/webhook.ts';
import { newView } from '../../src/domain/feedback/view.ts';
import { newExport } from '../../src/domain/porting/export.ts';
import { type Import, newImport } from '../../src/domain/porting/import.ts';
import { isKeptByIndex } from '../../src/engines/sql/kernel/search/searchable.ts';
import { copiedTables } from '../../src/engines/sql/kernel/table-keys.ts';
import { newAccount, newInvite, newRecord, newSession } from '../contracts/store/world.ts';
import { titles } from '../contracts/titles.ts';
import { pdf, png, pngOf } from '../http/pictures.ts';
import { embeddedDatabase, type OutsideView } from '../support/database.ts';
import { plant } from '../support/plant.ts';
import { startProgram, type TestProgram } from '../support/program.ts';

export interface Original {
  /** A copy of the data directory for a single test; removed with the rest. */
  newCopy(): Promise<string>;
  newDirectory(): Promise<string>;
  rows: Rows;
  files: number;
  remove(): Promise<void>;
}

/** Rows as text by table, sorted. */
export type Rows = Record<string, string[]>;

export function rowsIn(database: OutsideView): Rows {
  const tables = database.tables();
  return Object.fromEntries(
    copiedTables.map((name) => [
      name,
      (tables.get(name) ?? []).map((row) => JSON.stringify(Object.entries(row).filter(isOurs).sort())).sort(),
    ]),
  );
}

/** Rows that only one side has, short enough to read in a test failure. */
export const differences = (one: Rows, other: Rows): string[] =>
  copiedTables.flatMap((table) => {
    const [here, there] = [new Set(one[table]), new Set(other[table])];
    const only = (some: Set<string>, others: Set<string>, side: string) =>
      [...some].filter((row) => !others.has(row)).map((row) => `${side} ${table} ${row}`);
    const same = one[table]?.length === other[table]?.length ? [] : [`other number of ${table}`];
    return [...same, ...only(here, there, '-'), ...only(there, here, '+')];
  });

const isOurs = ([column]: [string, unknown]): boolean => !isKeptByIndex(column);

export async function makeOriginal(): Promise<Original> {
  const parent = await mkdtemp(join(tmpdir(), 'earshot-move-'));
  const directory = join(parent, 'original');
  // Always uses the embedded engines, whichever the test run uses.
  const program = await startProgram({
    environment: { DATABASE_URL: '', REDIS_URL: '', S3_BUCKET: '', S3_ENDPOINT: '' },
  });
  try {
    await fill(program);
    await furnishConsole(program);
    await plantIn(program);
    await program.idle();
    await cp(program.dataDir, directory, { recursive: true });
  } finally {
    await program.close();
  }
  let made = 0;
  const newDirectory = async () => {
    made += 1;
    return join(parent, `copy-${made}`);
  };
  const rows = rowsIn(embeddedDatabase(directory));
  for (const table of copiedTables) expect(rows[table]?.length, `rows in ${table}`).toBeGreaterThan(0);
  return {
    newDirectory,
    newCopy: async () => {
      const copy = await newDirectory();
      await cp(directory, copy, { recursive: true });
      return copy;
    },
    rows,
    files: rows.attachments?.length ?? 0,
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

const importOf = (given: { id: string } & Partial<Import>): Import =>
  newImport(
    {
      ...{ source: 'canny', state: 'finished', actor: { type: 'system', id: 'operator' } },
      ...{ digest: 'd'.repeat(64), isFaithful: true, done: 1, total: 1, finishedAt: 2 },
      ...given,
    },
    0,
  );

/** Adds the rows that the console and the request log create. */
async function furnishConsole({ engines, workspaceId, clock }: TestProgram): Promise<void> {
  const now = clock.now();
  const account = newAccount({ name: 'Ünï Lovelace', passwordHash: '$argon2id$x', locale: 'de-AT' });
  await engines.store.transaction(async (write) => {
    await write.accounts.insert(account);
    await write.memberships.insert({ workspaceId, accountId: account.id, role: 'owner', createdAt: now });
    await write.sessions.insert(newSession(account.id, { workspaceId }));
    await write.invites.insert(newInvite(workspaceId, { createdBy: account.id, isMailed: true }));
    await write.setupLinks.insert({ workspaceId, hash: 'h'.repeat(43), createdAt: now, expiresAt: now + 1 });
    const started = importOf({ id: 'imp_1', createdAt: now, updatedAt: now });
    await write.imports.insert(workspaceId, started, 'owner');
    await write.exports.insert(workspaceId, newExport({ id: 'export_1', actor: started.actor }, now));
    await write.imports.note(workspaceId, 'imp_1', [
      { kind: 'post', sourceId: '17', objectId: 'post_1', isNew: true },
    ]);
    const webhook = newWebhook({ id: 'hook_1', url: 'https://a.example/x', secret: newSecret() }, now);
    await write.webhooks.insert(workspaceId, webhook, 0);
    const delivery = { sequence: 1, eventId: 'evt_1', type: 'post.created' as const };
    await write.deliveries.enqueue(workspaceId, webhook.id, [delivery], now);
    await write.deliveries.claim(workspaceId, webhook.id, { at: now, until: now + 1, claim: 'c', take: 1 });
    const attempt = { number: 1, at: now, durationMs: 5, status: 200, error: null, answer: 'ok' };
    const succeeded = { claim: 'c', attempt, state: 'succeeded' as const, nextAttemptAt: null };
    await write.deliveries.settle(workspaceId, webhook.id, [{ sequence: 1, ...succeeded }], now);
    await write.deliveries.reach(workspaceId, 'post_1', { metric: 'votesCount', atLeast: 10 });
    await write.visitors.insertSession(workspaceId, {
      ...{ id: 'vses_1', hash: 'v'.repeat(43), userId: 'user_1', cameBy: 'link' },
      ...{ createdAt: now, expiresAt: now + 1 },
    });
    const link = { hash: 'l'.repeat(43), userId: 'user_1', returnTo: '/roadmap', expiresAt: now + 1 };
    await write.visitors.insertLink(workspaceId, link);
    const mailed = { email: 'Ünï@example.com', heldPostId: 'post_1', follows: true };
    await write.visitors.insertMailedLink(workspaceId, { ...link, ...mailed });
    await write.visitors.putSecret(workspaceId, 'live', {
      secret: newSecret(),
      createdAt: now,
      previousSecret: null,
      previousSecretExpiresAt: null,
    });
    await write.visitors.useToken(workspaceId, 'd'.repeat(43), now + 1);
    await write.suppressions.ensureKey(workspaceId, 'k'.repeat(43));
    await write.suppressions.add(workspaceId, {
      ...{ id: 'supp_1', hash: 'h'.repeat(43), scope: 'all', reason: 'bounce' },
      ...{ address: 'Ünï@example.com', isImported: true, createdAt: now },
    });
    await write.mails.enqueue(workspaceId, 'https://feedback.example', [
      {
        ...{ id: 'mail_1', kind: 'test', key: 'test:1', address: 'Ünï@example.com', userId: 'user_1' },
        ...{ payload: { accountId: account.id }, about: null, locale: 'de-AT', urgency: 'notice' },
        ...{ dueAt: now, createdAt: now },
      },
    ]);
    await write.mails.setReplyTo(workspaceId, {
      ...{ address: 'Ünï@example.com', asked: 'hilfe@example.com', askedAt: now },
    });
    await write.tellings.insert({
      ...{ workspaceId, id: 'tell_1', kind: 'status', about: 'post_1', key: 'status:post_1' },
      ...{
        payload: { choice: 'voters' },
        place: { list: 1, after: [now, 'user_1'] },
        dueAt: now,
        createdAt: now,
      },
    });
    const view = newView({ id: 'view_1', name: 'Größe', filters: 'search:größe' }, now);
    await write.views.insert(workspaceId, view);
    await write.inboxes.setSeenTo(workspaceId, account.id, 1);
    await write.inboxes.mark(workspaceId, account.id, [{ postId: 'post_1', seenTo: 2, until: now + 1 }], now);
    const mentions = [{ commentId: 'cmt_1', postId: 'post_1', memberIds: [account.id] }];
    await write.comments.setMentions(workspaceId, mentions, now);
    await write.requests.append([newRecord(workspaceId), newRecord(workspaceId, { status: 429 })]);
    await write.requests.addCounts([
      { workspaceId, keyId: 'key_1', hourAt: 0, requests: 3, errors: 1, limited: 1 },
    ]);
  });
}

/** Adds what only visitors of the public site create. */
async function plantIn({ engines, workspaceId, live }: TestProgram): Promise<void> {
  const [post] = (await live.get('/posts?include=author')).body.data.posts;
  await plant(engines.store, workspaceId, 'Ünï', { userId: post.author.id, postId: post.id });
}

/** Writes something of every kind through the API. */
export async function fill({ live, stranger, clock }: TestProgram): Promise<void> {
  const made = async (asked: ReturnType<typeof live.post>) => {
    const answer = await asked;
    expect([200, 201]).toContain(answer.status);
    return answer.body.data;
  };
  const posts: { id: string }[] = [];
  for (const [index, title] of titles.entries()) {
    if (index % 3 === 0) clock.advance(1_000);
    const author = { email: `Writer${index % 40}@Example.com`, name: `Ünï ${title.slice(0, 8)}` };
    const tags = index % 5 === 0 ? [`tag ${index % 7}`, 'déjà vu'] : [];
    posts.push(
      await made(
        live.post('/posts', { title, author, tags, externalId: `x-${index}`, importedVotes: index % 3 }),
      ),
    );
  }
  const [first, second, third, fourth] = posts.map(({ id }) => id);
  await made(stranger.post('/posts', { title: 'Elsewhere 😀', description: '# Größe\n\n**x** \u{10fffd}' }));
  await made(live.patch(`/posts/${third}`, { description: 'long '.repeat(15_000) }));

  const voters = posts.slice(0, 30).map((_, index) => ({ email: `voter${index}@example.com` }));
  for (const post of [first, second])
    await made(live.call('PUT', `/posts/${post}/votes`, { body: { voters } }));
  await made(live.call('PUT', `/posts/${first}/followers`, { body: { users: voters.slice(0, 5) } }));
  await made(live.post(`/posts/${first}/merge`, { intoId: second }));

  const comment = await made(
    live.post(`/posts/${third}/comments`, { content: 'こんにちは', author: voters[0] }),
  );
  await made(
    live.post(`/posts/${third}/comments`, { content: '👍', parentId: comment.id, author: voters[1] }),
  );
  await made(live.post(`/posts/${third}/comments`, { content: 'note', isPrivate: true, author: voters[2] }));
  await made(live.delete(`/comments/${comment.id}`));
  await made(live.delete(`/posts/${fourth}`));

  const statuses = await made(live.get('/statuses'));
  const statusId = statuses.statuses[2].id;
  await made(live.patch(`/posts/${second}`, { statusId, statusComment: 'wird gebaut' }));
  await made(
    live.patch(`/statuses/${statusId}`, { nextStatusIds: [statuses.statuses[3].id], notifyFollowers: true }),
  );
  await made(
    live.post('/changelogs', {
      title: 'Neu: 深色模式',
      content: '- one\n- two',
      labels: ['Neu', 'ÄÖÜ'],
      state: 'published',
      linkedPostIds: [second, third],
      completeLinkedPosts: false,
    }),
  );
  await made(live.post('/changelogs', { title: 'Draft', content: 'x' }));
  await made(
    live.call('POST', '/posts', { body: { title: 'Once' }, headers: { 'idempotency-key': 'only-once' } }),
  );
  await made(live.patch(`/users/${comment.author.id}/mail`, { replies: false, language: 'de' }));
  const gone = await made(live.post('/users', { email: 'gone@example.com', name: 'Gone' }));
  await made(live.post(`/posts/${second}/votes`, { userId: gone.id }));
  await made(live.delete(`/users/${gone.id}`));

  for (const [index, bytes] of [png(3, 2), pdf(), pngOf(400_000), pngOf(6_000_000)].entries()) {
    const form = new FormData();
    form.append('title', `With a file ${index}`);
    form.append('attachments', new Blob([new Uint8Array(bytes)]), index === 1 ? 'notes.pdf' : 'a.png');
    await made(live.call('POST', '/posts', { form }));
  }
  const logo = new FormData();
  logo.append('file', new Blob([new Uint8Array(png(5, 5))]), 'logo.png');
  await made(live.call('PUT', '/site/logo', { form: logo }));
  await made(live.patch('/site', { visibility: 'public', name: 'Größe', roadmapStatusIds: [statusId] }));
}
