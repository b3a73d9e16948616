// What was told before a restore or after the backup is never told again by itself.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { restore } from '../../../src/commands/installation/restore-steps.ts';
import { backupAt } from '../../../src/compose/backup.ts';
import { ownerOf } from '../../support/console.ts';
import { type MailServer, startMailServer } from '../../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { urlOfTest } from '../../support/servers/engines.ts';
import { createDatabase, type Database } from '../../support/servers/postgres.ts';
import { backUp, isEmbedded, newPlace, orderFor, programOn } from './installation.ts';

let server: MailServer;
let program: TestProgram;
let place: Awaited<ReturnType<typeof newPlace>>;
let empty: Database | undefined;
beforeEach(async () => {
  server = await startMailServer();
  program = await startProgram({ environment: mail() });
  place = await newPlace();
  empty = isEmbedded() ? undefined : await createDatabase(urlOfTest);
});
afterEach(async () => {
  await program.close();
  await server.close();
  await empty?.drop();
  await place.remove();
});

const mail = () => ({ SMTP_URL: server.url, MAIL_FROM: 'ideas@acme.example' });

const subjects = () => server.received.map(({ mail: { subject } }) => subject);

async function sent({ mailing }: Pick<TestProgram, 'mailing'>): Promise<void> {
  mailing?.start();
  mailing?.wake();
  await mailing?.idle();
}

/** Publishes an entry about a post that Ada follows. */
async function publish(title: string, given: object = { state: 'published' }): Promise<string> {
  const post = (await program.live.post('/posts', { title, visibility: 'public' })).body.data;
  await program.live.call('PUT', `/posts/${post.id}/followers`, {
    body: { users: [{ email: 'ada@example.com' }] },
  });
  const entry = { title, linkedPostIds: [post.id], notify: true, ...given };
  return (await program.live.post('/changelogs', entry)).body.data.id;
}

/** The backup, restored beside the installation, and at work. */
async function restored() {
  const { clock } = program;
  const environment = {
    ...program.environment,
    ...mail(),
    DATA_DIR: place.path('restored'),
    ...(empty !== undefined && { DATABASE_URL: empty.url }),
  };
  const { config, environment: variables } = orderFor({ environment, clock }, '.');
  const backup = backupAt(place.path('backup'), variables);
  await restore({ config, environment: variables, clock, backup, force: false, onFiles: () => undefined });
  return programOn({ environment, clock }, program.secrets.live);
}

async function decide({ app, store }: Awaited<ReturnType<typeof programOn>>, what: string) {
  const owner = await ownerOf({ ...program, app, engines: { ...program.engines, store } });
  expect((await owner.post(`/console/api/mail/${what}`)).status).toBe(200);
}

it('what was told before the backup is told to no one again, also if it is published again', async () => {
  const id = await publish('Before');
  await sent(program);
  expect(subjects()).toEqual(['Before']);
  await backUp(program, place.path('.'), 'backup');
  const there = await restored();
  try {
    await there.live.patch(`/changelogs/${id}`, { state: 'draft' });
    await there.live.post(`/changelogs/${id}/publish`, { notify: true });
    await decide(there, 'release');
    await sent(there);
    expect(subjects()).toEqual(['Before']);
  } finally {
    await there.close();
  }
});

it.each(['release', 'discard'])(
  'what waited when the backup was made stays until an admin decides: %s',
  async (decision) => {
    // Nothing was ever sent, so that there is no queue yet.
    await publish('Waiting');
    await publish('Scheduled', {
      state: 'scheduled',
      publishedAt: new Date(program.clock.now() + 1).toISOString(),
    });
    await backUp(program, place.path('.'), 'backup');
    await sent(program);
    expect(subjects()).toEqual(['Waiting']);
    program.clock.advance(60_000);
    const there = await restored();
    try {
      there.publishing.start();
      await there.publishing.idle();
      await sent(there);
      expect(subjects()).toEqual(['Waiting']);
      await decide(there, decision);
      await sent(there);
      expect(subjects()).toEqual(decision === 'discard' ? ['Waiting'] : ['Waiting', 'Waiting', 'Scheduled']);
    } finally {
      await there.close();
    }
  },
);
