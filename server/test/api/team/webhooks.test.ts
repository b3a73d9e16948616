// What the console shows about webhooks besides the API: their health, counts for the plot, and what was sent.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toIso } from '../../../src/domain/kernel/clock.ts';
import { type Browser, invitedBy, ownerOf } from '../../support/console.ts';
import { type Receiver, startReceiver, status } from '../../support/network/receiver.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api/webhooks';
const hour = 3_600_000;
const unknown = 'hook_01jz3k8n5yegs9t2w6qv4m7r8c';

let program: TestProgram;
let receiver: Receiver;
let owner: Browser;
let member: Browser;
beforeAll(async () => {
  program = await startProgram({
    publicUrl: 'http://localhost:3000',
    environment: { WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  receiver = await startReceiver();
  owner = await ownerOf(program);
  member = await invitedBy(program, owner, 'member');
  program.delivering.start();
});
afterAll(async () => {
  await program.close();
  await receiver.close();
});

interface Shown {
  webhook: { id: string };
  failingSince: string | null;
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
}

const make = async (path: string, body: object = {}): Promise<string> =>
  (await owner.data('POST', '/v1/webhooks', { url: receiver.url(path), ...body })).id;
const list = async (page = owner): Promise<{ webhooks: Shown[]; eventTypes: object[] }> =>
  page.data('GET', api);
const stateOf = async (id: string): Promise<Shown> => {
  const found = (await list()).webhooks.find(({ webhook }) => webhook.id === id);
  if (found === undefined) throw new Error('The webhook is not listed.');
  return found;
};
/** Sends a test event and waits until its outcome is stored. */
const test = async (id: string): Promise<string> => {
  const { id: deliveryId } = await owner.data('POST', `/v1/webhooks/${id}/test`);
  await expect
    .poll(async () => (await owner.data('GET', `/v1/webhooks/${id}/deliveries/${deliveryId}`)).attempts)
    .toBe(1);
  return deliveryId;
};

describe('the webhooks of the console', () => {
  it('are listed with their health, without secrets, also for members', async () => {
    const id = await make('/well', { headers: { authorization: 'Bearer hidden' } });
    const fresh = { failingSince: null, lastSuccessAt: null, lastFailureAt: null };
    expect(await stateOf(id)).toMatchObject(fresh);
    const at = toIso(program.clock.now());
    await test(id);
    expect(await stateOf(id)).toMatchObject({ ...fresh, lastSuccessAt: at });
    program.clock.advance(hour);
    receiver.answer('/well', status(500));
    await test(id);
    const failedAt = toIso(program.clock.now());
    const failing = { failingSince: failedAt, lastSuccessAt: at, lastFailureAt: failedAt };
    expect(await stateOf(id)).toMatchObject(failing);
    const shown = await member.get(api);
    expect(shown.body.data.webhooks).toHaveLength((await list()).webhooks.length);
    expect(shown.body.data.webhooks[0]).toMatchObject(failing);
    expect(shown.body.data.webhooks[0].webhook.headers).toEqual({ authorization: '***' });
    for (const secret of ['whsec_', 'hidden']) expect(shown.text).not.toContain(secret);
  });

  // Slack's URLs are credentials, for example.
  it('show the whole URL to those who may change it, and only the host to members', async () => {
    const url = receiver.url('/services/T0/B0/credential');
    const concealed = `${new URL(url).origin}/…`;
    const { id } = await owner.data('POST', '/v1/webhooks', { url });
    const path = `/v1/webhooks/${id}`;
    // Twice, since the second response of each comes from the cache.
    for (const [person, shown] of [member, owner, member, owner].map(
      (person) => [person, person === owner ? url : concealed] as const,
    )) {
      expect((await person.data('GET', path)).url).toBe(shown);
      expect((await person.get('/v1/webhooks?limit=100')).body.data.webhooks.at(-1).url).toBe(shown);
      expect((await list(person)).webhooks.at(-1)?.webhook).toMatchObject({ id, url: shown });
    }
    await test(id);
    const feed = await member.get('/v1/events?types=webhook.test&limit=100');
    expect(feed.body.data.events.at(-1).data.object.url).toBe(concealed);
    await owner.delete(path);
  });

  it('come with the types of events that can be chosen', async () => {
    const { eventTypes } = await list();
    expect(eventTypes).toContainEqual({ type: 'post.created', kind: 'post' });
    expect(eventTypes).not.toContainEqual({ type: 'webhook.test', kind: 'webhook' });
  });

  it.each([
    ['day', 24, hour],
    ['month', 30, 24 * hour],
  ])('are counted by outcome for the last %s', async (range, periods, length) => {
    const id = await make(`/counted-${range}`);
    await test(id);
    receiver.answer(`/counted-${range}`, status(500));
    await test(id);
    receiver.answer(`/counted-${range}`, status(410));
    await test(id);
    const counted = (await member.data('GET', `${api}/${id}/periods?range=${range}`)).periods;
    const start = Math.floor(program.clock.now() / length) * length;
    expect(counted).toHaveLength(periods);
    expect(counted.at(-1)).toEqual({ from: toIso(start), pending: 0, retrying: 1, succeeded: 1, failed: 1 });
    expect(counted[0]).toEqual({
      from: toIso(start - (periods - 1) * length),
      pending: 0,
      retrying: 0,
      succeeded: 0,
      failed: 0,
    });
    // A receiver that is gone disables its webhook, which the session says.
    expect(await owner.data('GET', '/console/api/session')).toMatchObject({ hasDisabledWebhook: true });
  });

  it.each(['standard', 'slack'])('show what was sent in the format %s', async (format) => {
    const id = await make(`/${format}`, { format });
    const deliveryId = await test(id);
    const { body } = await member.data('GET', `${api}/${id}/deliveries/${deliveryId}/payload`);
    expect(body).toBe(receiver.received(`/${format}`)[0]?.body);
  });

  // The topic is a part of the URL, and whoever knows it can read and publish.
  it('show members no topic of ntfy', async () => {
    const id = await make('/secret-topic', { format: 'ntfy' });
    const path = `${api}/${id}/deliveries/${await test(id)}/payload`;
    expect((await owner.data('GET', path)).body).toContain('secret-topic');
    expect((await member.data('GET', path)).body).not.toContain('secret-topic');
  });

  it.each([
    [`${unknown}/periods`, 404],
    [`${unknown}/deliveries/evt_1/payload`, 404],
    [`${unknown}/periods?range=year`, 400],
  ])('answer %s with %i', async (path, expected) => {
    expect((await owner.get(`${api}/${path}`)).status).toBe(expected);
  });

  it('answer an unknown delivery with 404', async () => {
    const id = await make('/nothing');
    expect((await owner.get(`${api}/${id}/deliveries/evt_1/payload`)).status).toBe(404);
  });

  it('can be managed by admins only', async () => {
    const admin = await invitedBy(program, owner, 'admin');
    const url = receiver.url('/roles');
    expect((await member.post('/v1/webhooks', { url })).status).toBe(403);
    const { id } = await admin.data('POST', '/v1/webhooks', { url });
    for (const action of ['rotate-secret', 'test', 'replay'])
      expect(
        (await member.post(`/v1/webhooks/${id}/${action}`, { since: toIso(program.clock.now()) })).status,
      ).toBe(403);
    expect((await member.patch(`/v1/webhooks/${id}`, { enabled: false })).status).toBe(403);
    expect((await member.delete(`/v1/webhooks/${id}`)).status).toBe(403);
    expect((await admin.delete(`/v1/webhooks/${id}`)).status).toBe(200);
  });
});
