// Imports through the API: a program that takes small files, an archive, and requests.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { exported } from '../../porting/ported.ts';
import { newWorkspace, type TestWorkspace } from '../../porting/world.ts';
import type { Answer, CallerClient } from '../../support/caller.ts';
import { readAudit } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const table = 'Subject,State\nDark mode,Shipped\n,Shipped\nExport,Planned\n';
export const mapping = { columns: { title: 'Subject', status: 'State' }, statuses: { Shipped: 'completed' } };
export const maxBytes = 200_000;

export interface Shown {
  id: string;
  state: string;
  [field: string]: unknown;
}

interface Line {
  reasons: object[];
}

const hasNoReason = ({ reasons }: Line): boolean => reasons.length === 0;

export type Parts = Record<string, string>;

export function formOf(files: Record<string, string | Buffer>, fields: Parts = {}): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  for (const [name, bytes] of Object.entries(files))
    form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  return form;
}

/** Registers the hooks of a test file. `started` is what they have made; the worker for imports does not run yet. */
export function importFixture() {
  let program: TestProgram;
  /** The export of a workspace with posts, votes and comments. */
  let archive: Buffer;
  let source: TestWorkspace;
  beforeAll(async () => {
    program = await startProgram({ environment: { MAX_IMPORT_SIZE: String(maxBytes) } });
    const directory = await mkdtemp(join(tmpdir(), 'earshot-imports-'));
    source = await newWorkspace(program);
    for (const title of ['One', 'Two', 'Three']) {
      const { id } = (await source.client.post('/posts', { title, tags: ['ui'] })).body.data;
      await source.client.post(`/posts/${id}/votes`, { user: { externalId: 'voter' } });
      await source.client.post(`/posts/${id}/comments`, { content: 'A comment' });
    }
    await exported(source, join(directory, 'export.zip'));
    archive = await readFile(join(directory, 'export.zip'));
    await rm(directory, { recursive: true });
  });
  afterAll(() => program.close());

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
    const found = await shown(id, client);
    const unexplained = (found.errors as Line[]).concat(found.warnings as Line[]).filter(hasNoReason);
    expect([unexplained, found.error !== null && hasNoReason({ reasons: found.errorReasons as [] })]).toEqual(
      [[], false],
    );
    return found;
  };
  const again = async (path: string, body: object = {}, client = program.live): Promise<Shown> => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(202);
    return answer.body.data;
  };
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

  return {
    started: () => ({ program, archive, source }),
    unchanged,
    send,
    csv,
    zip,
    queued,
    shown,
    ended,
    again,
    actionsOf,
    noDirectories,
    importEvents,
  };
}
