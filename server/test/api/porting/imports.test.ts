// Imports as jobs: each operation with a live and a test key, bad files, and the jobs themselves: reports, previews,
// undo, expiry, and what a killed process leaves.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { undoHere } from '../../../src/app/porting/undo-start.ts';
import { uploadedArchives } from '../../../src/compose-imports.ts';
import { Failure } from '../../../src/domain/failure.ts';
import { idMinter } from '../../../src/domain/id.ts';
import {
  importKeptMs,
  importLeaseMs,
  maxImportAttempts,
  newImport,
  undoableMs,
} from '../../../src/domain/import.ts';
import { removeLeftovers } from '../../../src/engines/files/scratch.ts';
import { importJobs } from '../../../src/workers/import-jobs.ts';
import { sweep } from '../../../src/workers/sweep.ts';
import { sweepImports } from '../../../src/workers/sweep-imports.ts';
import { exported, importDeps } from '../../porting/ported.ts';
import { newWorkspace, seen, type TestWorkspace } from '../../porting/world.ts';
import type { Answer, CallerClient } from '../../support/caller.ts';
import { type browser, invitedBy, ownerOf } from '../../support/console.ts';
import { readAudit } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const unknown = 'import_01jz3k8n5yegs9t2w6qv4m7r8c';
const table = 'Subject,State\nDark mode,Shipped\n,Shipped\nExport,Planned\n';
const mapping = { columns: { title: 'Subject', status: 'State' }, statuses: { Shipped: 'completed' } };
const maxBytes = 200_000;
const operator = { type: 'system', id: 'operator' } as const;

interface Shown {
  id: string;
  state: string;
  [field: string]: unknown;
}

type Parts = Record<string, string>;

function formOf(files: Record<string, string | Buffer>, fields: Parts = {}): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  for (const [name, bytes] of Object.entries(files))
    form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  return form;
}

