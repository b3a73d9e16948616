// `kill -9` while people are told of a changelog entry: everyone is told, and no one twice but those whose mail the server
// had accepted before we could record that. After each kill, the database says which those are.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { maxConnections } from '../../../src/engines/mail/smtp.ts';
import { chosenKeys, cleanUpAfterEach, liveKey, serve } from '../../e2e/processes.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../../support/network/mail-server.ts';
import { newEngines, type TestEngines } from '../../support/servers/engines.ts';
import { chosenSeed, seededRandom, setting } from '../random.ts';
import { dataOf } from '../sending.ts';

const rounds = setting('EARSHOT_CRASH_ROUNDS', 3);
/** How many people a process tells before it dies. */
const people = 50 * (rounds + 1);
const seed = chosenSeed('EARSHOT_CRASH_SEED');

let engines: TestEngines;
let mail: MailServer;
cleanUpAfterEach();
beforeEach(async () => {
  engines = await newEngines();
  mail = await startMailServer();
});
afterEach(async () => {
  await mail.close();
  await engines.close();
});

/** The ID of its row, of which the message ID is made. */
const idOf = ({ mail: { messageId = '' } }: ReceivedMail): string =>
  messageId.slice(1, messageId.indexOf('@'));

const start = () =>
  serve(engines.dataDir, {
    ...engines.environment,
    ...chosenKeys,
    ...{ LOG_LEVEL: 'warn', SMTP_URL: mail.url, MAIL_FROM: 'ideas@acme.example', MAIL_RATE: '100000' },
    // Notices are held if it changes, and each process has a port of its own.
    PUBLIC_URL: 'https://feedback.example',
  });

const waiting = () => engines.database.rows(`select id from mails where state = 'waiting'`);

it(`everyone is told in ${rounds} crashes, seed ${seed}`, { timeout: 120_000 + rounds * 30_000 }, async ({
  annotate,
}) => {
  const random = seededRandom(seed);
  let serving = await start();
  const ask = (method: string, path: string, body: object = {}) =>
    dataOf(serving.address, liveKey, { method, path, body });
  const addresses = Array.from({ length: people }, (_, index) => `p${index}@example.com`);
  const { id: postId } = await ask('POST', '/posts', { title: 'A wish', visibility: 'public' });
  for (let first = 0; first < people; first += 500) {
    const users = addresses.slice(first, first + 500).map((email) => ({ email }));
    await ask('PUT', `/posts/${postId}/followers`, { users });
  }
  const { id } = await ask('POST', '/changelogs', { title: 'It is here', linkedPostIds: [postId] });

  let left = 0;
  let isAfterwards = false;
  const countDown = (): boolean => {
    left -= 1;
    return left === 0 && serving.child.kill('SIGKILL');
  };
  mail.behave({
    // Before the mail is there, or once it is accepted: then its answer is lost for certain.
    onRecipient: () => void (!isAfterwards && countDown()),
    keepsUnanswered: true,
    async onData() {
      if (isAfterwards && countDown()) await serving.exited;
    },
  });
  // Once for each time that its answer was lost.
  const lost: string[] = [];
  const kills: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    isAfterwards = random.below(2) === 0;
    left = 1 + random.below(50);
    const before = mail.received.length;
    if (round === 0) await ask('POST', `/changelogs/${id}/publish`, { notify: true });
    expect((await serving.exited).signal).toBe('SIGKILL');
    await mail.untilAlone();
    const unrecorded = new Set(waiting().map((row) => String(row.id)));
    const accepted = mail.received.slice(before).map(idOf);
    const unanswered = accepted.filter((each) => unrecorded.has(each));
    expect(unanswered.length).toBeLessThanOrEqual(maxConnections);
    lost.push(...unanswered);
    kills.push(`${accepted.length} accepted, ${unanswered.length} lost`);
    serving = await start();
  }
  const tellings = `select id from tellings`;
  await expect
    .poll(() => [...engines.database.rows(tellings), ...waiting()], { timeout: 120_000, interval: 200 })
    .toEqual([]);
  const told = new Set(mail.received.map(({ to }) => to[0]));
  const ids = new Set<string>();
  const doubled = mail.received.map(idOf).filter((each) => ids.size === ids.add(each).size);
  const missed = addresses.filter((address) => !told.has(address));
  await annotate(
    `${mail.received.length} mails to ${told.size} of ${people} people, ${doubled.length} doubled, ` +
      `${missed.length} missed, ${lost.length} answers lost. At each kill: ${kills.join('; ')}`,
  );
  expect(missed).toEqual([]);
  expect(ids.size).toBe(people);
  for (const each of lost) {
    const index = doubled.indexOf(each);
    if (index >= 0) doubled.splice(index, 1);
  }
  expect(doubled).toEqual([]);
});
