// Imports as jobs: each operation with a live and a test key, bad input, and who may use them.

import { beforeAll, describe, expect, it } from 'vitest';
import { newWorkspace } from '../../porting/world.ts';
import { type browser, invitedBy, ownerOf } from '../../support/console.ts';
import { readAudit } from '../../support/database.ts';
import type { TestProgram } from '../../support/program.ts';
import { formOf, importFixture, mapping, maxBytes, type Shown } from './importing.ts';

const unknown = 'import_01jz3k8n5yegs9t2w6qv4m7r8c';

describe('imports', () => {
  const { started, unchanged, send, csv, queued, shown, ended, actionsOf } = importFixture();
  let program: TestProgram;
  let archive: Buffer;
  beforeAll(() => {
    ({ program, archive } = started());
  });
  const audited = () => readAudit(program).map(({ action }) => action);

  describe('before a worker runs', () => {
    let first: Shown;

    it('POST: 202 with a live key', async () => {
      first = await queued(csv({ dryRun: 'true' }));
      expect(first).toEqual({
        id: expect.stringMatching(/^import_[0-9a-z]{26}$/),
        source: 'csv',
        dryRun: true,
        state: 'queued',
        progress: { done: 0, total: 0 },
        counts: {},
        publicPostsCount: 0,
        errorsCount: 0,
        warningsCount: 0,
        warnings: [],
        errors: [],
        preview: null,
        mapping,
        fetchFiles: true,
        visibility: 'internal',
        publishComments: false,
        error: null,
        errorReasons: [],
        fileNames: ['posts.csv'],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        finishedAt: null,
        undoneCounts: null,
        undoableUntil: null,
        expiresAt: expect.any(String),
      });
      expect(await shown(first.id)).toEqual(first);
      const { errors, warnings, preview, ...summary } = first;
      expect([errors, warnings, preview]).toEqual([[], [], null]);
      expect((await program.test.get('/imports')).body.data.imports).toEqual([summary]);
      expect(audited().at(-1)).toBe('workspace.import_started');
    });

    it('409 while one waits, with both keys, and nothing is stored', async () => {
      for (const client of [program.live, program.test]) {
        const refused = [
          await unchanged(() => send(client, csv())),
          await unchanged(() => client.post(`/imports/${first.id}/start`)),
          await unchanged(() => client.post(`/imports/${first.id}/undo`)),
          await unchanged(() => client.delete(`/imports/${first.id}`)),
        ];
        expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
          refused.map(() => [409, 'CONFLICT']),
        );
      }
    });

    it('cancel: ends one that waits, with a live key only, and can be repeated', async () => {
      const { client, ...rest } = await newWorkspace(program);
      const { id } = await queued(csv(), client);
      const canceled = await client.post(`/imports/${id}/cancel`);
      expect([canceled.status, canceled.body.data]).toMatchObject([
        200,
        { id, state: 'failed', error: 'It was canceled.', fileNames: ['posts.csv'] },
      ]);
      expect(actionsOf(rest.id).at(-1)).toBe('workspace.import_canceled');
      const repeated = await unchanged(() => client.post(`/imports/${id}/cancel`));
      expect([repeated.status, repeated.body.data]).toEqual([200, canceled.body.data]);
      const tested = await unchanged(() => program.test.post(`/imports/${first.id}/cancel`));
      expect([tested.status, tested.body.data.state]).toEqual([200, 'failed']);
      expect((await client.delete(`/imports/${id}`)).status).toBe(200);
    });

    it('replays the answer to a repeated POST with an Idempotency-Key', async () => {
      const { client } = await newWorkspace(program);
      const headers = { 'idempotency-key': 'one' };
      const one = await send(client, csv(), headers);
      const other = await unchanged(() => send(client, csv(), headers));
      expect([one.status, other.status]).toEqual([202, 202]);
      expect(other.body).toEqual(one.body);
      expect(other.headers['idempotent-replayed']).toBe('true');
      const different = await unchanged(() => send(client, csv({ dryRun: 'true' }), headers));
      expect(different.status).toBe(422);
    });
  });

  it('202 with a test key, which stores and starts nothing; its id works in further calls', async () => {
    const { test } = program;
    program.importing.start();
    await program.importing.idle();
    const made = await unchanged(() => send(test, csv()));
    expect(made.status).toBe(202);
    expect(made.body).toMatchObject({ test: true, data: { source: 'csv', state: 'queued' } });
    const { id } = made.body.data;
    expect(id).toMatch(/^import_test_/);
    for (const [method, path, status] of [
      ['POST', `/imports/${id}/start`, 202],
      ['POST', `/imports/${id}/undo`, 202],
      ['POST', `/imports/${id}/cancel`, 200],
      ['DELETE', `/imports/${id}`, 200],
      ['GET', `/imports/${id}`, 404],
    ] as const) {
      const body = method === 'POST' ? { body: {} } : {};
      const answer = await unchanged(() => test.call(method, path, body));
      expect([method, path, answer.status]).toEqual([method, path, status]);
    }
  });

  const bad: [string, () => FormData, number, RegExp | string][] = [
    ['no file', () => formOf({}, { source: 'csv' }), 400, 'file'],
    ['an empty file', () => formOf({ 'posts.csv': '' }, { source: 'csv' }), 400, 'file'],
    ['two archives', () => formOf({ 'a.zip': archive, 'b.zip': archive }), 400, 'file'],
    ['an unknown source', () => csv({ source: 'nobody' }), 400, 'source'],
    ['a mapping that is no JSON', () => csv({ mapping: '{"columns"' }), 400, 'mapping'],
    ['a mapping of another form', () => csv({ mapping: '{"columns":{"title":7}}' }), 400, /^mapping/],
    ['an unknown field', () => csv({ mapping: '{"columns":{"colour":"Red"}}' }), 400, 'mapping.columns'],
    ['a dryRun that is no boolean', () => csv({ dryRun: 'perhaps' }), 400, 'dryRun'],
    ['a file that is too large', () => formOf({ 'a.zip': Buffer.alloc(maxBytes + 1) }), 413, /larger than/],
    [
      'files that are too large together',
      () => formOf({ 'a.csv': Buffer.alloc(maxBytes), 'b.csv': 'x' }, { source: 'csv' }),
      413,
      /larger than/,
    ],
  ];
  it.each(bad)('POST: refuses %s with both keys, and stores nothing', async (_, form, status, field) => {
    for (const client of [program.live, program.test]) {
      const answer = await unchanged(() => send(client, form()));
      expect(answer.status, answer.text).toBe(status);
      expect(answer.body.error.details?.[0].field ?? answer.body.error.message).toMatch(field);
    }
  });

  it('POST: 415 for a body that is no form', async () => {
    for (const client of [program.live, program.test]) {
      const answer = await unchanged(() => client.post('/imports', { source: 'csv' }));
      expect([answer.status, answer.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it.each([
    ['GET', ''],
    ['POST', '/start'],
    ['POST', '/undo'],
    ['POST', '/cancel'],
    ['DELETE', ''],
  ])('404 with all keys for %s%s of an unknown id, or one of another workspace', async (method, path) => {
    const { id } = await ended(queued(csv({ dryRun: 'true' })));
    for (const [client, named] of [
      [program.live, unknown],
      [program.test, unknown],
      [program.stranger, id],
    ] as const) {
      const body = method === 'POST' ? { body: {} } : {};
      const answer = await unchanged(() => client.call(method, `/imports/${named}${path}`, body));
      expect(answer.status).toBe(404);
    }
    expect((await program.stranger.get('/imports')).body.data.imports).toEqual([]);
  });

  it('lets only owners and admins of the console see and start imports', async () => {
    const owner = await ownerOf(program);
    const member = await invitedBy(program, owner, 'member');
    const admin = await invitedBy(program, owner, 'admin');
    const { id } = await ended(queued(csv({ dryRun: 'true' })));
    for (const [method, path] of [
      ['GET', '/v1/imports'],
      ['GET', `/v1/imports/${id}`],
      ['POST', `/v1/imports/${id}/start`],
      ['POST', `/v1/imports/${id}/undo`],
      ['POST', `/v1/imports/${id}/cancel`],
      ['DELETE', `/v1/imports/${id}`],
    ] as const) {
      const answer = await member.call(method, path, method === 'POST' ? { body: {} } : {});
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
    const upload = async (page: ReturnType<typeof browser>) => {
      const encoded = new Response(csv({ dryRun: 'true' }));
      const cookie = [...page.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return program.app.inject({
        method: 'POST',
        url: '/v1/imports',
        headers: {
          'x-earshot-console': '1',
          'sec-fetch-site': 'same-origin',
          cookie,
          'content-type': encoded.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await encoded.arrayBuffer()),
      });
    };
    expect((await unchanged(() => upload(member))).statusCode).toBe(403);
    expect((await upload(admin)).statusCode).toBe(202);
    await program.importing.idle();
    expect((await admin.get('/v1/imports')).status).toBe(200);
    // What a person starts again is done in their name, whoever uploaded it.
    expect((await owner.post(`/v1/imports/${id}/start`, {})).status).toBe(202);
    await program.importing.idle();
    const actors = () =>
      program.database
        .rows(`select type, actor_type, actor_id from ledger where object_id = '${id}' order by sequence`)
        .map(({ type, actor_type: kind, actor_id: actorId }) => ({ type, kind, actorId }));
    const [byKey, ...byOwner] = actors();
    expect(byKey).toMatchObject({ type: 'workspace.import_started', kind: 'key' });
    expect(byOwner).toMatchObject([
      { type: 'workspace.import_started', kind: 'person' },
      { type: 'import.finished', kind: 'person' },
    ]);
    // An undo is recorded for whoever started it, from its start to its end.
    expect((await admin.post(`/v1/imports/${id}/undo`, {})).status).toBe(202);
    await program.importing.idle();
    const byAdmin = actors().slice(3);
    expect(byAdmin).toMatchObject([
      { type: 'workspace.import_undo_started', kind: 'person' },
      { type: 'import.undone', kind: 'person' },
    ]);
    expect(new Set(byAdmin.map(({ actorId }) => actorId)).size).toBe(1);
    expect(byAdmin[0]?.actorId).not.toBe(byOwner[0]?.actorId);
    const removed = program.database.rows(
      `select actor_id from ledger where type = 'post.import_undone' and workspace_id = '${program.workspaceId}'`,
    );
    expect(new Set(removed.map(({ actor_id: actorId }) => actorId))).toEqual(new Set([byAdmin[0]?.actorId]));
  });
});
