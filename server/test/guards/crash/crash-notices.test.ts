// `kill -9` while people are told of a changelog entry: everybody is told, and nobody twice but those whose mail was under
// way, which the mail server had taken before we knew.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { maxConnections } from '../../../src/engines/mail/smtp.ts';
import { chosenKeys, cleanUpAfterEach, liveKey, serve } from '../../e2e/processes.ts';
import { type MailServer, startMailServer } from '../../support/network/mail-server.ts';
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

const start = () =>
  serve(engines.dataDir, {
    ...engines.environment,
    ...chosenKeys,
    ...{ LOG_LEVEL: 'warn', SMTP_URL: mail.url, MAIL_FROM: 'ideas@acme.example', MAIL_RATE: '100000' },
    // Notices are held if it changes, and each process has a port of its own.
    PUBLIC_URL: 'https://feedback.example',
  });

it(`everybody is told in ${rounds} crashes, seed ${seed}`, { timeout: 120_000 + rounds * 30_000 }, async ({
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
  mail.behave({
    onRecipient() {
      left -= 1;
      if (left === 0) serving.child.kill('SIGKILL');
    },
  });
  for (let round = 0; round < rounds; round += 1) {
    left = 1 + random.below(50);
    if (round === 0) await ask('POST', `/changelogs/${id}/publish`, { notify: true });
    expect((await serving.exited).signal).toBe('SIGKILL');
    serving = await start();
  }
  const mailsTo = () => {
    const counts = new Map<string, number>();
    for (const { to } of mail.received) counts.set(to[0] ?? '', (counts.get(to[0] ?? '') ?? 0) + 1);
    return counts;
  };
  await expect.poll(() => mailsTo().size, { timeout: 90_000, interval: 200 }).toBe(people);
  const isWaiting = `select id from mails where state = 'waiting'`;
  await expect.poll(() => engines.database.rows(isWaiting), { timeout: 60_000, interval: 200 }).toEqual([]);
  const doubled = mail.received.length - people;
  expect(doubled).toBeLessThanOrEqual(rounds * maxConnections);
  const messageIds = new Set(mail.received.map((each) => each.mail.messageId));
  expect(messageIds.size).toBe(people);
  await annotate(`${people} people told, ${doubled} of them twice`);
});
