// Webhooks: where events are sent, which ones, and in what form.

import { randomBytes } from 'node:crypto';
import type { StatusCategory } from '../catalog/status.ts';
import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';
import { boundedText, firstCharacters, storable } from '../kernel/text.ts';
import { firstVersion, type New } from '../kernel/version.ts';
import { type EventType, eventTypes, typesMatching } from './event.ts';

export const webhookFormats = ['standard', 'slack', 'discord', 'teams', 'ntfy'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** Why the service disabled a webhook: the receiver answered 410, or failed for too long. */
export type DisabledReason = 'gone' | 'failing';

export const metrics = ['votesCount'] as const;
export type Metric = (typeof metrics)[number];

/** Narrows a webhook. All conditions must hold. */
export interface WebhookRule {
  /** With `atLeast`: only `post.threshold_reached` of this threshold. */
  metric?: Metric;
  atLeast?: number;
  statusCategory?: StatusCategory;
  /** The name or id of a tag. */
  tag?: string;
  typeId?: string;
}

export interface Webhook {
  id: string;
  url: string;
  description: string;
  /** Types and patterns such as `post.*`, as given. */
  types: string[];
  isEnabled: boolean;
  /** Custom headers. Their values may be secrets. */
  headers: Record<string, string>;
  when: WebhookRule | null;
  format: WebhookFormat;
  secret: string;
  /** Still signs, until it expires. */
  previousSecret: string | null;
  previousSecretExpiresAt: Instant | null;
  disabledReason: DisabledReason | null;
  disabledAt: Instant | null;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

/** A webhook as the worker sees it. */
export interface ActiveWebhook {
  workspaceId: string;
  webhook: Webhook;
  /** The last sequence number that was turned into deliveries. */
  position: number;
  /** Since when every attempt has failed; null after a success. */
  failingSince: Instant | null;
  /** When its next delivery is due; null if none is pending. */
  dueAt: Instant | null;
}

/** How the deliveries of a webhook went. Null if there was no success, or no failure. */
export interface WebhookHealth {
  /** Since when every attempt has failed; null after a success. */
  failingSince: Instant | null;
  lastSuccessAt: Instant | null;
  lastFailureAt: Instant | null;
}

export const newWebhook = (given: New<Webhook, 'id' | 'url' | 'secret'>, now: Instant): Webhook => ({
  description: '',
  types: ['*'],
  isEnabled: true,
  headers: {},
  when: null,
  format: 'standard',
  previousSecret: null,
  previousSecretExpiresAt: null,
  disabledReason: null,
  disabledAt: null,
  ...firstVersion(now),
  ...given,
});

export const maxWebhooks = 25;
export const secretOverlapMs = 24 * 3_600_000;
const secretBytes = 32;
export const secretPrefix = 'whsec_';

/** A new signing secret in the form of Standard Webhooks. */
export const newSecret = (): string => secretPrefix + randomBytes(secretBytes).toString('base64');

/** The secrets that sign at this time, the current one first. */
export const signingSecrets = (webhook: Webhook, now: Instant): string[] => {
  const { secret, previousSecret, previousSecretExpiresAt } = webhook;
  const isOverlapping = previousSecretExpiresAt !== null && now < previousSecretExpiresAt;
  return previousSecret !== null && isOverlapping ? [secret, previousSecret] : [secret];
};

/** Edits that replace the secret; the current one signs for another day. */
export const rotatedSecret = (webhook: Webhook, secret: string, now: Instant) => ({
  secret,
  previousSecret: webhook.secret,
  previousSecretExpiresAt: now + secretOverlapMs,
});

/** The types that it receives. */
export function typesOf({ types, when }: Pick<Webhook, 'types' | 'when'>): Set<EventType> {
  if (when?.metric !== undefined) return new Set(['post.threshold_reached']);
  return new Set(types.flatMap(typesMatching).filter(isDeliverable));
}

/** Tests go to the tested webhook only, whatever its types. */
const isDeliverable = (type: EventType): boolean => type !== 'webhook.test';

const maxShownCharacters = 100;

/** Checks types and patterns; an empty list stands for all. */
export function webhookTypes(given: readonly string[]): string[] {
  const types = [...new Set(given.map((type) => type.trim()))];
  for (const type of types) {
    if (typesMatching(type).some(isDeliverable)) continue;
    const shown = firstCharacters(type, maxShownCharacters);
    throw badField('types', `has an unknown type, "${shown}". Known: ${deliverableTypes.join(', ')}.`);
  }
  return types.length === 0 ? ['*'] : types;
}

export const deliverableTypes: readonly EventType[] = eventTypes.filter(isDeliverable);

export const webhookDescription = (text: string): string => boundedText(text, 'description', 0, 500);

const maxThreshold = 1_000_000_000;

/** Checks a rule, and that it fits the types. */
export function webhookRule(rule: WebhookRule | null, types: readonly string[]): WebhookRule | null {
  if (rule === null) return null;
  const { metric, atLeast, statusCategory, tag, typeId } = rule;
  if ((metric === undefined) !== (atLeast === undefined))
    throw badField('when', 'needs "metric" and "atLeast" together.');
  if (atLeast !== undefined && !(Number.isInteger(atLeast) && atLeast >= 1 && atLeast <= maxThreshold))
    throw badField('when.atLeast', `must be an integer from 1 to ${maxThreshold}.`);
  if (metric !== undefined && !types.every((type) => type === '*' || type === 'post.threshold_reached'))
    throw badField('types', 'must be "post.threshold_reached", or absent, if "when" has a metric.');
  const checked: WebhookRule = {
    ...(metric !== undefined && atLeast !== undefined && { metric, atLeast }),
    ...(statusCategory !== undefined && { statusCategory }),
    ...(tag !== undefined && { tag: boundedText(tag, 'when.tag', 1, 64) }),
    ...(typeId !== undefined && { typeId: storable(typeId, 'when.typeId') }),
  };
  return Object.keys(checked).length === 0 ? null : checked;
}
