import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { png } from '../../http/pictures.ts';
import { differences, rowsIn } from '../../move/world.ts';
import { embeddedDatabase, serverDatabase } from '../../support/database.ts';
import { urlOfTest } from '../../support/servers/engines.ts';
import { createDatabase, type Database, execute } from '../../support/servers/postgres.ts';
import { type S3Server, startS3 } from '../../support/servers/s3.ts';
import {
  application,
  chosenKeys,
  cleanUpAfterEach,
  newDirectory,
  run,
  runToEnd,
  type Serving,
  serve,
} from '../processes.ts';

const secret = 'not-to-be-printed';

describe('earshot move', () => {
  let database: Database;
  let s3: S3Server;
  let dataDir: string;
  let target: string;
  cleanUpAfterEach();
  beforeEach(async () => {
    database = await createDatabase(urlOfTest);
    s3 = await startS3();
    dataDir = join(await newDirectory(), 'data');
    const url = new URL(database.url);
    url.password = secret;
    target = url.href;
  });
  afterEach(async () => {
    await database.drop();
    await s3.close();
  });

  const credentials = () => ({
    AWS_ACCESS_KEY_ID: s3.environment.AWS_ACCESS_KEY_ID ?? '',
    AWS_SECRET_ACCESS_KEY: s3.environment.AWS_SECRET_ACCESS_KEY ?? '',
  });
  const here = () => ({ DATA_DIR: dataDir, ...credentials() });
  const there = () => ({ DATA_DIR: dataDir, DATABASE_URL: target, ...s3.environment });
  const toServers = () => [
    'move',
    '--to',
    target,
    '--files-to',
    `s3://${s3.environment.S3_BUCKET}?endpoint=${s3.environment.S3_ENDPOINT}`,
  ];
  const stopped = async ({ child, exited }: Serving) => {
    child.kill('SIGTERM');
    expect((await exited).code).toBe(0);
  };

  /** Posts with files through the API, then many more in bulk. */
  const fill = async (posts: number) => {
    const serving = await serve(dataDir, chosenKeys);
    for (let index = 0; index < 5; index += 1) {
      const picture = { content: new Blob([new Uint8Array(png(index + 1, 2))]), name: 'a.png' };
      await application(serving.address).posts.create({ title: `Picture ${index}`, attachments: [picture] });
    }
    await stopped(serving);
    expect((await runToEnd(['seed', '--posts', String(posts)], here())).code).toBe(0);
  };

  const picturesAt = ({ address }: Serving) =>
    application(address)
      .posts.list({ filters: { search: 'picture' }, include: ['attachments'] })
      .toArray();

  const rowsKept = async (table: string): Promise<number> => {
    const question = `select rows_copied from move_progress where table_name = '${table}'`;
    const answer = await execute(database.url, question).catch(() => undefined);
    return Number(answer?.rows[0]?.rows_copied ?? 0);
  };

  it('resumes after each kill -9, and moves everything, there and back', async () => {
    await fill(1500);
    const before = rowsIn(embeddedDatabase(dataDir));
    let kept = 0;
    for (const table of ['users', 'posts', 'comments', 'votes', 'votes']) {
      const mover = run(toServers(), here());
      while ((await rowsKept(table)) <= (table === 'votes' ? kept : 0))
        expect(mover.child.exitCode).toBeNull();
      mover.child.kill('SIGKILL');
      expect((await mover.exited).signal).toBe('SIGKILL');
      kept = await rowsKept('votes');
    }
    expect((await runToEnd(['keys', 'list'], here())).stderr).toContain('is being moved');
    expect((await runToEnd(['serve'], there())).stderr).toContain('is not finished');

    const last = await runToEnd(toServers(), here());
    expect(last.stderr).toContain(`${before.votes?.length.toLocaleString('en-US')} of`);
    expect(last.stdout).toMatch(/^Moved [\d,]+ rows and 5 files in [\d.]+ s\./);
    expect(last.stdout).toContain(`S3_BUCKET=${s3.environment.S3_BUCKET}`);
    expect(last.stdout + last.stderr).not.toContain(secret);
    expect(last.code).toBe(0);
    expect(differences(before, rowsIn(serverDatabase(database.url)))).toEqual([]);

    const serving = await serve(dataDir, { DATABASE_URL: target, ...s3.environment });
    const moved = await picturesAt(serving);
    expect(moved).toHaveLength(5);
    const url = moved[0]?.attachments?.[0]?.url ?? '';
    expect((await fetch(new URL(new URL(url).pathname, serving.address))).status).toBe(200);
    const refused = await runToEnd(['move', '--to', `sqlite:${dataDir}-back`], there());
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Stop every node');
    await stopped(serving);

    const now = rowsIn(serverDatabase(database.url));
    const back = `${dataDir}-back`;
    const returned = await runToEnd(['move', '--to', `sqlite:${back}`, '--files-to', back], there());
    expect(returned.stdout).toContain('DATABASE_URL not set');
    expect(returned.code).toBe(0);
    expect(differences(now, rowsIn(embeddedDatabase(back)))).toEqual([]);
    const home = await serve(back);
    expect((await picturesAt(home)).map(({ id }) => id)).toEqual(moved.map(({ id }) => id));
    await stopped(home);
  }, 180_000);

  it('fails while a server runs, without disturbing it; invalid arguments exit with 78', async () => {
    const serving = await serve(dataDir, chosenKeys);
    const refused = await runToEnd(toServers(), here());
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Stop it first');
    await application(serving.address).posts.create({ title: 'Still here' });
    await stopped(serving);

    const wrong = await runToEnd(['move', '--to', 'nowhere'], here());
    expect(wrong).toMatchObject({ code: 78, stdout: '' });
    expect(wrong.stderr).toContain('--to must be');
    const idle = await runToEnd(['move', '--abandon'], here());
    expect(idle).toMatchObject({ code: 0, stdout: 'No move has begun.\n' });
  });
});
