// PostgreSQL commits, but the response to COMMIT gets lost. Whether the write succeeded is unknown to the server.
// It did, so its files must still exist when the client retries.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listed } from '../../contracts/files.ts';
import { png } from '../../http/pictures.ts';
import { type Line, startDatabaseLine } from '../../support/network/proxy.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { urlOfTest } from '../../support/servers/engines.ts';
import { createDatabase, type Database, templateName } from '../../support/servers/postgres.ts';

/** The whole statement, as it ends on the wire. */
const commit = 'commit\0';
const onDisk = { S3_BUCKET: '', S3_ENDPOINT: '' };

describe.each<[string, Record<string, string>]>([
  ['on disk', onDisk],
  ['in S3', {}],
])('files %s, when the response to a commit is lost', (_where, place) => {
  let database: Database;
  let line: Line;
  let program: TestProgram;
  beforeEach(async () => {
    database = await createDatabase(urlOfTest, templateName);
    const opened = await startDatabaseLine(database.url);
    line = opened.line;
    program = await startProgram({ environment: { ...place, DATABASE_URL: opened.url } });
    // The first use of a key is recorded in a commit of its own.
    for (const client of [program.live, program.test]) await client.get('/me');
    await program.idle();
  });
  afterEach(async () => {
    await program.close();
    await line.close();
    await database.drop();
  });

  const form = (fields: Record<string, string> = {}) => {
    const made = new FormData();
    for (const [name, value] of Object.entries({ title: 'With files', ...fields })) made.append(name, value);
    for (const width of [3, 4]) made.append('attachments', new Blob([png(width, 2)]), `${width}.png`);
    return made;
  };
  const kept = async () => (await listed(program.engines.files)).length;
  const expectServed = async (attachments: { url: string }[]) => {
    expect(attachments).toHaveLength(2);
    for (const { url } of attachments) {
      const { statusCode } = await program.app.inject(new URL(url).pathname);
      expect(statusCode, url).toBe(200);
    }
  };

  it.each([
    ['POST', '/posts'],
    ['PUT', '/posts/by-external-id/one'],
    ['POST', '/changelogs'],
  ])('exist when %s %s is retried with its Idempotency-Key', async (method, path) => {
    const headers = { 'idempotency-key': 'once' };
    line.loseAnswerTo(commit);
    const lost = await program.live.call(method, path, { form: form(), headers });
    expect([lost.status, lost.headers['retry-after']]).toEqual([503, '2']);
    const again = await program.live.call(method, path, { form: form(), headers });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    await expectServed(again.body.data.attachments);
    expect(await kept(), 'those of the repeat are gone').toBe(2);
  });

  it('exist without an Idempotency-Key too, along with the existing files of the post', async () => {
    const { body } = await program.live.call('POST', '/posts', { form: form() });
    const path = `/posts/${body.data.id}`;
    line.loseAnswerTo(commit);
    const removeAttachmentIds = JSON.stringify([body.data.attachments[0].id, body.data.attachments[1].id]);
    const lost = await program.live.call('PATCH', path, { form: form({ removeAttachmentIds }) });
    expect(lost.status).toBe(503);
    const read = await program.live.get(`${path}?include=attachments`);
    await expectServed(read.body.data.attachments);
  });

  it('are deleted immediately if the connection breaks before the commit, as nothing was written', async () => {
    line.loseAnswerTo('insert into "attachments"');
    const lost = await program.live.call('POST', '/posts', { form: form() });
    expect(lost.status).toBe(503);
    expect(await kept()).toBe(0);
    expect((await program.live.get('/posts')).body.data.posts).toEqual([]);
  });

  it('are not stored under a test key', async () => {
    line.loseAnswerTo('rollback\0');
    const { status } = await program.test.call('POST', '/posts', { form: form() });
    expect(status).toBe(201);
    expect(await kept()).toBe(0);
  });
});
