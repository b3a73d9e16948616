// `earshot listen`: what it forwards, and what it does when either side fails. That Ctrl+C ends it is in test/e2e.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedSource } from '../../src/commands/events/feed-stream.ts';
import { forwardEvents } from '../../src/commands/events/forwarding.ts';
import { signingSecret } from '../../src/domain/events/signature.ts';
import { newSecret } from '../../src/domain/events/webhook.ts';
import { systemClock } from '../../src/domain/kernel/clock.ts';
import { type Receiver, startReceiver, status } from '../support/network/receiver.ts';
import { startProgram, type TestProgram } from '../support/program.ts';

let program: TestProgram;
let receiver: Receiver;
let url: string;
let paths = 0;
beforeAll(async () => {
  program = await startProgram();
  receiver = await startReceiver();
  url = `http://127.0.0.1:${await program.listen()}`;
});
afterAll(async () => {
  await receiver.close();
  await program.close();
});

const makePost = async (title: string) => {
  expect(await program.live.post('/posts', { title })).toMatchObject({ status: 201 });
};

/** Forwards to a path of its own, and keeps what is printed. */
function forwarding(given: Partial<FeedSource> = {}, to?: string) {
  paths += 1;
  const path = `/forwarded-${paths}`;
  const secret = newSecret();
  const stopping = new AbortController();
  const lines: string[] = [];
  const waits: number[] = [];
  const checks = new Set<() => void>();
  const done = forwardEvents({
    source: { url, key: program.secrets.live, types: undefined, after: 'latest', ...given },
    forward: to ?? receiver.url(path),
    secret,
    clock: systemClock,
    signal: stopping.signal,
    print(line) {
      lines.push(line);
      for (const check of checks) check();
    },
    sleep: async (ms) => void waits.push(ms),
  });
  const printed = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const check = () => void (lines.some((line) => pattern.test(line)) && resolve());
      checks.add(check);
      check();
      done.catch(reject);
    });
  const stop = async () => {
    stopping.abort();
    await done;
  };
  return { path, secret, lines, waits, printed, done, stop };
}

const withoutTimes = (lines: readonly string[]) => lines.map((line) => line.replace(/\d+ ms/, 'N ms'));

describe('forwarding', () => {
  it('sends what happens from now on, of the given types, as a webhook would', async () => {
    await makePost('Before');
    const { path, secret, lines, printed, stop } = forwarding({ types: 'post.created,vote.*' });
    await printed(/^Waiting for events/);
    await makePost('First');
    await program.live.post('/users', { email: 'not-asked-for@example.com' });
    await makePost('Second');
    await receiver.until(path, 2);
    const received = receiver.received(path);
    const feed = (await program.live.get('/events?limit=100&types=post.created')).body.data.events;
    const sent = received.map(({ body, headers }) =>
      new Verifier(secret).verify(body, headers as Record<string, string>),
    );
    expect(sent).toEqual(feed.slice(-2));
    expect(received[0]?.headers).toMatchObject({
      'user-agent': 'Earshot-Webhooks',
      'content-type': 'application/json',
      'webhook-id': feed.at(-2).id,
    });
    await printed(new RegExp(feed.at(-1).id));
    await stop();
    expect(withoutTimes(lines)).toEqual([
      'Waiting for events. Press Ctrl+C to stop.',
      ...feed
        .slice(-2)
        .map(
          ({ sequence, id }: { sequence: number; id: string }) =>
            `${sequence} post.created ${id} -> 200 (N ms)`,
        ),
    ]);
  });

  it('can begin with earlier events, and goes on after an answer that is no success', async () => {
    await makePost('Third');
    await makePost('Fourth');
    const { events } = (await program.live.get('/events?limit=100&types=post.created')).body.data;
    const { path, lines, printed, stop } = forwarding({
      types: 'post.created',
      after: String(events.at(-3).sequence),
    });
    let answers = 0;
    receiver.answer(path, (response, received) => status(answers++ === 0 ? 500 : 204)(response, received));
    await printed(/-> 204/);
    await stop();
    expect(lines.map((line) => / -> (\d+) /.exec(line)?.[1])).toEqual([undefined, '500', '204']);
  });

  it('says why there was no answer', async () => {
    const gone = await startReceiver();
    const forward = gone.url('/');
    await gone.close();
    const { lines, printed, stop } = forwarding({ types: 'post.created' }, forward);
    await printed(/^Waiting/);
    await makePost('Unheard');
    await printed(/ -> /);
    await stop();
    expect(lines.at(-1)).toMatch(/ post\.created evt_\w+ -> .*(?:refused|ECONNREFUSED).* \(\d+ ms\)$/i);
  });

  it.each([
    ['a wrong key', { key: 'sk_live_es_wrong' }, /^The server answered 401: /],
    ['an unknown type', { types: 'nothing.*' }, /^The server answered 400: .*nothing/],
    ['a position that is not there yet', { after: '99999999' }, /^The server answered 400: /],
  ])('ends with the reason after %s', async (_what, given, reason) => {
    await expect(forwarding(given).done).rejects.toThrow(reason);
  });

  it('ends if something else than Earshot answers', async () => {
    // The receiver answers 200 with an empty body.
    const other = receiver.url('');
    await expect(forwarding({ url: other }).done).rejects.toThrow('is not from Earshot');
  });
});

