// Receiving webhooks: what `verifyWebhook` accepts and refuses. Signatures are made by the reference library.

import { createHmac } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { EarshotWebhookError, verifyWebhook, type WebhookHeaders } from '../src/index.ts';

const now = Date.parse('2026-01-31T09:15:02.123Z');
const clock = { now: () => now };
const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const [secret, previous, stranger] = [secretOf(1), secretOf(2), secretOf(3)];
const event = { id: 'evt_1', sequence: 42, type: 'post.deleted', data: { object: { title: 'Größe 📐' } } };
const body = JSON.stringify(event);

/** What a delivery of this body looks like. */
function headersOf(text = body, { secrets = [secret], ageSeconds = 0 } = {}): Record<string, string> {
  const at = new Date(now - ageSeconds * 1000);
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((each) => new Signer(each).sign('evt_1', at, text)).join(' '),
  };
}

const verified = (headers: WebhookHeaders, given: string | readonly string[] = secret) =>
  verifyWebhook(body, headers, given, clock);

describe('a genuine delivery', () => {
  const upperCase = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));

  it.each<[string, string | Uint8Array, WebhookHeaders, string | readonly string[]]>([
    ['as text', body, headersOf(), secret],
    ['as bytes', new TextEncoder().encode(body), headersOf(), secret],
    ['as a Buffer', Buffer.from(body), headersOf(), secret],
    ['with Headers', body, new Headers(headersOf()), secret],
    ['with names in capitals', body, upperCase(headersOf()), secret],
    ['with two secrets, one of them new', body, headersOf(), [secret, previous]],
    ['signed twice during a rotation', body, headersOf(body, { secrets: [secret, previous] }), previous],
    ['at the edge of the tolerance', body, headersOf(body, { ageSeconds: 299 }), secret],
    ['from a clock that is ahead', body, headersOf(body, { ageSeconds: -299 }), secret],
  ])('gives its event: %s', async (_how, given, headers, secrets) => {
    expect(await verifyWebhook(given, headers, secrets, clock)).toEqual(event);
  });
});

describe('a delivery that is not genuine', () => {
  const genuine = headersOf();
  const without = (name: string) =>
    Object.fromEntries(Object.entries(genuine).filter(([each]) => each !== name));
  const signature = genuine['webhook-signature'] ?? '';

  it.each<[string, WebhookHeaders, string]>([
    ['another secret', headersOf(body, { secrets: [stranger] }), 'WRONG_SIGNATURE'],
    ['another body', headersOf(`${body} `), 'WRONG_SIGNATURE'],
    ['another id', { ...genuine, 'webhook-id': 'evt_2' }, 'WRONG_SIGNATURE'],
    ['a shorter signature', { ...genuine, 'webhook-signature': signature.slice(0, -1) }, 'WRONG_SIGNATURE'],
    ['a longer signature', { ...genuine, 'webhook-signature': `${signature}=` }, 'WRONG_SIGNATURE'],
    [
      'an unknown version',
      { ...genuine, 'webhook-signature': signature.replace('v1,', 'v2,') },
      'WRONG_SIGNATURE',
    ],
    ['no id', without('webhook-id'), 'MISSING_HEADER'],
    ['no timestamp', without('webhook-timestamp'), 'MISSING_HEADER'],
    ['no signature', without('webhook-signature'), 'MISSING_HEADER'],
    ['a repeated header', { ...genuine, 'webhook-id': ['evt_1', 'evt_1'] }, 'MISSING_HEADER'],
    ['an old timestamp', headersOf(body, { ageSeconds: 302 }), 'WRONG_TIMESTAMP'],
    ['a timestamp in the future', headersOf(body, { ageSeconds: -302 }), 'WRONG_TIMESTAMP'],
    ['a timestamp that is no number', { ...genuine, 'webhook-timestamp': 'now' }, 'WRONG_TIMESTAMP'],
    ['an empty header', { ...genuine, 'webhook-signature': '' }, 'MISSING_HEADER'],
  ])('is refused: %s', async (_what, headers, code) => {
    const refusal = await verified(headers).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(EarshotWebhookError);
    expect(refusal).toMatchObject({ code });
    const expected = createHmac('sha256', Buffer.alloc(32, 1))
      .update(`evt_1.${now}.${body}`)
      .digest('base64');
    for (const hidden of [secret, expected]) expect(String(refusal)).not.toContain(hidden);
  });

  it('is refused if it is a message for a chat, or no JSON', async () => {
    for (const text of ['{"text":"Dark mode"}', 'null', 'Dark mode'])
      await expect(verifyWebhook(text, headersOf(text), secret, clock)).rejects.toMatchObject({
        code: 'NOT_AN_EVENT',
      });
  });
});

it('the tolerance can be set', async () => {
  const headers = headersOf(body, { ageSeconds: 3600 });
  const options = { ...clock, toleranceSeconds: 3601 };
  expect(await verifyWebhook(body, headers, secret, options)).toEqual(event);
});

it('the clock is that of the machine by default', async () => {
  await expect(verifyWebhook(body, headersOf(body, { ageSeconds: 86_400 }), secret)).rejects.toMatchObject({
    code: 'WRONG_TIMESTAMP',
  });
});

it.each([
  ['a plain text', 'secret'],
  ['nothing', 'whsec_'],
  ['no base64', 'whsec_ä'],
  ['none', []],
])('a secret that cannot be one is a mistake of the caller: %s', async (_what, given) => {
  await expect(verified(headersOf(), given)).rejects.toThrow(TypeError);
});
