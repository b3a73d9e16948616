// Exports as jobs: each operation with a live and a test key, and the jobs themselves: progress, files, expiry,
// deletion, and what a killed process leaves.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTables } from '../../../src/app/porting/export/csv-exporting.ts';
import { checkArchive } from '../../../src/app/porting/import/read/checking.ts';
import { createArchive, openArchive } from '../../../src/compose/archives.ts';
import { operatorDeps } from '../../../src/compose/operator.ts';
import { Failure } from '../../../src/domain/kernel/failure.ts';
import { idMinter } from '../../../src/domain/kernel/id.ts';
import { type Export, exportKeptMs, exportListedMs, newExport } from '../../../src/domain/porting/export.ts';
import { jobLeaseMs } from '../../../src/domain/porting/job.ts';
import { zipInto } from '../../../src/engines/archive/zip.ts';
import type { ArchiveWriter } from '../../../src/ports/porting/archive.ts';
import { exportJobs } from '../../../src/workers/export-jobs.ts';
import { jobRunner } from '../../../src/workers/jobs.ts';
import { sweep } from '../../../src/workers/sweep.ts';
import { png } from '../../http/pictures.ts';
import { exported } from '../../porting/ported.ts';
import { invitedBy, ownerOf } from '../../support/console.ts';
import { readAudit } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const unknown = 'export_01jz3k8n5yegs9t2w6qv4m7r8c';
const testId = 'export_test_01jz3k8n5yegs9t2w6qv4m7r8c';

interface Shown {
  id: string;
  state: string;
  [field: string]: unknown;
}

/** The entries of a zip file, as text. */
async function csvOf(path: string): Promise<Record<string, string>> {
  const archive = await openArchive(path);
  try {
    const entries: Record<string, string> = {};
    for (const name of archive.entries.keys()) entries[name] = await text(await archive.open(name));
    return entries;
  } finally {
    await archive.close();
  }
}

