// The operations on the deliveries of a webhook.

import Type from 'typebox';
import { deliveryStates } from '../../../domain/events/delivery.ts';
import { badField } from '../../../domain/kernel/failure.ts';
import {
  attemptExample,
  DeliveryDetailShape,
  deliveryExample,
  pendingDeliveryExample,
  presentDelivery,
  presentDeliveryDetail,
} from '../../../shapes/events/delivery.ts';
import { identifier, idParameter } from '../../../shapes/kernel/common.ts';
import { among } from '../../input/filters.ts';
import { success } from '../../openapi/responses.ts';
import { envelope } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';

const tags = ['Webhooks'];
const webhook = idParameter('webhook', 'hook');
const params = Type.Object({
  ...webhook.properties,
  deliveryId: identifier('evt', { description: "The event's ID." }),
});

const listDeliveries = list({
  operationId: 'listDeliveries',
  summary: 'List the deliveries of a webhook',
  description: 'Newest event first. Kept as long as events are.',
  tags,
  params: webhook,
  plural: 'deliveries',
  shape: 'Delivery',
  example: deliveryExample,
  filters: { state: among('states', deliveryStates) },
  filterExamples: ['state:failed'],
  sorts: { recent: ['number'] },
  untagged: true,
  read: ({ wiring, caller, params }, { filters, page }) =>
    wiring.deliveries.page(caller, params.id, { ...filters, page }),
  present: presentDelivery,
});

const getDelivery = operation({
  operationId: 'getDelivery',
  summary: 'Get a delivery',
  description: 'With the event and every attempt.',
  tags,
  params,
  responses: {
    200: success(
      'The delivery.',
      Type.Ref('DeliveryDetail'),
      { ...deliveryExample, log: [attemptExample], event: null },
      'untagged',
    ),
  },
  shapes: [DeliveryDetailShape],
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  untagged: true,
  async handler(request) {
    const { id, deliveryId } = request.params;
    const delivery = await request.wiring.deliveries.get(request.caller, id, checkedId(deliveryId));
    return envelope(request, presentDeliveryDetail(delivery));
  },
});

const redeliver = write({
  operationId: 'redeliver',
  summary: 'Deliver an event again',
  description: 'Sends it now, with all retries.',
  tags,
  params,
  responses: { 200: success('The delivery.', Type.Ref('Delivery'), pendingDeliveryExample) },
  errors: ['NOT_FOUND'],
  run: ({ wiring, params }, caller) =>
    wiring.deliveries.redeliver(caller, params.id, checkedId(params.deliveryId)),
  answer: (delivery) => ({ data: presentDelivery(delivery) }),
});

const idShape = /^[A-Za-z0-9_-]{1,64}$/;

function checkedId(id: string): string {
  if (!idShape.test(id))
    throw badField('deliveryId', 'must be 1 to 64 letters, digits, hyphens and underscores.');
  return id;
}

export const deliveryOperations = {
  list: listDeliveries,
  read: getDelivery,
  redeliver,
} satisfies Record<string, Operation>;
