// An installation to back up, on the engines of the project, and ways to damage it from outside.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { pino } from 'pino';
import { inject } from 'vitest';
import { type BackupOrder, makeBackup } from '../../../src/commands/installation/backup-steps.ts';
import { shelfAt } from '../../../src/compose/backup.ts';
import { openEngines } from '../../../src/compose/engines.ts';
import { compose } from '../../../src/compose/program.ts';
import { readConfig } from '../../../src/config.ts';
import type { Clock } from '../../../src/domain/kernel/clock.ts';
import type { Finding } from '../../../src/domain/kernel/finding.ts';
import { callerClient } from '../../support/caller.ts';
import type { TestProgram } from '../../support/program.ts';
import { execute } from '../../support/servers/postgres.ts';

export const isEmbedded = () => inject('engines') === 'embedded';

export async function newPlace(): Promise<{ path(name: string): string; remove(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-backups-'));
  return {
    path: (name) => join(directory, name),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

type Of = Pick<TestProgram, 'environment'> & { clock: Clock };

/** For the programs that a backup starts. */
const withPath = (environment: Record<string, string>) => ({ PATH: process.env.PATH, ...environment });

export const orderFor = (
  { environment, clock }: Of,
  place: string,
): Omit<BackupOrder, 'name' | 'shelf'> & { place: string } => ({
  config: readConfig(environment),
  environment: withPath(environment),
  clock,
  watch: { onDatabase: () => undefined, onFiles: () => undefined },
  place,
});

export const backUp = (program: Of, place: string, name: string) => {
  const order = orderFor(program, place);
  return makeBackup({ ...order, shelf: shelfAt(place, order.environment), name });
};

/** Runs statements from outside, with foreign keys off. */
export async function damage({ environment }: Pick<TestProgram, 'environment'>, statements: string) {
  if (environment.DATABASE_URL !== undefined) {
    await execute(environment.DATABASE_URL, `set session_replication_role = replica; ${statements}`);
    return;
  }
  const db = new DatabaseSync(join(environment.DATA_DIR ?? '', 'earshot.db'), {
    enableForeignKeyConstraints: false,
    defensive: false,
  });
  db.exec(`pragma busy_timeout = 5000; ${statements}`);
  db.close();
}

export async function collected(findings: AsyncIterable<Finding>): Promise<Finding[]> {
  const all: Finding[] = [];
  for await (const finding of findings) all.push(finding);
  return all;
}

export const failuresIn = (findings: readonly Finding[]): string[] =>
  findings.filter(({ status }) => status === 'failed').map(({ check }) => check);

/** A program on engines that exist already, with a key of them. */
export async function programOn({ environment, clock }: Of, secret: string) {
  const config = readConfig({ RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0', ...environment });
  const engines = await openEngines(config);
  const { app, publishing, mailing, idle } = await compose({
    config,
    engines,
    clock: { ...clock, elapsed: clock.elapsed },
    log: pino({ level: 'silent' }),
    version: '0.0.0-test',
    publicUrl: () => 'http://earshot.test',
    pagesDir: 'no-pages',
  });
  await app.ready();
  return {
    live: callerClient(app, secret),
    app,
    store: engines.store,
    /** Not started; `mailing` is undefined unless the environment sets mail up. */
    publishing,
    mailing,
    close: async () => {
      await app.close();
      await publishing.stop();
      await mailing?.stop();
      await idle();
      await engines.store.close();
    },
  };
}
