// Who gets no mail, in exports and imports; and notices, which stay where they are.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { leaving } from '../../src/app/mail/leaving.ts';
import { undoHere } from '../../src/app/porting/undo/start.ts';
import { type LeaveScope, leaveToken } from '../../src/domain/mail/leaving.ts';
import {
  addressHash,
  newMailKey,
  type SuppressionReason,
  userHash,
} from '../../src/domain/mail/suppression.ts';
import { type Import, importLeaseMs } from '../../src/domain/porting/import.ts';
import type { TestProgram } from '../support/program.ts';
import { workerDeps } from '../support/worker-deps.ts';
import { furnishedFixture } from './furnished.ts';
import { archiveOf, exported, importDeps, imported } from './ported.ts';
import { newWorkspace, type TestWorkspace } from './world.ts';

describe('suppressions', () => {
  const { place, started } = furnishedFixture();
  let program: TestProgram;
  let source: TestWorkspace;
  let path: string;

  const keyOf = ({ id }: TestWorkspace): Promise<string> =>
    program.engines.store.transaction(({ suppressions }) => suppressions.ensureKey(id, newMailKey()));
  const report = ({ client }: TestWorkspace, email: string, reason: SuppressionReason) =>
    client.post('/suppressions', { email, reason });
  /** Opens the link of a mail to a person, or to an address that no one is known by. */
  const leave = async (workspace: TestWorkspace, who: string, scope: LeaveScope): Promise<void> => {
    const token = leaveToken(await keyOf(workspace), { workspaceId: workspace.id, who, scope });
    await leaving(workerDeps(program)(program.engines.store)).leave(token);
  };
  const personIn = async ({ client }: TestWorkspace, email: string): Promise<string> =>
    (await client.get(`/users?filters=email:${email}`)).body.data.users[0].id;
  const listed = async ({ client }: TestWorkspace): Promise<string[]> =>
    (await client.get('/suppressions?limit=100')).body.data.suppressions
      .map(({ email, scope, reason }: Record<string, string>) => `${email} ${scope} ${reason}`)
      .sort();
  /** Of a person whichever address they have, and of an address. */
  const scopesOf = async (workspace: TestWorkspace, { email, userId }: Record<string, string>) => {
    const key = await keyOf(workspace);
    const hashes = [
      ...(email === undefined ? [] : [addressHash(key, email)]),
      ...(userId === undefined ? [] : [userHash(key, userId)]),
    ];
    return (await program.engines.store.read.suppressions.scopesOf(workspace.id, hashes)).sort();
  };
  const undone = (workspace: TestWorkspace, { id }: Import): Promise<Import> => {
    const actor = { type: 'system', id: 'operator' } as const;
    return undoHere(importDeps(workspace), { workspaceId: workspace.id, actor, requestId: null }, id);
  };

  beforeAll(async () => {
    ({ program } = started());
    source = await newWorkspace(program);
    for (const name of ['left', 'gone', 'typed'])
      await source.client.post('/users', { externalId: name, email: `${name}@example.com` });
    await report(source, 'bounced@example.com', 'bounce');
    await report(source, 'spam@example.com', 'complaint');
    await leave(source, await personIn(source, 'left@example.com'), 'notices');
    await leave(source, addressHash(await keyOf(source), 'typed@example.com'), 'sign_in');
    await report(source, 'gone@example.com', 'complaint');
    await source.client.delete(`/users/${await personIn(source, 'gone@example.com')}`);
    program.clock.advance(1000);
    path = place();
    await exported(source, path);
  });

  const all = [
    'bounced@example.com all bounce',
    'left@example.com notices left',
    'spam@example.com all complaint',
  ];

  it('travel with an address or a person, and never as a hash', async () => {
    const text = await readFile(join(path, 'suppressions.ndjson'), 'utf8');
    const records = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ email, userId, ...rest }) => [email ?? 'a person', userId !== null, rest])).toEqual(
      expect.arrayContaining([
        ['bounced@example.com', false, { scope: 'all', reason: 'bounce', createdAt: expect.any(String) }],
        ['a person', true, { scope: 'notices', reason: 'left', createdAt: expect.any(String) }],
        ['typed@example.com', false, { scope: 'sign_in', reason: 'left', createdAt: expect.any(String) }],
      ]),
    );
    expect(records).toHaveLength(5);
    expect(text).not.toContain('gone@example.com');
    const rows = await program.database.rows(
      `select hash from suppressions where workspace_id = '${source.id}'`,
    );
    expect(rows).toHaveLength(6);
    for (const { hash } of rows) expect(text).not.toContain(hash);
    expect(text).not.toContain(await keyOf(source));
  });

  it('come into another workspace, where they hold for people and addresses, and again they add nothing', async () => {
    const copy = await newWorkspace(program);
    const done = await imported(copy, path);
    expect(done.report).toMatchObject({
      errorsCount: 0,
      counts: { suppressions: { created: 5, found: 0, failed: 0 } },
    });
    expect(await listed(copy)).toEqual([...all, 'typed@example.com sign_in left'].sort());
    const before = (await source.client.get('/suppressions')).body.data.suppressions;
    const after = (await copy.client.get('/suppressions')).body.data.suppressions;
    const times = (found: { email: string; createdAt: string }[]) =>
      new Map(found.map(({ email, createdAt }) => [email, createdAt]));
    for (const [email, at] of times(before)) expect([email, times(after).get(email)]).toEqual([email, at]);
    const userId = await personIn(copy, 'left@example.com');
    await copy.client.patch(`/users/${userId}`, { email: 'moved@example.com' });
    expect(await scopesOf(copy, { userId })).toEqual(['notices']);
    expect(await scopesOf(copy, { email: 'TYPED@example.com' })).toEqual(['sign_in']);
    expect(await scopesOf(copy, { email: 'gone@example.com' })).toEqual([]);
    const empty = await newWorkspace(program);
    const rows = program.dump();
    const rehearsed = await imported(empty, path, { isDryRun: true });
    expect(rehearsed.report.counts.suppressions).toEqual({ created: 5, found: 0, failed: 0 });
    expect(program.dump()).toBe(rows);
    const again = await imported(copy, path, { isDryRun: true });
    expect(again.report.counts.suppressions).toEqual({ created: 0, found: 5, failed: 0 });
    expect((await imported(copy, path)).report.counts.suppressions).toEqual({
      ...{ created: 0, found: 5, failed: 0 },
    });
  });

  it('lift and weaken nothing that is there, and make a complaint of a bounce', async () => {
    const used = await newWorkspace(program);
    await report(used, 'bounced@example.com', 'complaint');
    await report(used, 'spam@example.com', 'bounce');
    await report(used, 'own@example.com', 'bounce');
    const done = await imported(used, path);
    expect(done.report.counts.suppressions).toEqual({ created: 3, found: 2, failed: 0 });
    const kept = ['bounced@example.com all complaint', 'own@example.com all bounce'];
    expect(await listed(used)).toEqual(
      [
        ...kept,
        'left@example.com notices left',
        'spam@example.com all complaint',
        'typed@example.com sign_in left',
      ].sort(),
    );
    expect((await undone(used, done)).undone?.suppressions).toEqual({ removed: 3, kept: 0 });
    // Someone complained: the team could lift a bounce.
    expect(await listed(used)).toEqual([...kept, 'spam@example.com all complaint'].sort());
  });

  it('are taken back by the undo, except what was said here since', async () => {
    const used = await newWorkspace(program);
    await used.client.post('/posts', { title: 'In use' });
    await used.client.post('/users', { email: 'left@example.com' });
    const done = await imported(used, path);
    await leave(used, await personIn(used, 'left@example.com'), 'notices');
    const reported = await report(used, 'bounced@example.com', 'bounce');
    expect(reported.status).toBe(200);
    expect((await report(used, 'bounced@example.com', 'bounce')).body).toEqual(reported.body);
    const actions = (await used.client.get(`/audit-log?filters=objectId:${reported.body.data.id}`)).body.data;
    expect(actions.entries.map(({ action }: { action: string }) => action)).toEqual(['suppression.updated']);
    expect((await undone(used, done)).undone?.suppressions).toEqual({ removed: 2, kept: 3 });
    expect(await listed(used)).toEqual(all.slice(0, 2));
    expect(await scopesOf(used, { userId: await personIn(used, 'left@example.com') })).toEqual(['notices']);
  });

  it('that were lifted while the import was interrupted are not restored', async () => {
    const copy = await newWorkspace(program);
    const interrupted = imported(copy, path, {
      onProgress({ report: { counts } }) {
        if (counts.suppressions !== undefined) throw new Error('power failure');
      },
    });
    await expect(interrupted).rejects.toThrow('power failure');
    const { suppressions } = (await copy.client.get('/suppressions?filters=reason:bounce')).body.data;
    expect((await copy.client.delete(`/suppressions/${suppressions[0].id}`)).status).toBe(200);
    program.clock.advance(importLeaseMs + 1);
    const done = await imported(copy, path);
    expect(done.report.counts.suppressions).toEqual({ created: 5, found: 0, failed: 0 });
    expect(await listed(copy)).toEqual([...all.slice(1), 'typed@example.com sign_in left'].sort());
    expect((await undone(copy, done)).undone?.suppressions).toEqual({ removed: 4, kept: 0 });
  });

  it('stay as a hash when the person is deleted before the undo', async () => {
    const used = await newWorkspace(program);
    await used.client.post('/posts', { title: 'In use' });
    await used.client.post('/users', { email: 'spam@example.com' });
    const done = await imported(used, path);
    await used.client.delete(`/users/${await personIn(used, 'spam@example.com')}`);
    await undone(used, done);
    expect(await listed(used)).toEqual([]);
    expect(await scopesOf(used, { email: 'spam@example.com' })).toEqual(['all']);
  });

  it('that name no one, or say what cannot be, are listed with their line; the strongest counts once', async () => {
    const copy = await newWorkspace(program);
    const archive = await archiveOf(place(), {
      'users.ndjson': [{ id: 'u', name: 'U' }],
      'suppressions.ndjson': [
        { email: 'one@example.com', reason: 'bounce' },
        { email: 'ONE@example.com', reason: 'complaint' },
        { email: 'one@example.com', reason: 'left' },
        { userId: 'u', reason: 'left', scope: 'sign_in' },
        { reason: 'left' },
        { email: 'one@example.com', userId: 'u', reason: 'left' },
        { userId: 'gone', reason: 'left' },
        { userId: 'u', reason: 'bounce' },
        { email: 'one@example.com', reason: 'left', scope: 'all' },
        { email: 'one@example.com', reason: 'unheard of' },
        { email: 'no address', reason: 'left' },
      ],
    });
    const { report: said } = await imported(copy, archive);
    expect(said.counts.suppressions).toEqual({ created: 3, found: 1, failed: 7 });
    expect(said.errors.map(({ line, message }) => `${line} ${message}`).sort()).toEqual(
      [
        '5 A suppression must have either "email" or "userId".',
        '6 A suppression must have either "email" or "userId".',
        '7 "userId" names nothing that was imported: "gone".',
        '8 "reason" must be one of left.',
        '9 "scope" must be one of notices, sign_in.',
        '10 "reason" must be one of bounce, left, complaint.',
        '11 "email" must be an email address.',
      ].sort(),
    );
    expect(await listed(copy)).toEqual(['one@example.com all complaint', 'one@example.com notices left']);
  });

  it('travel alone: notices that wait and those that were sent stay where they are', async () => {
    const { store } = program.engines;
    const from = await newWorkspace(program);
    const post = (await from.client.post('/posts', { title: 'Dark mode', visibility: 'public' })).body.data;
    const follower = { userEmail: 'fay@example.com' };
    const { userId } = (await from.client.post(`/posts/${post.id}/followers`, follower)).body.data;
    await store.transaction(async (write) => {
      const notice = { kind: 'answer', urgency: 'notice', userId, about: post.id, address: null } as const;
      await write.mails.enqueue(from.id, 'http://earshot.test', [
        {
          ...{ ...notice, id: 'mail_waits', key: 'k1', payload: { postId: post.id }, locale: null },
          ...{ dueAt: program.clock.now(), createdAt: program.clock.now() },
        },
      ]);
      await write.tellings.insert({
        ...{ workspaceId: from.id, id: 'tell_waits', kind: 'answer', about: post.id, key: 'k2' },
        ...{ payload: {}, place: null, dueAt: program.clock.now(), createdAt: program.clock.now() },
      });
    });
    const archive = place();
    const { manifest } = await exported(from, archive, { withLedger: true });
    expect(manifest.parts.map(({ name }) => name).filter((name) => /mail|tell|notice/.test(name))).toEqual([
      'mail-settings.ndjson',
    ]);
    const copy = await newWorkspace(program);
    await imported(copy, archive);
    expect((await copy.client.get(`/posts/${post.id}/followers`)).body.data.followers).toHaveLength(1);
    for (const table of ['mails', 'tellings'])
      expect(
        await program.database.rows(`select id from ${table} where workspace_id = '${copy.id}'`),
      ).toEqual([]);
    expect((await copy.client.get(`/posts/${post.id}/notices`)).body.data.notices).toEqual([]);
  });
});
