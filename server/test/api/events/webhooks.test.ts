// Webhooks: their operations, deliveries and bad input. What is sent is in test/workers/deliver.test.ts.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudit } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

interface Shown {
  id: string;
  [field: string]: unknown;
}

const url = 'https://example.com/earshot';
const unknown = 'hook_01jz3k8n5yegs9t2w6qv4m7r8c';

/** Host names of tests and where they lead; all others are public. */
const hosts: Record<string, string[]> = {
  'inside.test': ['10.0.0.7'],
  'mixed.test': ['93.184.215.14', '::1'],
};

describe('webhooks', () => {
  let program: TestProgram;
  const make = async (body: object = {}): Promise<Shown & { secret: string }> => {
    const answer = await program.live.post('/webhooks', { url, ...body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };
  const audited = () => readAudit(program).map(({ action }) => action);
  const unchanged = async (work: () => Promise<unknown>) => {
    const before = program.dump();
    await work();
    expect(program.dump()).toBe(before);
  };
  const removeAll = async () => {
    for (const { id } of (await program.live.get('/webhooks?limit=100')).body.data.webhooks)
      await program.live.delete(`/webhooks/${id}`);
  };
  beforeAll(async () => {
    program = await startProgram({
      resolve: async (host) =>
        (hosts[host] ?? ['93.184.215.14']).map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        })),
    });
  });
  afterAll(() => program.close());

  describe('POST /webhooks', () => {
    it('201 with a live key, and shows the secret only here', async () => {
      const answer = await program.live.post('/webhooks', {
        url: ' https://Example.com/earshot#fragment ',
        types: ['post.*', 'vote.created'],
        description: ' To the warehouse ',
        headers: { Authorization: 'Bearer abc' },
        when: { tag: 'ui', statusCategory: 'completed' },
      });
      expect(answer.status, answer.text).toBe(201);
      expect(answer.headers.etag).toBe('"v1"');
      const { secret, ...shown } = answer.body.data;
      expect(shown).toEqual({
        id: expect.stringMatching(/^hook_[0-9a-z]{26}$/),
        url,
        description: 'To the warehouse',
        types: ['post.*', 'vote.created'],
        enabled: true,
        headers: { authorization: '***' },
        when: { tag: 'ui', statusCategory: 'completed' },
        format: 'standard',
        disabledReason: null,
        disabledAt: null,
        previousSecretExpiresAt: null,
        createdAt: '2026-01-31T09:15:02.123Z',
        updatedAt: '2026-01-31T09:15:02.123Z',
      });
      expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
      expect((await program.live.get(`/webhooks/${shown.id}`)).body).toEqual({ data: shown });
      expect(audited().at(-1)).toBe('webhook.created');
      const entries = JSON.stringify(program.events());
      for (const hidden of [secret, 'Bearer abc']) {
        expect(entries).not.toContain(hidden);
        expect(JSON.stringify(program.logged())).not.toContain(hidden);
      }
    });

    it('a replay leaves out the secret, which is stored nowhere else: create, rotate, batch', async () => {
      const { id } = await make();
      const { body: post } = await program.live.post('/posts', { title: 'Discussed' });
      const create = { method: 'POST', path: '/v1/webhooks', body: { url } };
      const list = { method: 'GET', path: `/posts/${post.data.id}/comments` };
      for (const [path, body] of [
        ['/webhooks', { url }],
        [`/webhooks/${id}/rotate-secret`, {}],
        ['/batch', { operations: [create, list] }],
        ['/batch', { operations: [create, list], atomic: true }],
      ] as const) {
        const headers = { 'idempotency-key': `secret ${JSON.stringify([path, body])}` };
        const first = await program.live.call('POST', path, { body, headers });
        const [{ secret }] = [...(first.body.data.results ?? [first])].map((part) => part.body.data);
        expect(secret, path).toMatch(/^whsec_/);
        const replay = await program.live.call('POST', path, { body, headers });
        expect(replay.headers['idempotent-replayed']).toBe('true');
        expect(replay.text).toBe(first.text.replace(`,"secret":"${secret}"`, ''));
        const kept = program.database.rows('select body from idempotency_keys');
        expect(JSON.stringify(kept)).not.toContain(secret);
      }
      await removeAll();
    });

    it('201 with a test key, which saves nothing', () =>
      unchanged(async () => {
        const answer = await program.test.post('/webhooks', { url });
        expect(answer.status).toBe(201);
        expect(answer.body).toMatchObject({ test: true, data: { url, secret: expect.any(String) } });
      }));

    it.each([
      ['no URL', {}, 'url'],
      ['another protocol', { url: 'ftp://example.com/' }, 'url'],
      ['credentials', { url: 'https://user:secret@example.com/' }, 'url'],
      ['a blocked port', { url: 'https://example.com:22/' }, 'url'],
      ['a port that browsers block', { url: 'https://example.com:6667/' }, 'url'],
      ['a loopback address', { url: 'http://127.0.0.1/' }, 'url'],
      ['a loopback address in another notation', { url: 'http://0x7f.1/' }, 'url'],
      ['the metadata of a cloud', { url: 'http://169.254.169.254/latest/meta-data' }, 'url'],
      ['an IPv4-mapped address', { url: 'http://[::ffff:7f00:1]/' }, 'url'],
      ['a name that leads to a private address', { url: 'https://inside.test/' }, 'url'],
      ['a name of which one address is refused', { url: 'https://mixed.test/' }, 'url'],
      ['an unknown type', { url, types: ['post.craeted'] }, 'types'],
      ['types that are no list', { url, types: 'post.created' }, 'types'],
      ['the type of tests', { url, types: ['webhook.test'] }, 'types'],
      ['an unknown format', { url, format: 'irc' }, 'format'],
      ['ntfy without a topic', { url: 'https://ntfy.sh/', format: 'ntfy' }, 'url'],
      ['a long description', { url, description: 'x'.repeat(501) }, 'description'],
      ['a reserved header', { url, headers: { 'Webhook-Id': 'x' } }, 'headers'],
      ['a header with a line break', { url, headers: { 'x-a': 'a\r\nhost: b' } }, 'headers'],
      ['a metric without a number', { url, when: { metric: 'votesCount' } }, 'when'],
      ['a number without a metric', { url, when: { atLeast: 5 } }, 'when'],
      ['a threshold of zero', { url, when: { metric: 'votesCount', atLeast: 0 } }, 'when.atLeast'],
      [
        'a metric with other types',
        { url, types: ['vote.*'], when: { metric: 'votesCount', atLeast: 5 } },
        'types',
      ],
      ['an unknown category', { url, when: { statusCategory: 'done' } }, 'when.statusCategory'],
      ['an unknown post type', { url, when: { typeId: 'type_x' } }, 'when.typeId'],
    ])('400: rejects %s', async (_, body, field) => {
      for (const key of ['live', 'test'] as const) {
        const answer = await program[key].post('/webhooks', body);
        expect([answer.status, answer.body.error?.details?.[0]?.field], answer.text).toEqual([400, field]);
      }
    });

    it('400: names all invalid fields', async () => {
      const body = { url: 'https://inside.test/', types: ['x'], when: { typeId: 'type_x' } };
      const { error } = (await program.live.post('/webhooks', body)).body;
      expect(error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
        'types',
        'url',
        'when.typeId',
      ]);
      // What the name leads to stays inside.
      expect(JSON.stringify(error)).not.toContain('10.0.0.7');
      expect(error.message).toBe(
        '"url" leads to a private address. To test on your machine, use `npx earshot listen`.',
      );
    });

    it('409 for the 26th; of another workspace they do not count', async () => {
      await removeAll();
      for (let count = 0; count < 25; count += 1) await make();
      for (const key of ['live', 'test'] as const) {
        const answer = await program[key].post('/webhooks', { url });
        expect([answer.status, answer.body.error.message]).toEqual([
          409,
          'A workspace can have at most 25 webhooks; delete one first.',
        ]);
      }
      expect((await program.stranger.post('/webhooks', { url })).status).toBe(201);
      await removeAll();
    });

    it('works in an atomic batch, where hosts are not resolved', async () => {
      const operations = [{ method: 'POST', path: '/webhooks', body: { url: 'https://inside.test/' } }];
      const answer = await program.live.post('/batch', { operations, atomic: true });
      expect(answer.body.data.results[0].status, answer.text).toBe(201);
    });
  });

  describe('GET /webhooks', () => {
    it('200: oldest first, paged, without secrets, and only of the workspace', async () => {
      await removeAll();
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) ids.push((await make()).id);
      const walked: string[] = [];
      let next: string | null = '';
      while (next !== null) {
        const { data }: { data: { webhooks: Shown[]; next: string | null } } = (
          await program.live.get(`/webhooks?limit=2${next && `&after=${next}`}`)
        ).body;
        walked.push(...data.webhooks.map(({ id }) => id));
        expect(data.webhooks.every((webhook) => !('secret' in webhook))).toBe(true);
        next = data.next;
      }
      expect(walked).toEqual(ids);
      expect((await program.test.get('/webhooks?cursor=2&limit=2')).body).toMatchObject({
        test: true,
        data: { webhooks: [{ id: ids[2] }] },
      });
      const others = (await program.stranger.get('/webhooks')).body.data.webhooks;
      expect(others.filter(({ id }: Shown) => ids.includes(id))).toEqual([]);
    });
  });

  describe('GET, PATCH and DELETE /webhooks/{id}', () => {
    it('404 for an unknown id and one of another workspace, 400 for a malformed one', async () => {
      const { id } = await make();
      const calls: ['GET' | 'PATCH' | 'DELETE' | 'POST', string, object?][] = [
        ['GET', ''],
        ['PATCH', '', { enabled: false }],
        ['DELETE', ''],
        ['POST', '/rotate-secret'],
        ['POST', '/test'],
        ['POST', '/replay', { since: '2026-01-31' }],
        ['GET', '/deliveries'],
        ['GET', '/deliveries/evt_x'],
        ['POST', '/deliveries/evt_x/redeliver'],
      ];
      for (const [method, path, body] of calls) {
        const request = body === undefined ? {} : { body };
        expect((await program.stranger.call(method, `/webhooks/${id}${path}`, request)).status).toBe(404);
        const missing = await program.live.call(method, `/webhooks/${unknown}${path}`, request);
        expect([missing.status, missing.body.error?.message]).toEqual([404, 'Webhook not found.']);
        const malformed = await program.live.call(method, `/webhooks/${'x'.repeat(65)}${path}`, request);
        expect(malformed.status).toBe(400);
      }
    });

    it('200: changes only what is sent, with If-Match; a test key changes nothing', async () => {
      const { secret: _, ...made } = await make({ headers: { 'x-one': '1', 'x-two': '2' } });
      const path = `/webhooks/${made.id}`;
      await unchanged(async () => {
        const rehearsed = await program.test.patch(path, { enabled: false });
        expect(rehearsed.body).toMatchObject({ test: true, data: { enabled: false } });
      });
      const headers = { 'X-Two': null, 'x-three': '3' };
      const answer = await program.live.patch(path, { description: 'new', headers });
      expect(answer.body.data).toEqual({
        ...made,
        description: 'new',
        headers: { 'x-one': '***', 'x-three': '***' },
      });
      const stale = { body: { enabled: false }, headers: { 'if-match': '"v1"' } };
      expect((await program.live.call('PATCH', path, stale)).status).toBe(412);
      await unchanged(() => program.live.patch(path, { description: 'new' }));
      expect((await program.live.patch(path, { format: 'ntfy' })).status).toBe(200);
      const refused = await program.live.patch(path, { url: 'http://127.0.0.1/' });
      expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'url']);
      expect(audited().at(-1)).toBe('webhook.updated');
    });

    it('200: deletes, with a ledger entry', async () => {
      const { id } = await make();
      await unchanged(() => program.test.delete(`/webhooks/${id}`));
      expect((await program.live.delete(`/webhooks/${id}`)).body).toEqual({ data: { id, deleted: true } });
      expect((await program.live.get(`/webhooks/${id}`)).status).toBe(404);
      expect(audited().at(-1)).toBe('webhook.deleted');
    });
  });

  describe('POST /webhooks/{id}/rotate-secret', () => {
    it('200: a new secret, and the old one for 24 hours', async () => {
      const made = await make();
      await unchanged(() => program.test.post(`/webhooks/${made.id}/rotate-secret`, {}));
      const { data } = (await program.live.post(`/webhooks/${made.id}/rotate-secret`, {})).body;
      expect(data).toEqual({
        ...made,
        secret: expect.stringMatching(/^whsec_/),
        previousSecretExpiresAt: '2026-02-01T09:15:02.123Z',
      });
      expect(data.secret).not.toBe(made.secret);
      expect(audited().at(-1)).toBe('webhook.secret_rotated');
    });
  });

  describe('POST /webhooks/{id}/test', () => {
    it('201: queues a delivery, with its event in the feed; a test key queues nothing', async () => {
      const { id } = await make();
      await unchanged(async () => {
        const rehearsed = await program.test.post(`/webhooks/${id}/test`, {});
        expect([rehearsed.status, rehearsed.body.test]).toEqual([201, true]);
      });
      const { status, body } = await program.live.post(`/webhooks/${id}/test`, {});
      expect(status).toBe(201);
      const event = (await program.live.get('/events?types=webhook.test&limit=100')).body.data.events.at(-1);
      expect(event.data.object).toMatchObject({ id, url: 'https://example.com/…' });
      expect(body.data).toEqual({
        id: event.id,
        sequence: event.sequence,
        type: 'webhook.test',
        state: 'pending',
        attempts: 0,
        lastStatus: null,
        nextAttemptAt: event.createdAt,
        createdAt: event.createdAt,
        finishedAt: null,
      });
      const read = (await program.test.get(`/webhooks/${id}/deliveries/${event.id}`)).body;
      expect(read).toEqual({ test: true, data: { ...body.data, log: [], event } });
      expect((await program.live.get(`/webhooks/${id}/deliveries`)).body.data.deliveries).toEqual([
        body.data,
      ]);
    });

    it('409 for a disabled webhook', async () => {
      const { id } = await make({ enabled: false });
      for (const key of ['live', 'test'] as const)
        expect((await program[key].post(`/webhooks/${id}/test`, {})).status).toBe(409);
    });
  });

  it('rehearses the whole life of a webhook with a test key', () =>
    unchanged(async () => {
      const { id } = (await program.test.post('/webhooks', { url })).body.data;
      const delivery = (await program.test.post(`/webhooks/${id}/test`, {})).body.data;
      const path = `/webhooks/${id}/deliveries/${delivery.id}`;
      const steps = [
        await program.test.patch(`/webhooks/${id}`, { types: ['vote.*'] }),
        await program.test.post(`/webhooks/${id}/rotate-secret`, {}),
        await program.test.post(`${path}/redeliver`, {}),
        await program.test.post(`/webhooks/${id}/replay`, { since: '2026-01-31T09:00:00Z' }),
        await program.test.delete(`/webhooks/${id}`),
      ];
      expect(steps.map(({ status, body }) => [status, body.test])).toEqual(steps.map(() => [200, true]));
      expect((await program.test.get(`/webhooks/${id}`)).status).toBe(404);
    }));

  describe('POST /webhooks/{id}/replay', () => {
    it.each([
      ['without a time', {}],
      ['with something else', { since: 'yesterday' }],
      ['older than events are kept', { since: '2025-12-31T00:00:00Z' }],
    ])('400 %s', async (_, body) => {
      const { id } = await make();
      for (const key of ['live', 'test'] as const) {
        const answer = await program[key].post(`/webhooks/${id}/replay`, body);
        expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'since']);
      }
      await program.live.delete(`/webhooks/${id}`);
    });
  });
});