async function zipOf(entries: Record<string, Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, bytes] of Object.entries(entries)) zip.addBuffer(bytes, name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('imports', () => {
  let program: TestProgram;
  let directory: string;
  /** The export of a workspace with posts, votes and comments. */
  let archive: Buffer;
  let source: TestWorkspace;
  beforeAll(async () => {
    program = await startProgram({ environment: { MAX_IMPORT_SIZE: String(maxBytes) } });
    directory = await mkdtemp(join(tmpdir(), 'earshot-imports-'));
    source = await newWorkspace(program);
    for (const title of ['One', 'Two', 'Three']) {
      const { id } = (await source.client.post('/posts', { title, tags: ['ui'] })).body.data;
      await source.client.post(`/posts/${id}/votes`, { user: { externalId: 'voter' } });
      await source.client.post(`/posts/${id}/comments`, { content: 'A comment' });
    }
    await exported(source, join(directory, 'export.zip'));
    archive = await readFile(join(directory, 'export.zip'));
  });
  afterAll(async () => {
    await program.close();
    await rm(directory, { recursive: true, force: true });
  });

  const unchanged = async <T>(work: () => Promise<T>): Promise<T> => {
    const [rows, files] = [program.dump(), await program.files()];
    const result = await work();
    expect([program.dump(), await program.files()]).toEqual([rows, files]);
    return result;
  };
  const send = (client: CallerClient, form: FormData, headers: Parts = {}): Promise<Answer> =>
    client.call('POST', '/imports', { form, headers });
  const csv = (fields: Parts = {}) =>
    formOf({ 'posts.csv': table }, { source: 'csv', mapping: JSON.stringify(mapping), ...fields });
  const zip = (fields: Parts = {}) => formOf({ 'export.zip': archive }, fields);
  const queued = async (form: FormData, client = program.live): Promise<Shown> => {
    const answer = await send(client, form);
    expect(answer.status, answer.text).toBe(202);
    return answer.body.data;
  };
  const shown = async (id: string, client = program.live): Promise<Shown> =>
    (await client.get(`/imports/${id}`)).body.data;
  const ended = async (asked: Promise<Shown>, client = program.live): Promise<Shown> => {
    const { id } = await asked;
    await program.importing.idle();
    return shown(id, client);
  };
  const again = async (path: string, body: object = {}, client = program.live): Promise<Shown> => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(202);
    return answer.body.data;
  };
  const audited = () => readAudit(program).map(({ action }) => action);
  const actionsOf = (workspaceId: string) =>
    readAudit({ ...program, workspaceId })
      .filter(({ objectId }) => objectId.startsWith('import_'))
      .map(({ action }) => action);
  const noDirectories = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith(`earshot-import-${process.pid}-`));

  const importEvents = async (client: CallerClient) => {
    const { events } = (await client.get('/events')).body.data;
    expect(
      events.map(({ type }: { type: string }) => type).filter((type: string) => /deleted$/.test(type)),
    ).toEqual([]);
    return events
      .filter(({ type }: { type: string }) => type.startsWith('import.'))
      .map(({ data }: { data: { object: object } }) => data.object);
  };

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
        errorsCount: 0,
        warningsCount: 0,
        warnings: [],
        errors: [],
        preview: null,
        mapping,
        fetchFiles: true,
        error: null,
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

  describe('with files that the source only links to', () => {
    const posts = JSON.stringify([{ id: 'p', title: 'Pictured', imageURLs: ['http://127.0.0.1:9/a.png'] }]);
    const canny = (fields: Parts = {}) => formOf({ 'posts.json': posts }, { source: 'canny', ...fields });
    const attachments = (created: number, failed: number) => ({ created, found: 0, failed });

    it('leaves them out with fetchFiles=false, also when it is started again, until told otherwise', async () => {
      const { client } = await newWorkspace(program);
      const without = await ended(queued(canny({ fetchFiles: 'false', dryRun: 'true' }), client), client);
      expect(without).toMatchObject({ fetchFiles: false, errors: [] });
      const run = (body: object) => ended(again(`/imports/${without.id}/start`, body, client), client);
      const left = await run({});
      expect(left).toMatchObject({ state: 'finished', fetchFiles: false, errors: [] });
      expect(left.counts).toMatchObject({ posts: { created: 1 }, attachments: attachments(0, 0) });
      expect(left.mapping).toEqual({ columns: {}, statuses: {} });
      const fetched = await run({ fetchFiles: true });
      expect(fetched).toMatchObject({
        fetchFiles: true,
        counts: { attachments: attachments(0, 1) },
        errors: [{ file: 'posts.json', line: 1, message: expect.stringContaining('was not fetched') }],
      });
      const { imports } = (await client.get('/imports')).body.data;
      expect(imports).toMatchObject([{ id: without.id, fetchFiles: true }]);
    });

    it('takes the choice with a test key, and refuses anything but true and false with both', async () => {
      const tried = await unchanged(() => send(program.test, canny({ fetchFiles: 'false' })));
      expect([tried.status, tried.body.data.fetchFiles]).toEqual([202, false]);
      for (const client of [program.live, program.test]) {
        const answer = await unchanged(() => send(client, canny({ fetchFiles: 'maybe' })));
        expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'fetchFiles']);
      }
    });
  });

  it('tries a file, shows its start, imports it with another mapping, and undoes that', async () => {
    const { client, id: workspaceId } = await newWorkspace(program);
    const workspace = { id: workspaceId, client, program };
    await client.post('/posts', { title: 'Already here' });
    const before = await seen(workspace);
    const dry = await ended(
      queued(csv({ dryRun: 'true', mapping: '{"columns":{"title":"Subject"}}' }), client),
      client,
    );
    expect(dry).toMatchObject({
      state: 'finished',
      counts: { posts: { created: 2, found: 0, failed: 1 } },
      errorsCount: 1,
      errors: [{ file: 'posts.csv', line: 3, message: 'The title is empty.' }],
      preview: {
        columns: ['Subject', 'State'],
        fields: ['title', 'status'],
        rows: [
          ['Dark mode', 'Shipped'],
          ['', 'Shipped'],
          ['Export', 'Planned'],
        ],
      },
    });
    expect(await seen(workspace)).toEqual(before);
    expect((await client.post(`/imports/${dry.id}/undo`)).status).toBe(409);

    const real = await ended(again(`/imports/${dry.id}/start`, { mapping }, client), client);
    expect(real).toMatchObject({
      id: dry.id,
      dryRun: false,
      state: 'finished',
      mapping,
      counts: { posts: { created: 2, found: 0, failed: 1 } },
      progress: { done: real.progress && (real.progress as { total: number }).total },
    });
    const { posts } = (await client.get('/posts?include=status')).body.data;
    expect(posts.map(({ title }: { title: string }) => title).sort()).toEqual([
      'Already here',
      'Dark mode',
      'Export',
    ]);
    expect((await client.post(`/imports/${dry.id}/start`, { dryRun: true })).status).toBe(409);

    const undone = await ended(again(`/imports/${dry.id}/undo`, {}, client), client);
    expect(undone).toMatchObject({ state: 'undone', undoneCounts: { posts: { removed: 2, kept: 0 } } });
    expect(await seen(workspace)).toEqual(before);
    expect((await client.post(`/imports/${dry.id}/undo`)).status).toBe(409);
    const { deletions } = (await client.get('/deletions?filters=kind:post')).body.data;
    expect(deletions).toHaveLength(2);
    // The dry run has none.
    expect(await importEvents(client)).toEqual([
      { importId: dry.id, state: 'finished', counts: real.counts },
      { importId: dry.id, state: 'undone', counts: undone.undoneCounts },
    ]);
    expect((await client.delete(`/imports/${dry.id}`)).status).toBe(200);
    expect((await client.get(`/imports/${dry.id}`)).status).toBe(404);
  });

  it('lists what was left out or cut, and counts it as imported', async () => {
    const { client } = await newWorkspace(program);
    const form = formOf({ 'posts.csv': `title\n${'x'.repeat(300)}\nShort\n` }, { source: 'csv' });
    const done = await ended(queued(form, client), client);
    const facts = {
      counts: { posts: { created: 2, found: 0, failed: 0 } },
      errorsCount: 0,
      warningsCount: 1,
    };
    const message = '"title" has more than 200 characters. It was cut.';
    expect(done).toMatchObject({ ...facts, errors: [], warnings: [{ file: 'posts.csv', line: 2, message }] });
    const [listed] = (await client.get('/imports')).body.data.imports;
    expect(listed).toMatchObject(facts);
    expect(listed).not.toHaveProperty('warnings');
  });

  it('imports an archive as the command does', async () => {
    const copy = await newWorkspace(program);
    const done = await ended(queued(zip(), copy.client), copy.client);
    expect(done).toMatchObject({ state: 'finished', errorsCount: 0, error: null, preview: null });
    expect(await seen(copy)).toEqual(await seen(source));
    expect(await noDirectories()).toEqual([]);
  });

  it('names a damaged file of another service', async () => {
    const { client } = await newWorkspace(program);
    const damaged = await zipOf({ 'posts.csv': Buffer.from(`title\n${'Dark mode\n'.repeat(500)}`) });
    for (const [at, message] of [
      [60, /^The archive's posts.csv is damaged: .+\.$/],
      [0, /^The archive's posts.csv is damaged: .+\.$/],
    ] as const) {
      const bytes = Buffer.from(damaged).fill(0x55, at, at + 20);
      const failed = await ended(queued(formOf({ 'a.zip': bytes }, { source: 'csv' }), client), client);
      expect([failed.state, failed.error]).toEqual(['failed', expect.stringMatching(message)]);
    }
  });

  it('refuses another upload while those that are kept take as much as one may', async () => {
    const { client } = await newWorkspace(program);
    const long = `title\n${'x'.repeat(maxBytes - 100)}\n`;
    const upload = () => formOf({ 'posts.csv': long }, { source: 'csv', dryRun: 'true' });
    const { id } = await ended(queued(upload(), client), client);
    await ended(queued(csv({ dryRun: 'true' }), client), client);
    await ended(queued(csv({ dryRun: 'true' }), client), client);
    const refused = await unchanged(() => send(client, csv()));
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^The workspace keeps the uploads of 3 imports, with 2\d\d,\d+ bytes\. Delete /),
    ]);
    expect((await client.delete(`/imports/${id}`)).status).toBe(200);
    expect((await send(client, csv())).status).toBe(202);
  });

  describe('of bad archives', () => {
    const renamed = (bytes: Buffer, from: string, to: string) =>
      Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
    const newer = { format: 'earshot-export', formatVersion: 99 };
    const cases: [string, () => Promise<Buffer>, RegExp][] = [
      ['a truncated zip file', async () => archive.subarray(0, 500), /not a zip file: .*[^.]\.$/],
      ['no zip file', async () => Buffer.from('hello'), /damaged, cut off, or not a zip file: .*[^.]\.$/],
      [
        'a zip bomb',
        () => zipOf({ 'posts.ndjson': Buffer.alloc(50_000_000) }),
        /expands more than 200 times/,
      ],
      [
        'an archive that is too large in all',
        () =>
          zipOf(
            Object.fromEntries(
              ['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.ndjson`, Buffer.alloc(900_000)]),
            ),
          ),
        /expands to more than an import may have/,
      ],
      [
        'a path that leads out',
        async () =>
          renamed(await zipOf({ 'aa/bb/cc.ndjson': Buffer.from('x') }), 'aa/bb/cc.ndjson', '../../../cc.ndj'),
        /invalid relative path|not part of the format/,
      ],
      ['damaged bytes', async () => Buffer.from(archive).fill(0x55, 300, 420), /damaged|does not match/],
      [
        'a newer format',
        () => zipOf({ 'manifest.json': Buffer.from(JSON.stringify(newer)) }),
        /newer Earshot|not an Earshot export|manifest/,
      ],
    ];
    it.each(cases)('fails with a reason for %s, and changes nothing', async (_, bytes, message) => {
      const { client, ...rest } = await newWorkspace(program);
      const workspace = { client, ...rest };
      const before = await seen(workspace);
      const failed = await ended(queued(formOf({ 'export.zip': await bytes() }), client), client);
      expect([failed.state, failed.undoneCounts]).toEqual(['failed', null]);
      expect(failed.error).toMatch(message);
      expect(actionsOf(rest.id)).toEqual(['workspace.import_started', 'workspace.import_failed']);
      expect(await importEvents(client)).toEqual([]);
      // The same file would fail again.
      expect([failed.fileNames, failed.expiresAt]).toEqual([[], null]);
      expect((await client.post(`/imports/${failed.id}/start`)).status).toBe(409);
      expect(await seen(workspace)).toEqual(before);
      expect(await noDirectories()).toEqual([]);
    });

    it('leaves nothing of an upload that the network cut off', async () => {
      const port = await program.listen();
      const files = await program.files();
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /v1/imports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${program.secrets.live}\r\n` +
          'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 150000\r\n\r\n' +
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n' +
          'x'.repeat(100_000),
        () => socket.destroy(),
      );
      await new Promise((resolve) => socket.once('close', resolve));
      await expect.poll(() => program.files()).toEqual(files);
      const { imports } = (await program.live.get('/imports')).body.data as { imports: Shown[] };
      expect(imports.some(({ state }) => state === 'queued')).toBe(false);
    });
  });

  /** A worker of another process. */
  const otherWorker = async (workspace: TestWorkspace, isAlone = false) => {
    const { engines, importing } = workspace.program;
    await importing.idle();
    const jobs = importJobs({
      ...importDeps(workspace),
      withArchive: uploadedArchives({ ...engines, maxBytes }),
      isAlone,
      onFault: () => undefined,
    });
    const claimed = async () => {
      const job = await jobs.claim();
      if (job === undefined) throw new Error('No job is waiting.');
      return job;
    };
    return { jobs, claimed };
  };

  it('gives new times to what an undone import brings back', async () => {
    const { client } = await newWorkspace(program);
    const { id } = await ended(queued(zip(), client), client);
    await ended(again(`/imports/${id}/undo`, {}, client), client);
    program.clock.advance(60_000);
    const since = new Date(program.clock.now()).toISOString();
    expect(await ended(again(`/imports/${id}/start`, {}, client), client)).toMatchObject({
      state: 'finished',
    });
    // Whoever has read the deletions has to learn of it.
    const { posts } = (await client.get(`/posts?filters=updatedSince:${since}`)).body.data;
    expect(posts).toHaveLength(3);
  });

  it('removes files, previews and errors after 7 days, and journals after 30', async () => {
    const { client, id: workspaceId } = await newWorkspace(program);
    const { id } = await ended(queued(csv(), client), client);
    const deps = { ...program.engines, clock: program.clock, payloadsKeptMs: undoableMs * 2 };
    expect((await sweep(deps)).imports).toBe(0);
    const { imports } = program.engines.store.read;
    const made = await imports.find(workspaceId, id);
    if (made === undefined) throw new Error('There is no import.');
    const warnings = [{ part: 'posts.csv', line: 2, message: '"title" was cut.' }];
    const warned = { ...made, report: { ...made.report, warnings, warningsCount: 1 } };
    await program.engines.store.transaction((write) => write.imports.replace(workspaceId, warned, ''));
    expect(await shown(id, client)).toMatchObject({ warnings: [{ line: 2 }] });
    program.clock.jump(importKeptMs + 1);
    await sweep(deps);
    expect(await shown(id, client)).toMatchObject({
      errorsCount: 1,
      errors: [],
      warningsCount: 1,
      warnings: [],
      preview: null,
      fileNames: [],
      expiresAt: null,
    });
    const expired = await client.post(`/imports/${id}/start`);
    expect([expired.status, expired.body.error.message]).toEqual([
      409,
      'The files of this import are no longer there; upload them again.',
    ]);
    program.clock.jump(undoableMs);
    const late = await client.post(`/imports/${id}/undo`);
    expect([late.status, late.body.error.message]).toEqual([
      409,
      'The import ended more than 30 days ago; it can no longer be undone.',
    ]);
    // An undo that starts after the sweep has looked keeps its journal.
    const { store, files } = program.engines;
    const found = await store.read.imports.find(workspaceId, id);
    if (found === undefined) throw new Error('There is no import.');
    const undoing = { ...found, state: 'undoing' as const };
    const transaction: typeof store.transaction = async (work, options) => {
      await store.transaction((write) => write.imports.replace(workspaceId, undoing, 'other'));
      return store.transaction(work, options);
    };
    await sweepImports({ store: { ...store, transaction }, files }, program.clock.now(), () => false);
    expect(await store.read.imports.hasJournal(workspaceId, id)).toBe(true);
    await store.transaction((write) => write.imports.replace(workspaceId, found, ''));
    await sweep(deps);
    expect(program.dump()).not.toMatch(/import_objects.*post_/);
  });

  describe('that end early', () => {
    // Its worker must not take what the test's own workers should.
    beforeAll(() => program.importing.stop());
    const { signal } = new AbortController();

    /** Runs a job until it pauses for the given time, and leaves it as a killed process would. */
    const killedAt = async (workspace: TestWorkspace, pauses: number): Promise<void> => {
      const { jobs, claimed } = await otherWorker(workspace);
      const job = await claimed();
      let left = pauses;
      const pace = async () => {
        left -= 1;
        if (left < 0) throw new Error('killed');
      };
      await expect(jobs.run(job, { signal, pace })).rejects.toThrow('killed');
    };

    it.each([
      [0, 'at once by the only server', true],
      [2, 'after a minute by another server', false],
      [4, 'at once by the only server', true],
    ])(
      'whose process is killed after %i steps are resumed %s, with the same result',
      async (steps, _, alone) => {
        const copy = await newWorkspace(program);
        await copy.client.post('/posts', { title: 'Already here' });
        const before = await seen(copy);
        const { id } = await queued(zip(), copy.client);
        const work = async (isAlone = false): Promise<Shown> => {
          const { jobs } = await otherWorker(copy, isAlone);
          const job = await jobs.claim();
          if (job !== undefined) await jobs.run(job, { signal, pace: async () => undefined });
          return shown(id, copy.client);
        };
        const takenOver = async (state: string): Promise<Shown> => {
          expect(await work()).toMatchObject({ state });
          if (!alone) program.clock.advance(importLeaseMs + 1);
          return work(alone);
        };
        const done = await work();
        expect(done.state).toBe('finished');
        const after = await seen(copy);
        await again(`/imports/${id}/undo`, {}, copy.client);
        expect((await work()).state).toBe('undone');
        expect(await seen(copy)).toEqual(before);

        await again(`/imports/${id}/start`, {}, copy.client);
        await killedAt(copy, steps);
        expect((await send(copy.client, zip())).status).toBe(409);
        const resumed = await takenOver('running');
        expect([resumed.state, resumed.counts]).toEqual(['finished', done.counts]);
        const timeless = (all: unknown) => JSON.stringify(all).replace(/"updatedAt":"[^"]*"/g, '');
        expect(timeless(await seen(copy))).toEqual(timeless(after));

        await again(`/imports/${id}/undo`, {}, copy.client);
        await killedAt(copy, steps);
        expect(await takenOver('undoing')).toMatchObject({
          state: 'undone',
          undoneCounts: { posts: { removed: 3, kept: 0 } },
        });
        expect(await seen(copy)).toEqual(before);
        await removeLeftovers(tmpdir());
        expect(await noDirectories()).toEqual([]);
      },
    );

    it('leaves an undo on the command line to its process for a minute, even if it is alone', async () => {
      const copy = await newWorkspace(program);
      const { id } = await queued(zip(), copy.client);
      const { jobs, claimed } = await otherWorker(copy, true);
      await jobs.run(await claimed(), { signal, pace: async () => undefined });
      const pace = async () => {
        throw new Error('killed');
      };
      const order = { workspaceId: copy.id, actor: operator, requestId: null, pace };
      await expect(undoHere(importDeps(copy), order, id)).rejects.toThrow('killed');
      expect(await jobs.claim()).toBeUndefined();
      program.clock.advance(importLeaseMs + 1);
      await jobs.run(await claimed(), { signal, pace: async () => undefined });
      expect((await shown(id, copy.client)).state).toBe('undone');
    });

    it('stops at the next step when it is canceled; the rest can be undone or imported', async () => {
      const copy = await newWorkspace(program);
      await copy.client.post('/posts', { title: 'Already here' });
      const before = await seen(copy);
      const { id } = await queued(zip(), copy.client);
      const { jobs, claimed } = await otherWorker(copy);
      const job = await claimed();
      let steps = 0;
      const pace = async () => {
        steps += 1;
        if (steps === 4) await copy.client.post(`/imports/${id}/cancel`);
      };
      const error = await jobs.run(job, { signal, pace }).catch((thrown) => thrown);
      expect(String(error)).toContain('taken over');
      expect(await jobs.renew(job)).toBe(false);
      await jobs.fail(job, error);
      const canceled = await shown(id, copy.client);
      expect(canceled).toMatchObject({ state: 'failed', error: 'It was canceled.' });
      expect(canceled.undoableUntil).not.toBeNull();
      expect(await seen(copy)).not.toEqual(before);
      expect(await importEvents(copy.client)).toMatchObject([{ importId: id, state: 'failed' }]);
      expect(actionsOf(copy.id).slice(-2)).toEqual(['workspace.import_canceled', 'import.finished']);

      await again(`/imports/${id}/undo`, {}, copy.client);
      await jobs.run(await claimed(), { signal, pace });
      expect((await shown(id, copy.client)).state).toBe('undone');
      expect(await seen(copy)).toEqual(before);
    });

    it('stops while files are converted, and goes back to the queue', async () => {
      const { client, ...rest } = await newWorkspace(program);
      const lines = Array.from({ length: 2_000 }, (_, line) => `Post ${line},${'x'.repeat(60)}`);
      const long = formOf({ 'posts.csv': ['title,content', ...lines].join('\n') }, { source: 'csv' });
      const { id } = await queued(long, client);
      const { jobs, claimed } = await otherWorker({ client, ...rest });
      const job = await claimed();
      const stopping = new AbortController();
      const pace = async () => {
        stopping.abort(new Error('stopping'));
        throw new Error('stopping');
      };
      await expect(jobs.run(job, { signal: stopping.signal, pace })).rejects.toThrow(/stopping|aborted/);
      expect(await shown(id, client)).toMatchObject({ state: 'running', progress: { done: 0, total: 0 } });
      await jobs.release(job);
      expect((await shown(id, client)).state).toBe('queued');
      expect(await noDirectories()).toEqual([]);
      await client.post(`/imports/${id}/cancel`);
    });

    it('records an undo that failed, which can be started again', async () => {
      const copy = await newWorkspace(program);
      const before = await seen(copy);
      const { id } = await queued(zip(), copy.client);
      const { jobs, claimed } = await otherWorker(copy);
      const pace = async () => undefined;
      await jobs.run(await claimed(), { signal, pace });
      await again(`/imports/${id}/undo`, {}, copy.client);
      await jobs.fail(await claimed(), new Error('secret details'));
      expect(await shown(id, copy.client)).toMatchObject({
        state: 'failed',
        error: 'Something went wrong on our side.',
        undoneCounts: {},
      });
      expect(actionsOf(copy.id).at(-1)).toBe('workspace.import_undo_failed');
      await again(`/imports/${id}/undo`, {}, copy.client);
      await jobs.run(await claimed(), { signal, pace });
      expect((await shown(id, copy.client)).state).toBe('undone');
      expect(actionsOf(copy.id).at(-1)).toBe('import.undone');
      const { posts, comments } = await seen(copy);
      expect({ posts, comments }).toEqual({ posts: before.posts, comments: before.comments });
    });

    it('fails at once if the disk is full, and can be started again', async () => {
      const { client, ...rest } = await newWorkspace(program);
      const { id } = await queued(csv(), client);
      const { jobs, claimed } = await otherWorker({ client, ...rest });
      const cause = Object.assign(new Error('secret details'), { code: 'ENOSPC' });
      await jobs.fail(await claimed(), new Failure('UNAVAILABLE', 'No storage.', undefined, cause));
      expect(await shown(id, client)).toMatchObject({
        state: 'failed',
        error: "The server's disk is full.",
      });
      await again(`/imports/${id}/start`, {}, client);
      await jobs.run(await claimed(), { signal, pace: async () => undefined });
      expect((await shown(id, client)).state).toBe('finished');
    });

    it('says so while the disk of the database is full, and continues when there is room', async () => {
      const workspace = await newWorkspace(program);
      const { client, id: workspaceId } = workspace;
      const { id } = await queued(csv(), client);
      const { jobs, claimed } = await otherWorker(workspace);
      const cause = Object.assign(new Error('database or disk is full'), { errcode: 13 });
      await jobs.fail(await claimed(), new Failure('UNAVAILABLE', 'Not now.', undefined, cause));
      const asked = async () => {
        const found = await program.engines.store.read.imports.find(workspaceId, id);
        return [found?.state, found && jobs.waitsFor(found)];
      };
      const message = "The server's disk is full. The import continues when there is room.";
      expect(await asked()).toEqual(['running', message]);
      program.clock.advance(importLeaseMs + 1);
      await jobs.run(await claimed(), { signal, pace: async () => undefined });
      expect(await asked()).toEqual(['finished', undefined]);
    });

    it('waits a minute after a failure that will pass, and fails after too many', async () => {
      const { client, ...rest } = await newWorkspace(program);
      const { id } = await queued(csv(), client);
      const { jobs, claimed } = await otherWorker({ client, ...rest });
      for (let attempt = 1; attempt <= maxImportAttempts; attempt += 1) {
        const job = await claimed();
        expect(job.current.attempts).toBe(attempt);
        await jobs.fail(job, new Failure('UNAVAILABLE', 'The storage cannot be reached.'));
        expect(await jobs.claim()).toBeUndefined();
        program.clock.advance(importLeaseMs + 1);
      }
      expect(await jobs.claim()).toBeUndefined();
      expect(await shown(id, client)).toMatchObject({
        state: 'failed',
        error: 'It was interrupted too many times.',
      });
      expect(actionsOf(rest.id).at(-1)).toBe('workspace.import_failed');
    });

    it.each([
      ['POST', '', 202],
      ['POST', '/undo', 202],
      ['POST', '/cancel', 200],
      ['DELETE', '', 200],
    ])('%s%s is not blocked by a command that was interrupted', async (method, path, status) => {
      const { client, id: workspaceId } = await newWorkspace(program);
      const id = idMinter(program.clock, 'live')('import');
      const left = newImport({ id, source: 'csv', state: 'running', actor: operator }, program.clock.now());
      await program.engines.store.transaction((write) => write.imports.insert(workspaceId, left, 'gone'));
      const ask = () =>
        method === 'POST' && path === ''
          ? send(client, csv())
          : client.call(method, `/imports/${id}${path}`, method === 'POST' ? { body: {} } : {});
      if (path !== '/cancel') expect((await ask()).status).toBe(409);
      program.clock.advance(importLeaseMs + 1);
      const answer = await ask();
      expect(answer.status, answer.text).toBe(status);
      expect(actionsOf(workspaceId)).toContain('workspace.import_failed');
    });
  });
});
