// What imports leave when they have ended: objects, reports, previews and events, until they are undone or expire.

import { beforeAll, describe, expect, it } from 'vitest';
import { importKeptMs, undoableMs } from '../../../src/domain/porting/import.ts';
import { sweep } from '../../../src/workers/sweep.ts';
import { sweepImports } from '../../../src/workers/sweep-imports.ts';
import { newWorkspace, seen, type TestWorkspace } from '../../porting/world.ts';
import type { TestProgram } from '../../support/program.ts';
import { formOf, importFixture, mapping, type Parts } from './importing.ts';

describe('imports', () => {
  const { started, unchanged, send, csv, zip, queued, shown, ended, again, noDirectories, importEvents } =
    importFixture();
  let program: TestProgram;
  let source: TestWorkspace;
  beforeAll(() => {
    ({ program, source } = started());
    program.importing.start();
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
});
