// The operations on webhooks.

import Type from 'typebox';
import { pendingDeliveryExample, presentDelivery } from '../../../shapes/events/delivery.ts';
import {
  presentWebhook,
  presentWithSecret,
  ReplayIn,
  ReplayShape,
  WebhookIn,
  WebhookPatchIn,
  WebhookWithSecretShape,
  webhookExample,
} from '../../../shapes/events/webhook.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { instant } from '../../input/filters.ts';
import { success } from '../../openapi/responses.ts';
import { single } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';

const tags = ['Webhooks'];
const params = idParameter('webhook', 'hook');
const withSecret = { ...webhookExample, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' };

const shownOnce = ['secret'];

const listWebhooks = list({
  operationId: 'listWebhooks',
  summary: 'List webhooks',
  description: 'Oldest first.',
  tags,
  plural: 'webhooks',
  shape: 'Webhook',
  example: webhookExample,
  filters: { updatedSince: instant('updatedSince') },
  filterExamples: ['updatedSince:2026-01-31T00:00:00Z'],
  sorts: { oldest: ['string'] },
  read: ({ wiring, caller }, { filters, page }) => wiring.webhooks.page(caller, { ...filters, page }),
  present: presentWebhook,
});

const createWebhook = write({
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  description:
    'Sends events from now on, signed as [Standard Webhooks](https://www.standardwebhooks.com) defines it. The ' +
    'answer shows the secret once; a replay with the same `Idempotency-Key` leaves it out. An event that is not accepted with a 2xx status within 10 seconds is retried for ' +
    'more than a day. A workspace can have 25 webhooks.',
  tags,
  body: WebhookIn,
  responses: { 201: success('The new webhook.', Type.Ref('WebhookWithSecret'), withSecret) },
  shapes: [WebhookWithSecretShape],
  shownOnce,
  errors: [],
  run: ({ wiring, body }, caller) => wiring.webhooks.create(caller, body),
  answer: (webhook) => ({ status: 201, data: presentWithSecret(webhook), version: webhook.version }),
});

const getWebhook = operation({
  operationId: 'getWebhook',
  summary: 'Get a webhook',
  description: 'Without its secret, and with the values of headers hidden.',
  tags,
  params,
  responses: { 200: success('The webhook.', Type.Ref('Webhook'), webhookExample, 'read') },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  async handler(request) {
    const webhook = await request.wiring.webhooks.get(request.caller, request.params.id);
    return single(request, webhook, presentWebhook(webhook));
  },
});

const updateWebhook = write({
  operationId: 'updateWebhook',
  summary: 'Update a webhook',
  description: 'Changes only the fields you send.',
  tags,
  params,
  body: WebhookPatchIn,
  responses: { 200: success('The updated webhook.', Type.Ref('Webhook'), webhookExample) },
  errors: ['NOT_FOUND'],
  run: ({ wiring, params, body }, caller) => wiring.webhooks.update(caller, params.id, body),
  answer: (webhook) => ({ data: presentWebhook(webhook), version: webhook.version }),
});

const deleteWebhook = removal({
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Also deletes its deliveries.',
  tags,
  thing: 'webhook',
  prefix: 'hook',
  remove: (wiring, caller, id) => wiring.webhooks.remove(caller, id),
});

const rotateSecret = write({
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the secret of a webhook',
  description:
    'For 24 hours, deliveries are signed with both secrets. The answer shows the new one once; a replay with the same ' +
    '`Idempotency-Key` leaves it out.',
  tags,
  params,
  responses: { 200: success('The webhook.', Type.Ref('WebhookWithSecret'), withSecret) },
  shownOnce,
  errors: ['NOT_FOUND'],
  run: ({ wiring, params }, caller) => wiring.webhooks.rotateSecret(caller, params.id),
  answer: (webhook) => ({ data: presentWithSecret(webhook), version: webhook.version }),
});

const testWebhook = write({
  operationId: 'testWebhook',
  summary: 'Test a webhook',
  description: 'Sends a `webhook.test` event to it. Read the delivery to see the outcome.',
  tags,
  params,
  responses: { 201: success('The delivery.', Type.Ref('Delivery'), pendingDeliveryExample) },
  errors: ['NOT_FOUND'],
  run: ({ wiring, params }, caller) => wiring.webhooks.test(caller, params.id),
  answer: (delivery) => ({ status: 201, data: presentDelivery(delivery) }),
});

const replayWebhook = write({
  operationId: 'replayWebhook',
  summary: 'Replay events to a webhook',
  description: 'Delivers everything since a time again, also what was delivered before.',
  tags,
  params,
  body: ReplayIn,
  responses: {
    200: success('Where it starts.', Type.Ref('Replay'), { id: webhookExample.id, after: 41 }),
  },
  shapes: [ReplayShape],
  errors: ['NOT_FOUND'],
  run: ({ wiring, params, body }, caller) => wiring.webhooks.replay(caller, params.id, body.since),
  answer: (after, { params }) => ({ data: { id: params.id, after } }),
});

export const webhookOperations = {
  list: listWebhooks,
  create: createWebhook,
  read: getWebhook,
  update: updateWebhook,
  remove: deleteWebhook,
  rotateSecret,
  test: testWebhook,
  replay: replayWebhook,
} satisfies Record<string, Operation>;
