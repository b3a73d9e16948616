import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { urlOfTest } from '../../support/servers/engines.ts';
import { createDatabase, type Database } from '../../support/servers/postgres.ts';
import {
  application,
  chosenKeys,
  cleanUpAfterEach,
  newDirectory,
  run,
  runProgram,
  runToEnd,
  serve,
} from '../processes.ts';

describe('the built program on PostgreSQL', () => {
  let database: Database;
  let dataDir: string;
  cleanUpAfterEach();
  beforeEach(async () => {
    database = await createDatabase(urlOfTest);
    dataDir = join(await newDirectory(), 'data');
  });
  afterEach(() => database.drop());

  const shared = () => ({ ...chosenKeys, DATABASE_URL: database.url, DATABASE_POOL: '4' });
  const earshot = (...args: string[]) => runToEnd(args, { ...shared(), DATA_DIR: dataDir });

  it('migrates, creates workspaces and keys, and seeds', async () => {
    expect(await earshot('migrate')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Migrated: 0001-first, [\w, -]+\n$/),
    });
    expect(await earshot('migrate')).toMatchObject({ code: 0, stdout: 'Nothing to migrate.\n' });
    expect((await earshot('workspaces', 'create', 'second')).code).toBe(0);
    const created = await earshot('keys', 'create', '--mode', 'live', '--name', 'X', '--workspace', 'second');
    expect((await earshot('keys', 'list', '--workspace', 'second')).stdout).toContain('X');
    const seeded = await earshot('seed', '--posts', '200', '--workspace', 'second');
    expect(seeded.stdout).toMatch(/^Seeded "second" with 200 posts, /);
    const { address } = await serve(dataDir, shared());
    const { posts } = application(address, created.stdout.trim());
    expect(await posts.list().toArray()).toHaveLength(200);
  });

  it('refuses a database whose restore was killed before its counters were advanced', async () => {
    const [backup, programs] = [join(dataDir, '../backup'), join(dataDir, '../programs')];
    const environment = { ...shared(), DATA_DIR: dataDir };
    const first = await serve(dataDir, shared());
    await application(first.address).posts.create({ title: 'Kept' });
    first.child.kill('SIGINT');
    await first.exited;
    expect(await earshot('backup', backup)).toMatchObject({ code: 0 });
    await mkdir(programs);
    const real = (await runProgram('which', ['pg_restore']).printed(/\S+/))[0];
    const killing = `#!/bin/sh\n${real} "$@" || exit\n[ "$1" = --list ] || kill -9 $PPID\n`;
    await writeFile(join(programs, 'pg_restore'), killing, { mode: 0o700 });
    const PATH = `${programs}:${process.env.PATH}`;
    const killed = run(['restore', backup, '--force'], { ...environment, PATH });
    expect((await killed.exited).signal).toBe('SIGKILL');

    const refusal = 'A restore into this database was interrupted.';
    for (const args of [['serve'], ['migrate'], ['keys', 'list'], ['backup', `${backup}2`]])
      expect(await earshot(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(refusal) });
    for (const check of ['verify', 'doctor'])
      expect(await earshot(check)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(`FAILED   restore: ${refusal}`),
      });
    expect(await earshot('restore', backup, '--force')).toMatchObject({ code: 0 });
    expect((await earshot('verify')).stdout).not.toContain('FAILED');
    const { address } = await serve(dataDir, shared());
    expect(await application(address).posts.list().toArray()).toHaveLength(1);
  });

  it('is told by doctor that its database can only be read: by its role, on a standby', async () => {
    expect((await earshot('migrate')).code).toBe(0);
    const name = new URL(database.url).pathname.slice(1);
    const role = `${name}_reader`;
    const urlOf = (user: string) => database.url.replace('//earshot@', `//${user}@`);
    const doctor = (url: string) =>
      runToEnd(['doctor'], { ...shared(), DATA_DIR: dataDir, DATABASE_URL: url });
    const admin = new pg.Client(database.url);
    await admin.connect();
    try {
      await admin.query(`create role ${role} login; grant select on all tables in schema public to ${role}`);
      const writable = await doctor(database.url);
      expect(writable).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok {7}writing: /m) });
      const reading = await doctor(urlOf(role));
      expect(reading).toMatchObject({ code: 1, stderr: '' });
      expect(reading.stdout).toMatch(
        /^FAILED {3}writing: the database cannot be written: The database role may not write/m,
      );
      await admin.query(`alter database ${name} set default_transaction_read_only = on`);
      const standby = await doctor(database.url);
      expect(standby).toMatchObject({ code: 1, stderr: '' });
      expect(standby.stdout).toMatch(
        /^FAILED {3}writing: the database cannot be written: The database is read-only/m,
      );
    } finally {
      await admin.query(`set default_transaction_read_only = off; drop owned by ${role}; drop role ${role}`);
      await admin.end();
    }
  });

  it('reports an unreachable database in one sentence, without the password', async () => {
    const nowhere = [
      'postgres://ada:hunter2@127.0.0.1:1/earshot',
      `${urlOfTest('missing')}&password=hunter2`,
    ];
    for (const DATABASE_URL of nowhere) {
      const { exited, stdout, stderr } = run(['serve'], { DATABASE_URL, DATA_DIR: dataDir, PORT: '0' });
      expect((await exited).code).toBe(1);
      expect(stderr()).toMatch(/^The database cannot be used: .+\n$/);
      expect(stdout() + stderr()).not.toContain('hunter2');
    }
  });
});
