// One changelog entry that tells 10,000 people: how soon publishing answers, and what it costs those who write
// meanwhile, and in memory. Mails leave at the usual pace, so most of them wait.

import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { load, median, rounded, shown } from '../driver.mjs';
import { earshot, residentMb, startServer } from '../processes.mjs';
import { newPosts, takeSamples } from '../samples.mjs';

/** Short and many, so that both servers meet the same load of other programs. */
const windows = 5;

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

const publish = async (site, postId) => {
  const { id } = await api(site, 'POST', '/changelogs', { title: 'It is here', linkedPostIds: [postId] });
  const startedAt = performance.now();
  await api(site, 'POST', `/changelogs/${id}/publish`, { notify: true });
  return performance.now() - startedAt;
};

export default async (bench) => {
  const { createInstallation, rounds, warmUpSeconds, seconds } = bench;
  const people = bench.posts / 5;
  const { environment, key, postId, samples } = await followed(bench, people);
  const mail = await takingMail();
  const other = { ...environment, ...(await createInstallation('quiet', environment)) };
  const [telling, quiet] = [
    { ...(await startServer({ ...environment, ...mail.settings })), key },
    { ...(await startServer(other)), key },
  ];
  /** One after the other, so that the rate says how long a write takes. */
  const write = async (site, length) =>
    (await load(site, newPosts(samples, length), { seconds: length, connections: 1 })).perSecond;
  for (const site of [telling, quiet]) await write(site, warmUpSeconds);
  const publishMs = await publish(telling, postId);
  const measured = [];
  for (let round = 0; round < windows * rounds; round += 1)
    measured.push([await write(telling, seconds), await write(quiet, seconds)]);
  const memoryMb = residentMb(telling.pid) - residentMb(quiet.pid);
  await telling.stop();
  await quiet.stop();
  await mail.close();
  const shares = measured.map(([mine, others]) => (100 * mine) / others);
  const told = `${people.toLocaleString('en-US')} people are told`;
  return [
    {
      name: `creates, one at a time, while ${told}`,
      measured: `${shown(median(measured.map(([mine]) => mine)))}/s`,
      against: 'the same without mail',
      value: rounded(median(shares)),
      range: [rounded(Math.min(...shares)), rounded(Math.max(...shares))],
      unit: '%',
      // A tenth more time.
      atLeast: 91,
    },
    {
      name: `publishing, so that ${told}`,
      value: rounded(publishMs),
      unit: 'ms',
      atMost: 1_000,
    },
    {
      name: 'memory for that',
      value: rounded(Math.max(0, memoryMb)),
      unit: 'MB',
      atMost: 50,
    },
  ];
};
