// Where a webhook's requests go: its URL, and the headers that it adds.

import { badField } from '../kernel/failure.ts';
import { httpUrl } from '../kernel/text.ts';
import type { Webhook, WebhookFormat } from './webhook.ts';

/** Ports from 1024 that browsers block too (fetch.spec.whatwg.org/#port-blocking). Below, only 80 and 443 are allowed. */
const blockedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

const isAllowedPort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= 1024 && !blockedPorts.has(port));

/** Whether a request may go to this URL, apart from where its host leads. */
export const isCallable = ({ protocol, username, password, port }: URL): boolean =>
  /^https?:$/.test(protocol) &&
  username === '' &&
  password === '' &&
  (port === '' || isAllowedPort(Number(port)));

/** Checks everything about the URL except where its host leads. */
export function webhookUrl(text: string): string {
  const given = httpUrl(text, 'url');
  const url = new URL(given);
  if (url.username !== '' || url.password !== '')
    throw badField('url', 'must not contain a user name or password; use a header instead.');
  if (url.port !== '' && !isAllowedPort(Number(url.port)))
    throw badField('url', 'must have port 80, 443, or one from 1024 that browsers allow.');
  url.hash = '';
  return url.href;
}

/** For people who may not change the webhook: a path or a query can be a credential, as in the URLs of Slack. */
export const withConcealedUrl = (webhook: Webhook): Webhook => ({
  ...webhook,
  url: `${new URL(webhook.url).origin}/…`,
});

/** The last segment of the path names the topic (docs.ntfy.sh). */
export function checkFormat(url: string, format: WebhookFormat): void {
  if (format !== 'ntfy' || new URL(url).pathname.split('/').at(-1) !== '') return;
  throw badField('url', 'must end with a topic, such as https://ntfy.sh/my-topic.');
}

const maxHeaders = 20;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** Printable ASCII, with spaces only inside. */
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/;
/** Ours, those that frame the request, and those that only make sense between neighbors. */
const reservedHeaders =
  /^(?:webhook-.*|host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|user-agent|date)$/;

/** The headers after an edit: those that are not named stay, null removes one. Names are lowercase. */
export function webhookHeaders(
  before: Record<string, string>,
  edits: Record<string, string | null>,
): Record<string, string> {
  const headers = new Map(Object.entries(before));
  const entries = Object.entries(edits);
  // As many as an edit can remove and add.
  if (entries.length > 2 * maxHeaders) throw tooManyHeaders();
  for (const [given, value] of entries) {
    const name = given.toLowerCase();
    if (!headerName.test(name)) throw badField('headers', 'has a name that is not an HTTP header name.');
    if (reservedHeaders.test(name)) throw badField('headers', `must not contain "${name}".`);
    if (value === null) headers.delete(name);
    else if (!headerValue.test(value))
      throw badField('headers', `needs 1 to 1,024 printable ASCII characters for "${name}".`);
    else headers.set(name, value);
  }
  if (headers.size > maxHeaders) throw tooManyHeaders();
  return Object.fromEntries(headers);
}

const tooManyHeaders = () => badField('headers', `must not have more than ${maxHeaders} headers.`);