describe('outages of the server', () => {
  type Reaction = (response: ServerResponse) => void;
  const page =
    (sequences: number[], next: number): Reaction =>
    (response) => {
      const events = sequences.map((sequence) => ({ id: `evt_${sequence}`, sequence, type: 'post.created' }));
      response.end(JSON.stringify({ data: { events, next, hasMore: false } }));
    };
  const busy: Reaction = (response) => response.writeHead(429, { 'retry-after': '7' }).end('{}');
  const down: Reaction = (response) => response.writeHead(503).end('<html>');
  const hangUp: Reaction = (response) => void response.destroy();

  it('end nothing: it waits longer each time, and continues without a gap or a repeat', async () => {
    const reactions = [down, page([], 4), hangUp, down, busy, page([5, 6], 6), page([], 8), page([9], 9)];
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(new URL(request.url ?? '', 'http://x').searchParams.get('after') ?? '');
      // After the last reaction it waits, as for an event.
      reactions.shift()?.(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { path, lines, waits, printed, stop } = forwarding({ url: `http://127.0.0.1:${port}` });
    try {
      await printed(/^9 /);
    } finally {
      await stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    expect(receiver.received(path).map(({ headers }) => headers['webhook-id'])).toEqual([
      'evt_5',
      'evt_6',
      'evt_9',
    ]);
    expect(asked.slice(0, 8)).toEqual(['latest', 'latest', '4', '4', '4', '4', '6', '8']);
    expect(waits).toEqual([1000, 1000, 2000, 7000]);
    expect(withoutTimes(lines)).toEqual([
      "The server can't be reached (status 503). Trying again.",
      'The server is back.',
      'Waiting for events. Press Ctrl+C to stop.',
      expect.stringMatching(/^The server can't be reached \(.+\)\. Trying again\.$/),
      'The server is back.',
      '5 post.created evt_5 -> 200 (N ms)',
      '6 post.created evt_6 -> 200 (N ms)',
      '9 post.created evt_9 -> 200 (N ms)',
    ]);
  });
});

describe('the secret', () => {
  it('can be chosen', () => {
    const secret = newSecret();
    expect(signingSecret(` ${secret} `)).toBe(secret);
  });

  it.each(['', 'whsec_', 'secret', 'whsec_ä', 'whsec_a b'])(
    'must be one of Standard Webhooks: %j',
    (text) => {
      expect(() => signingSecret(text)).toThrow('"secret" must be "whsec_" and base64.');
    },
  );
});
