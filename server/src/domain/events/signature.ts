// Signatures of deliveries, as Standard Webhooks defines them.

import { createHmac } from 'node:crypto';
import { badField } from '../kernel/failure.ts';
import { secretPrefix } from './webhook.ts';

const secretShape = new RegExp(`^${secretPrefix}[A-Za-z0-9+/]+={0,2}$`);

/** Checks a secret that someone chose. */
export function signingSecret(text: string): string {
  const secret = text.trim();
  if (!secretShape.test(secret)) throw badField('secret', `must be "${secretPrefix}" and base64.`);
  return secret;
}

/** The headers that let a receiver check where a body comes from and when it was sent. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  unixSeconds: number,
  body: string,
): Record<string, string> {
  const signatures = secrets.map((secret) => signatureOf(secret, `${id}.${unixSeconds}.${body}`));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': signatures.join(' '),
  };
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
