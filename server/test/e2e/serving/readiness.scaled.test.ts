// Readiness of a node on PostgreSQL: not before the first keys exist, and not on a read-only server.

import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { urlOfTest } from '../../support/servers/engines.ts';
import { createDatabase, type Database, execute } from '../../support/servers/postgres.ts';
import {
  application,
  chosenKeys,
  cleanUpAfterEach,
  newDirectory,
  type Running,
  run,
  runToEnd,
  serve,
  statusOf,
} from '../processes.ts';

/** The address from the log, which comes before the first keys are created. */
const listening = ({ child, stderr }: Running): Promise<string> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const [, address] = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(stderr()) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stderr?.on('data', look);
    child.on('close', () => reject(new Error(`It ended without listening:\n${stderr()}`)));
    look();
  });

const readiness = async (address: string) => {
  const answer = await fetch(`${address}/readyz`);
  const { error } = (await answer.json()) as { error?: { message: string } };
  return [answer.status, error?.message];
};

describe('/readyz on PostgreSQL', () => {
  let database: Database;
  cleanUpAfterEach();
  beforeEach(async () => {
    database = await createDatabase(urlOfTest);
  });
  afterEach(() => database.drop());

  const environment = () => ({ DATABASE_URL: database.url, DATABASE_POOL: '4', ...chosenKeys });

  it('is 503 until the first keys exist; earlier requests wait for them', async () => {
    expect((await runToEnd(['migrate'], environment())).code).toBe(0);
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table workspaces in access exclusive mode');

    const starting = run(['serve'], {
      PORT: '0',
      DATA_DIR: join(await newDirectory(), 'data'),
      ...environment(),
    });
    const address = await listening(starting);
    expect(await readiness(address)).toEqual([503, 'Not ready: the server is still starting.']);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/metrics`)).status).toBe(200);
    const early = statusOf(application(address).me());
    await holder.query('rollback');
    await holder.end();
    expect(await early).toBe(200);
    expect(await readiness(address)).toEqual([200, undefined]);
  });

  it('guarantees that the first request is admitted on every cold start', async () => {
    for (let round = 0; round < 5; round += 1) {
      const fresh = await createDatabase(urlOfTest);
      try {
        const starting = run(['serve'], {
          PORT: '0',
          DATA_DIR: join(await newDirectory(), 'data'),
          ...environment(),
          DATABASE_URL: fresh.url,
        });
        const address = await listening(starting);
        await vi.waitFor(async () => expect((await readiness(address))[0]).toBe(200), {
          timeout: 60_000,
          interval: 1,
        });
        expect(await statusOf(application(address).me())).toBe(200);
        starting.child.kill('SIGKILL');
        await starting.exited;
      } finally {
        await fresh.drop();
      }
    }
  });

  it('is 503 while the server is read-only, like a standby', async () => {
    const serving = await serve(join(await newDirectory(), 'data'), environment());
    expect(await readiness(serving.address)).toEqual([200, undefined]);
    const name = new URL(database.url).pathname.slice(1);
    const makeReadOnly = async (isReadOnly: 'on' | 'off') => {
      const admin = urlOfTest('postgres');
      await execute(admin, `alter database "${name}" set default_transaction_read_only = ${isReadOnly}`);
      await execute(
        admin,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
    };
    const becomes = (expected: [number, string | undefined]) =>
      vi.waitFor(async () => expect(await readiness(serving.address)).toEqual(expected), {
        timeout: 60_000,
        interval: 100,
      });
    await makeReadOnly('on');
    await becomes([503, 'Not ready: the database cannot be written to.']);
    await makeReadOnly('off');
    await becomes([200, undefined]);
  });
});