describe('exports', () => {
  let program: TestProgram;
  let directory: string;
  beforeAll(async () => {
    program = await startProgram();
    directory = await mkdtemp(join(tmpdir(), 'earshot-exports-'));
    const form = new FormData();
    form.append('title', '=SUM(1)');
    form.append('attachments', new Blob([new Uint8Array(png(3, 2))]), 'a.png');
    const { id } = (await program.live.call('POST', '/posts', { form })).body.data;
    await program.live.post(`/posts/${id}/votes`, { userEmail: 'voter@example.com' });
    await program.live.post(`/posts/${id}/comments`, { content: 'A note', isPrivate: true });
  });
  afterAll(async () => {
    await program.close();
    await rm(directory, { recursive: true, force: true });
  });

  const audited = () => readAudit(program).map(({ action }) => action);
  const unchanged = async <T>(work: () => Promise<T>): Promise<T> => {
    const [rows, files] = [program.dump(), await program.files()];
    const result = await work();
    expect([program.dump(), await program.files()]).toEqual([rows, files]);
    return result;
  };
  const queued = async (body: object = {}): Promise<Shown> => {
    const answer = await program.live.post('/exports', body);
    expect(answer.status, answer.text).toBe(202);
    return answer.body.data;
  };
  const shown = async (id: string): Promise<Shown> => (await program.live.get(`/exports/${id}`)).body.data;
  const finished = async (body: object = {}): Promise<Shown> => {
    const { id } = await queued(body);
    await program.exporting.idle();
    return shown(id);
  };
  const download = (id: string, headers: Record<string, string> = {}) =>
    program.app.inject({
      url: `/v1/exports/${id}/file`,
      headers: { authorization: `Bearer ${program.secrets.live}`, ...headers },
    });
  const fileKeys = async () => (await program.files()).length;

  describe('before a worker runs', () => {
    let first: Shown;

    it('POST: 202 with a live key', async () => {
      first = await queued({ includeLedger: true });
      expect(first).toEqual({
        id: expect.stringMatching(/^export_[0-9a-z]{26}$/),
        format: 'archive',
        includeLedger: true,
        state: 'queued',
        progress: { done: 0, total: null },
        size: null,
        error: null,
        createdAt: '2026-01-31T09:15:02.123Z',
        updatedAt: '2026-01-31T09:15:02.123Z',
        finishedAt: null,
        expiresAt: null,
      });
      expect(await shown(first.id)).toEqual(first);
      expect(audited().at(-1)).toBe('workspace.export_started');
      const { exports } = (await program.live.get('/exports')).body.data;
      expect(exports).toEqual([first]);
    });

    it('POST: 409 while one waits, with both keys', async () => {
      for (const client of [program.live, program.test]) {
        const { status, body } = await unchanged(() => client.post('/exports'));
        expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
      }
    });

    it('file: 409 while it waits, with both keys', async () => {
      for (const client of [program.live, program.test])
        expect((await client.get(`/exports/${first.id}/file`)).status).toBe(409);
    });

    it('DELETE: 200 with a test key, which deletes nothing', async () => {
      const { status, body } = await unchanged(() => program.test.delete(`/exports/${first.id}`));
      expect([status, body]).toEqual([200, { data: { id: first.id, deleted: true }, test: true }]);
    });

    it('DELETE: 200 with a live key, and another can start', async () => {
      const { status, body } = await program.live.delete(`/exports/${first.id}`);
      expect([status, body]).toEqual([200, { data: { id: first.id, deleted: true } }]);
      expect(audited().at(-1)).toBe('workspace.export_deleted');
      expect((await program.live.get(`/exports/${first.id}`)).status).toBe(404);
    });

    it('POST: 202 with a test key, which starts nothing; its id can be deleted', async () => {
      const { status, body } = await unchanged(() => program.test.post('/exports', { format: 'csv' }));
      expect(status).toBe(202);
      expect(body).toMatchObject({ test: true, data: { format: 'csv', state: 'queued' } });
      expect(body.data.id).toMatch(/^export_test_/);
      const deleted = await unchanged(() => program.test.delete(`/exports/${body.data.id}`));
      expect(deleted.status).toBe(200);
      expect((await program.test.get(`/exports/${testId}`)).status).toBe(404);
    });

    it('replays the answer to a repeated POST with an Idempotency-Key', async () => {
      const send = () =>
        program.live.call('POST', '/exports', { body: {}, headers: { 'idempotency-key': 'one' } });
      const [one, other] = [await send(), await send()];
      expect([one.status, other.status]).toEqual([202, 202]);
      expect(other.body).toEqual(one.body);
      expect(other.headers['idempotent-replayed']).toBe('true');
      await program.live.delete(`/exports/${one.body.data.id}`);
    });
  });

  it.each([
    [{ format: 'xml' }, 'format'],
    [{ includeLedger: 'maybe' }, 'includeLedger'],
  ])('POST: 400 with both keys for %j', async (body, field) => {
    for (const client of [program.live, program.test]) {
      const answer = await unchanged(() => client.post('/exports', body));
      expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field]);
    }
  });

  it.each([
    ['GET', `/exports/${unknown}`],
    ['GET', `/exports/${unknown}/file`],
    ['DELETE', `/exports/${unknown}`],
  ])('404 with both keys for %s of an unknown id', async (method, path) => {
    for (const client of [program.live, program.test])
      expect((await unchanged(() => client.call(method, path))).status).toBe(404);
  });

  describe('with a worker', () => {
    beforeAll(() => program.exporting.start());

    it('writes the archive that the command writes', async () => {
      const { id, ...rest } = await finished();
      expect(rest).toMatchObject({ state: 'finished', error: null, size: expect.any(Number) });
      const recorded = program.database.rows(
        `select type, actor_type, actor_id from ledger where object_id = '${id}' order by sequence`,
      );
      const [{ actor_id: keyId } = {}] = recorded;
      expect(recorded).toEqual([
        { type: 'workspace.export_started', actor_type: 'key', actor_id: keyId },
        { type: 'workspace.exported', actor_type: 'key', actor_id: keyId },
      ]);
      const answer = await download(id);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-length': String(rest.size),
        'content-disposition': 'attachment; filename=earshot-export-2026-01-31.zip',
        'cache-control': 'private, no-store',
      });
      expect(answer.rawPayload).toHaveLength(Number(rest.size));
      const [ours, theirs] = [join(directory, 'job.zip'), join(directory, 'command.zip')];
      await writeFile(ours, answer.rawPayload);
      const workspace = { id: program.workspaceId, client: program.live, program };
      let counted = 0;
      const onProgress = (_: number, total: number) => {
        counted = total;
      };
      const { manifest } = await exported(workspace, theirs, { onProgress });
      const archive = await openArchive(ours);
      try {
        const checked = await checkArchive(archive);
        expect(checked.manifest.parts).toEqual(manifest.parts);
        expect(checked.manifest.files).toEqual(manifest.files);
      } finally {
        await archive.close();
      }
      const records = manifest.parts.reduce((sum, part) => sum + part.records, 0);
      expect(rest.progress).toEqual({ done: records, total: records });
      expect(counted).toBe(records);
    });

    it('writes the CSV files that the command writes', async () => {
      const { id } = await finished({ format: 'csv' });
      const paths = [join(directory, 'job-csv.zip'), join(directory, 'csv.zip')] as const;
      await writeFile(paths[0], (await download(id)).rawPayload);
      const deps = { ...program.engines, clock: program.clock, version: '' };
      await exportTables(deps, { workspaceId: program.workspaceId }, await createArchive(paths[1]));
      const [ours, theirs] = await Promise.all(paths.map(csvOf));
      expect(ours).toEqual(theirs);
      expect(Object.keys(ours ?? {})).toEqual(['posts.csv', 'votes.csv', 'followers.csv', 'users.csv']);
    });

    it('serves ranges, as a resumed download asks for them, and to test keys too', async () => {
      const { id } = await finished();
      const whole = (await download(id)).rawPayload;
      const part = await download(id, { range: 'bytes=10-19', 'if-range': `"${id}"` });
      expect([part.statusCode, part.rawPayload]).toEqual([206, whole.subarray(10, 20)]);
      const withTestKey = await download(id, { authorization: `Bearer ${program.secrets.test}` });
      expect(withTestKey.rawPayload).toEqual(whole);
      const compressed = await download(id, { 'accept-encoding': 'gzip' });
      expect(compressed.headers['content-encoding']).toBeUndefined();
    });

    it('does not send files in a batch', async () => {
      const { id } = await finished();
      const operations = [{ method: 'GET', path: `/exports/${id}/file` }];
      const { body } = await program.live.post('/batch', { operations });
      expect(body.data.results[0]).toMatchObject({ status: 400 });
    });

    it('404 for the export of another workspace', async () => {
      const { id } = await finished();
      for (const [method, path] of [
        ['GET', `/exports/${id}`],
        ['GET', `/exports/${id}/file`],
        ['DELETE', `/exports/${id}`],
      ] as const)
        expect((await program.stranger.call(method, path)).status).toBe(404);
      expect((await program.stranger.get('/exports')).body.data.exports).toEqual([]);
    });

    it('lists the newest first, by page', async () => {
      const all = (await program.live.get('/exports?limit=100')).body.data.exports as Shown[];
      expect(all.map(({ id }) => id)).toEqual(
        all
          .map(({ id }) => id)
          .sort()
          .reverse(),
      );
      const { data } = (await program.live.get('/exports?limit=2')).body;
      expect([data.exports, data.hasMore]).toEqual([all.slice(0, 2), true]);
      const next = (await program.live.get(`/exports?limit=2&after=${data.next}`)).body.data;
      expect(next.exports).toEqual(all.slice(2, 4));
    });

    it('keeps members out; admins can do everything', async () => {
      const owner = await ownerOf(program);
      const [member, admin] = [
        await invitedBy(program, owner, 'member'),
        await invitedBy(program, owner, 'admin'),
      ];
      const { id } = await finished();
      for (const [method, path] of [
        ['GET', '/v1/exports'],
        ['POST', '/v1/exports'],
        ['GET', `/v1/exports/${id}`],
        ['GET', `/v1/exports/${id}/file`],
        ['DELETE', `/v1/exports/${id}`],
      ] as const) {
        const answer = await member.call(method, path, method === 'POST' ? { body: {} } : {});
        expect([method, path, answer.status]).toEqual([method, path, 403]);
      }
      expect((await admin.call('GET', '/v1/exports')).status).toBe(200);
      expect((await admin.call('DELETE', `/v1/exports/${id}`)).status).toBe(200);
    });

    it('deletes the file with the export', async () => {
      const before = await fileKeys();
      const { id } = await finished();
      expect(await fileKeys()).toBe(before + 1);
      await program.live.delete(`/exports/${id}`);
      expect(await fileKeys()).toBe(before);
      expect((await download(id)).statusCode).toBe(404);
    });

    it('410 once it expired; the sweep removes the file then, and not before', async () => {
      const { id, expiresAt, finishedAt } = await finished();
      expect(Date.parse(String(expiresAt)) - Date.parse(String(finishedAt))).toBe(exportKeptMs);
      const run = () =>
        sweep({ ...program.engines, clock: program.clock, payloadsKeptMs: 0 }, { force: true });
      program.clock.advance(exportKeptMs - 1);
      await run();
      expect((await download(id)).statusCode).toBe(200);
      program.clock.advance(1);
      expect((await shown(id)).state).toBe('expired');
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.get(`/exports/${id}/file`);
        expect([status, body.error.code]).toEqual([410, 'GONE']);
      }
      const before = await fileKeys();
      const swept = await run();
      expect(swept.exports).toBeGreaterThan(0);
      expect(await fileKeys()).toBeLessThan(before);
      expect((await shown(id)).state).toBe('expired');
      program.clock.advance(exportListedMs);
      await run();
      expect((await program.live.get(`/exports/${id}`)).status).toBe(404);
    });

    it('410 if the file is missing, as after restoring a backup', async () => {
      const { id } = await finished();
      const { fileKey } = (await program.engines.store.read.exports.find(program.workspaceId, id)) ?? {};
      await program.engines.files.remove(fileKey ?? '');
      expect((await download(id)).statusCode).toBe(410);
    });
  });

  describe('that end early', () => {
    // Its worker must not take what the test's own workers should.
    beforeAll(() => program.exporting.stop());

    /** A worker in another process, whose archive is what the test makes of it. */
    const worker = (archiveAt: (fileKey: string) => ArchiveWriter = stored, isAlone = false) => {
      const faults: unknown[] = [];
      const { store, files } = program.engines;
      const deps = { ...operatorDeps(store, program.clock), files, version: '', isAlone };
      const kind = exportJobs({ ...deps, archiveAt, onFault: (error) => faults.push(error) });
      return { kind, faults, runner: jobRunner(kind, (error) => faults.push(error), { renewEveryMs: 1 }) };
    };
    const stored = (fileKey: string) => zipInto((bytes) => program.engines.files.write(fileKey, bytes));
    const runOnce = async ({ runner, faults }: ReturnType<typeof worker>) => {
      runner.start();
      await runner.idle();
      await runner.stop();
      expect(faults).toEqual([]);
    };
    /** Never finishes, as a process that was killed. */
    const hanging = (onStart: () => void): ArchiveWriter => {
      let stop: (error: Error) => void = () => undefined;
      const stopped = new Promise<never>((_, reject) => {
        stop = reject;
      });
      stopped.catch(() => undefined);
      const add = () => {
        onStart();
        return stopped;
      };
      return { add, finish: () => stopped, discard: async () => stop(new Error('discarded')) };
    };
    it.each([
      ['after a minute', false, jobLeaseMs + 1],
      ['immediately if it is the only process', true, 0],
    ])('are done again by another process %s; the first attempt leaves no file', async (_, alone, ms) => {
      const id = await queueSilently();
      const { kind } = worker();
      const job = await kind.claim();
      if (job === undefined) throw new Error('There is no job.');
      const left = job.current.fileKey;
      await program.engines.files.write(left, Readable.from([Buffer.from('half an archive')]));
      await runOnce(worker());
      expect((await shown(id)).state).toBe('running');
      program.clock.advance(ms);
      await runOnce(worker(stored, alone));
      expect((await shown(id)).state).toBe('finished');
      expect(await program.engines.files.sizeOf(left)).toBeUndefined();
      // If the first process is alive after all, it notices that it lost the job.
      expect(await kind.renew(job)).toBe(false);
    });

    /** Resolves when it has begun to write. */
    const hangingWorker = (): Promise<ReturnType<typeof worker>> =>
      new Promise((resolve) => {
        const started = worker(() => hanging(() => resolve(started)));
        started.runner.start();
      });

    it('go back to the queue when the process stops', async () => {
      const id = await queueSilently();
      const { runner, faults } = await hangingWorker();
      expect((await shown(id)).state).toBe('running');
      await runner.stop();
      expect(await shown(id)).toMatchObject({ state: 'queued', progress: { done: 0, total: null } });
      await runOnce(worker());
      expect([(await shown(id)).state, faults]).toEqual(['finished', []]);
    });

    it('stop when they are deleted', async () => {
      const id = await queueSilently();
      const { runner, faults } = await hangingWorker();
      await program.live.delete(`/exports/${id}`);
      await runner.idle();
      await runner.stop();
      expect(faults).toEqual([]);
      expect((await program.live.get(`/exports/${id}`)).status).toBe(404);
    });

    it('fail with a message, and without a file', async () => {
      const { runner, faults } = worker(() => ({
        add: async () => {
          throw new Error('secret details');
        },
        finish: async () => undefined,
        discard: async () => undefined,
      }));
      const id = await queueSilently();
      runner.start();
      await runner.idle();
      await runner.stop();
      expect(await shown(id)).toMatchObject({ state: 'failed', error: 'Something went wrong on our side.' });
      expect(String(faults[0])).toContain('secret details');
      expect(readAudit(program).at(-1)?.action).toBe('workspace.export_failed');
      expect((await program.live.get(`/exports/${id}/file`)).status).toBe(409);
    });

    it.each([true, false])('begin again a minute after an outage; alone: %s', async (isAlone) => {
      const { kind, faults } = worker(stored, isAlone);
      const id = await queueSilently();
      const job = await kind.claim();
      if (job === undefined) throw new Error('There is no job.');
      const outage = new Failure('UNAVAILABLE', 'The storage cannot be reached.');
      await kind.fail(job, outage);
      expect([(await shown(id)).state, await kind.claim(), faults]).toEqual(['running', undefined, [outage]]);
      program.clock.advance(jobLeaseMs + 1);
      expect((await kind.claim())?.current).toMatchObject({ id, attempts: 2 });
      await program.live.delete(`/exports/${id}`);
    });

    it('fail after three attempts that ended with their process', async () => {
      const { kind } = worker();
      const id = await queueSilently();
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect((await kind.claim())?.current.attempts).toBe(attempt);
        program.clock.advance(jobLeaseMs + 1);
      }
      expect(await kind.claim()).toBeUndefined();
      expect(await shown(id)).toMatchObject({
        state: 'failed',
        error: 'The export was interrupted too many times.',
      });
    });

    /** Without waking the program's own worker. */
    async function queueSilently(): Promise<string> {
      const queued: Export = newExport(
        { id: idMinter(program.clock, 'live')('export'), actor: { type: 'system', id: 'system' } },
        program.clock.now(),
      );
      await program.engines.store.transaction((write) => write.exports.insert(program.workspaceId, queued));
      return queued.id;
    }
  });
});
