// What the console shows about webhooks besides the API.

import Type from 'typebox';
import { healthRanges } from '../../app/events/webhook-health.ts';
import { eventCatalog } from '../../domain/events/event.ts';
import { deliverableTypes } from '../../domain/events/webhook.ts';
import { isoOrNull, toIso } from '../../domain/kernel/clock.ts';
import { deliveryBody } from '../../shapes/events/delivery-body.ts';
import { presentWebhook, WebhookShape } from '../../shapes/events/webhook.ts';
import { dateTime, named, nullable, oneOf } from '../../shapes/kernel/common.ts';
import { idParams, operation } from './operation.ts';

const instantOrNull = (description: string) =>
  nullable<string>('string', { format: 'date-time', description });

const WebhookStateShape = named('WebhookState', {
  webhook: WebhookShape,
  failingSince: instantOrNull('Since when every attempt has failed.'),
  lastSuccessAt: instantOrNull('Of the newest event that was delivered.'),
  lastFailureAt: instantOrNull('Of the newest event that was not.'),
});

const PeriodShape = named('DeliveryPeriod', {
  from: dateTime(),
  pending: Type.Integer(),
  retrying: Type.Integer({ description: 'Failed at least once, and to be tried again.' }),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
});

const deliveryParams = Type.Object({ ...idParams.properties, deliveryId: idParams.properties.id });

export const webhookOperations = {
  list: operation({
    operationId: 'listWebhookStates',
    summary: 'List webhooks with their health, and the types of events to choose from',
    answer: Type.Object({
      webhooks: Type.Array(WebhookStateShape),
      eventTypes: Type.Array(Type.Object({ type: Type.String(), kind: Type.String() })),
    }),
    async handler({ console, caller }) {
      const all = await console.webhooks.list(caller);
      return {
        webhooks: all.map(({ webhook, health }) => ({
          webhook: presentWebhook(webhook),
          failingSince: isoOrNull(health.failingSince),
          lastSuccessAt: isoOrNull(health.lastSuccessAt),
          lastFailureAt: isoOrNull(health.lastFailureAt),
        })),
        eventTypes: deliverableTypes.map((type) => ({ type, kind: eventCatalog[type].kind })),
      };
    },
  }),
  periods: operation({
    operationId: 'getWebhookPeriods',
    summary: 'Count the deliveries of a webhook by hour or day',
    params: idParams,
    query: Type.Object({ range: Type.Optional(oneOf(healthRanges)) }),
    answer: Type.Object({ periods: Type.Array(PeriodShape) }),
    async handler({ console, caller, params, query: { range = 'day' } }) {
      const periods = await console.webhooks.periods(caller, params.id, range);
      return { periods: periods.map(({ from, ...counts }) => ({ from: toIso(from), ...counts })) };
    },
  }),
  payload: operation({
    operationId: 'getDeliveryPayload',
    summary: 'Get the body of a delivery, in the format of the webhook',
    params: deliveryParams,
    answer: Type.Object({
      body: nullable<string>('string', { description: 'Null if the event is older than events are kept.' }),
    }),
    async handler({ console, caller, params, publicUrl }) {
      const { webhook, event } = await console.webhooks.sent(caller, params.id, params.deliveryId);
      return { body: event === undefined ? null : deliveryBody(webhook, event, publicUrl()).body };
    },
  }),
};
