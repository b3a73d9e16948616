// Imports that end early: killed, canceled, stopped, failed, or left by a command.

import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { undoHere } from '../../../src/app/porting/undo/start.ts';
import { uploadedArchives } from '../../../src/compose/imports.ts';
import { Failure } from '../../../src/domain/kernel/failure.ts';
import { idMinter } from '../../../src/domain/kernel/id.ts';
import { importLeaseMs, maxImportAttempts, newImport } from '../../../src/domain/porting/import.ts';
import { removeLeftovers } from '../../../src/engines/files/scratch.ts';
import { importJobs } from '../../../src/workers/import-jobs.ts';
import { importDeps } from '../../porting/ported.ts';
import { newWorkspace, seen, type TestWorkspace } from '../../porting/world.ts';
import type { TestProgram } from '../../support/program.ts';
import { formOf, importFixture, maxBytes, type Shown } from './importing.ts';

const operator = { type: 'system', id: 'operator' } as const;

describe('imports that end early', () => {
  const { started, send, csv, zip, queued, shown, again, actionsOf, noDirectories, importEvents } =
    importFixture();
  let program: TestProgram;
  beforeAll(() => {
    // The program's worker is not started: it must not take what the tests' own workers should.
    ({ program } = started());
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
    [0, 'immediately by the only server', true],
    [2, 'after a minute by another server', false],
    [4, 'immediately by the only server', true],
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

  it('fails immediately if the disk is full, and can be started again', async () => {
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
