// One changelog entry that tells 10,000 people: how soon publishing answers, and what it costs those who write
// meanwhile, and in memory. Mails leave at the usual pace, so most of them wait.

import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { load, median, rounded, shown } from '../driver.mjs';
import { earshot, residentMb, startServer } from '../processes.mjs';
import { newPosts, takeSamples } from '../samples.mjs';

/** A mail server that takes everything. */
async function takingMail() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, callback) => void stream.resume().once('end', callback),
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address();
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'ideas@acme.example' },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const api = async ({ url, key }, method, path, body = {}) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v1${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} failed with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
};

/** An installation with a post that this many people follow. */
async function followed({ createInstallation, posts }, people) {
  // Another address would hold the notices, and each server has a port of its own.
  const environment = { ...(await createInstallation('told')), PUBLIC_URL: 'https://feedback.example' };
  earshot(environment, ['migrate']);
  earshot(environment, ['workspaces', 'create', 'default']);
  earshot(environment, ['seed', '--posts', `${posts / 50}`]);
  const key = earshot(environment, ['keys', 'create', '--mode', 'live', '--name', 'bench']).trim();
  const server = await startServer(environment);
  const site = { ...server, key };
  const { id } = await api(site, 'POST', '/posts', { title: 'Dark mode', visibility: 'public' });
  for (let first = 0; first < people; first += 1_000) {
    const users = Array.from({ length: 1_000 }, (_, index) => ({ email: `p${first + index}@example.com` }));
    await api(site, 'PUT', `/posts/${id}/followers`, { users });
  }
  const samples = await takeSamples(site);
  await server.stop();
  return { environment, key, postId: id, samples };
}

export default async (bench) => {
  const { rounds, warmUpSeconds } = bench;
  const people = bench.posts / 5;
  const seconds = 5 * bench.seconds;
  const { environment, key, postId, samples } = await followed(bench, people);
  const mail = await takingMail();
  /** Writes one after the other, so that the rate says how long one takes. */
  const writing = async (settings, before = async () => undefined) => {
    const site = { ...(await startServer({ ...environment, ...settings })), key };
    const write = (length) => load(site, newPosts(samples, length), { seconds: length, connections: 1 });
    await write(warmUpSeconds);
    const publishMs = await before(site);
    const { perSecond } = await write(seconds);
    const measured = { perSecond, publishMs, memoryMb: residentMb(site.pid) };
    await site.stop();
    return measured;
  };
  const publish = async (site) => {
    const { id } = await api(site, 'POST', '/changelogs', { title: 'It is here', linkedPostIds: [postId] });
    const startedAt = performance.now();
    await api(site, 'POST', `/changelogs/${id}/publish`, { notify: true });
    return performance.now() - startedAt;
  };
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await writing({});
    measured.push({ quiet, telling: await writing(mail.settings, publish) });
  }
  await mail.close();
  const of = (read) => median(measured.map(read));
  const shares = measured.map(({ quiet, telling }) => (100 * telling.perSecond) / quiet.perSecond);
  const told = `${people.toLocaleString('en-US')} people are told`;
  return [
    {
      name: `creates, one at a time, while ${told}`,
      measured: `${shown(of(({ telling }) => telling.perSecond))}/s`,
      against: 'the same without mail',
      value: rounded(median(shares)),
      range: [rounded(Math.min(...shares)), rounded(Math.max(...shares))],
      unit: '%',
      // A tenth more time.
      atLeast: 91,
    },
    {
      name: `publishing, so that ${told}`,
      value: rounded(of(({ telling }) => telling.publishMs)),
      unit: 'ms',
      atMost: 1_000,
    },
    {
      name: `memory for that`,
      value: rounded(
        Math.max(
          0,
          of(({ quiet, telling }) => telling.memoryMb - quiet.memoryMb),
        ),
      ),
      unit: 'MB',
      atMost: 50,
    },
  ];
};
