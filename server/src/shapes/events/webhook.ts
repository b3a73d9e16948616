// Webhooks in API requests and responses.

import Type, { type Static } from 'typebox';
import { statusCategories } from '../../domain/catalog/status.ts';
import { metrics, type Webhook, webhookFormats } from '../../domain/events/webhook.ts';
import { isoOrNull, toIso } from '../../domain/kernel/clock.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';

const RuleShape = Type.Object(
  {
    metric: Type.Optional(oneOf(metrics)),
    atLeast: Type.Optional(Type.Integer()),
    statusCategory: Type.Optional(oneOf(statusCategories)),
    tag: Type.Optional(Type.String()),
    typeId: Type.Optional(Type.String({ description: 'A post type, by ID or slug.' })),
  },
  { title: 'WebhookRule' },
);

const typesText = 'Types of events, and patterns such as `post.*`. Default: all.';

export const WebhookShape = named(
  'Webhook',
  {
    id: identifier('hook'),
    url: Type.String(),
    description: Type.String(),
    types: Type.Array(Type.String()),
    enabled: Type.Boolean(),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'Custom headers. Values are hidden.',
    }),
    when: Type.Unsafe<Static<typeof RuleShape> | null>({ anyOf: [RuleShape, { type: 'null' }] }),
    format: oneOf(webhookFormats),
    disabledReason: Type.Unsafe<Webhook['disabledReason']>({
      anyOf: [oneOf(['gone', 'failing']), { type: 'null' }],
      description: 'Why the service disabled it: it answered 410, or failed for 5 days.',
    }),
    disabledAt: nullable<string>('string', { format: 'date-time' }),
    previousSecretExpiresAt: nullable<string>('string', {
      format: 'date-time',
      description: 'Until then, the secret before the last rotation signs too.',
    }),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  },
  { description: 'Where events are sent.' },
);

export const WebhookWithSecretShape = Type.Unsafe<object>({
  $id: 'WebhookWithSecret',
  title: 'WebhookWithSecret',
  allOf: [
    Type.Ref('Webhook'),
    Type.Object({
      secret: Type.Optional(
        Type.String({
          description: 'Signs deliveries. Shown only now, and not in a replay (`Idempotent-Replayed: true`).',
        }),
      ),
    }),
  ],
});

const url = Type.String({
  description: 'An http or https URL on the public internet, without credentials.',
});
const editable = {
  description: Type.Optional(nullable<string>('string', { description: 'At most 500 characters.' })),
  types: Type.Optional(Type.Array(Type.String(), { description: typesText, maxItems: 100 })),
  enabled: Type.Optional(
    Type.Boolean({ description: 'Disabling pauses it: enabled again, it continues where it stopped.' }),
  ),
  headers: Type.Optional(
    Type.Unsafe<Record<string, string | null>>({
      type: 'object',
      additionalProperties: { type: ['string', 'null'] },
      description: 'Added to each request, at most 20. In an update, null removes one, and others stay.',
    }),
  ),
  when: Type.Optional(
    Type.Unsafe<Static<typeof RuleShape> | null>({
      ...RuleShape,
      title: 'WebhookRuleIn',
      type: ['object', 'null'],
      description:
        'Conditions that must all hold. `metric` and `atLeast` send `post.threshold_reached` once per post; the ' +
        'others look at the post that an event is about. `tag` is a name or an ID.',
    }),
  ),
  format: Type.Optional(
    oneOf(webhookFormats, {
      description: '`standard` is the event as JSON; the others are messages for that service.',
    }),
  ),
};

export const WebhookIn = named(
  'WebhookIn',
  { url, ...editable },
  { examples: [{ url: 'https://example.com/earshot', types: ['post.*', 'comment.created'] }] },
);
export const WebhookPatchIn = named(
  'WebhookPatchIn',
  { url: Type.Optional(url), ...editable },
  { examples: [{ enabled: false }] },
);
export const ReplayIn = named(
  'ReplayIn',
  { since: Type.String({ description: 'ISO 8601. Not older than events are kept.' }) },
  { examples: [{ since: '2026-01-31T00:00:00Z' }] },
);
export const ReplayShape = named('Replay', {
  id: identifier('hook'),
  after: Type.Integer({ description: 'Events with a higher `sequence` are delivered again.' }),
});

/** Stands for values of headers, which may be secrets. */
const hidden = '***';

export const presentWebhook = (webhook: Webhook): Static<typeof WebhookShape> => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  types: webhook.types,
  enabled: webhook.isEnabled,
  headers: Object.fromEntries(Object.keys(webhook.headers).map((name) => [name, hidden])),
  when: webhook.when,
  format: webhook.format,
  disabledReason: webhook.disabledReason,
  disabledAt: isoOrNull(webhook.disabledAt),
  previousSecretExpiresAt: isoOrNull(webhook.previousSecretExpiresAt),
  createdAt: toIso(webhook.createdAt),
  updatedAt: toIso(webhook.updatedAt),
});

/** For the two answers that show the secret. */
export const presentWithSecret = (webhook: Webhook): object => ({
  ...presentWebhook(webhook),
  secret: webhook.secret,
});

export const webhookExample = {
  id: 'hook_01jz3k8n5yegs9t2w6qv4m7r8c',
  url: 'https://example.com/earshot',
  description: '',
  types: ['post.*'],
  enabled: true,
  headers: {},
  when: null,
  format: 'standard',
  disabledReason: null,
  disabledAt: null,
  previousSecretExpiresAt: null,
  createdAt: '2026-01-31T09:15:02.123Z',
  updatedAt: '2026-01-31T09:15:02.123Z',
};
