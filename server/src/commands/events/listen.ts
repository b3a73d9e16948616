// `earshot listen`: forwards events to a server on a developer's machine, signed as webhooks are. It reads the feed of
// any installation over HTTP, so it needs a key, but no public address and no access to the database.

import { defineCommand } from 'citty';
import { signingSecret } from '../../domain/events/signature.ts';
import { newSecret } from '../../domain/events/webhook.ts';
import { systemClock } from '../../domain/kernel/clock.ts';
import { badField } from '../../domain/kernel/failure.ts';
import { httpUrl } from '../../domain/kernel/text.ts';
import { guarded, print } from '../command.ts';
import type { FeedSource } from './feed-stream.ts';
import { forwardEvents } from './forwarding.ts';

const defaultUrl = 'http://localhost:3000';

interface Given {
  url: string | undefined;
  key: string | undefined;
  types: string | undefined;
  after: string;
}

function sourceOf({ url, key, types, after }: Given): FeedSource {
  const { EARSHOT_URL = defaultUrl, EARSHOT_KEY = '' } = process.env;
  const apiKey = (key ?? EARSHOT_KEY).trim();
  if (apiKey === '') throw badField('key', 'is missing. Pass --key, or set EARSHOT_KEY.');
  return { url: baseOf(httpUrl(url ?? EARSHOT_URL, 'url')), key: apiKey, types, after };
}

/** With or without `/v1`. */
const baseOf = (url: string): string => url.replace(/\/+$/, '').replace(/\/v1$/, '');

/** Aborted by Ctrl+C. A second one ends the process immediately. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  return stopping.signal;
}

export const listenCommand = defineCommand({
  meta: { name: 'listen', description: 'Forward events to a server on this machine, signed as webhooks are' },
  args: {
    forward: { type: 'string', required: true, description: 'Where to send events', valueHint: 'URL' },
    types: { type: 'string', description: 'Only these, such as post.*,vote.created', valueHint: 'TYPES' },
    after: {
      type: 'string',
      default: 'latest',
      description: 'Start after the event with this sequence number, or with the oldest one',
      valueHint: 'SEQUENCE|oldest|latest',
    },
    secret: { type: 'string', description: 'Signs events; a new one by default', valueHint: 'whsec_…' },
    url: {
      type: 'string',
      description: `The installation; by default EARSHOT_URL, or ${defaultUrl}`,
      valueHint: 'URL',
    },
    key: { type: 'string', description: 'An API key; by default EARSHOT_KEY', valueHint: 'KEY' },
  },
  run: guarded(async ({ args }) => {
    const source = sourceOf(args);
    const forward = httpUrl(args.forward, 'forward');
    const secret = args.secret === undefined ? newSecret() : signingSecret(args.secret);
    print(`Forwarding events of ${source.url} to ${forward}`);
    print(`Signing secret: ${secret}`);
    await forwardEvents({ source, forward, secret, clock: systemClock, signal: stopSignal(), print });
  }),
});
